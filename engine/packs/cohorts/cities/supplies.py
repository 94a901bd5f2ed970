"""What things are made from: resources that a city has access to, else items of possessions.

Access is never used up; items that take its place are. Characters have none and make everything
from what they carry. What is made of it stands in `making`, `guilds.brewing` and
`characters.brewing`. Sources: cohorts.race.kill-resources, cohorts.order.guild-make-potion.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.possessions import as_compared, count, take, tally
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.trade.access import access
from engine.world import Place, Record, World

Want = tuple[tuple[str, ...], int]
"""Any one of these resources, and how many items of it each piece takes without access."""


@dataclass(frozen=True, slots=True)
class Supplies:
    """How far the resources of a city or character go in making a thing."""

    each: dict[str, int]
    """What every piece made uses up of its possessions, by item."""
    missing: tuple[str, ...]
    """What can be had from nowhere, in words; then nothing can be made."""
    enough_for: int | None
    """How many pieces the items last for; None if none are used up."""

    def limits(self, number: int) -> int:
        """The number of pieces, or fewer if the items do not last for them."""
        return number if self.enough_for is None else min(number, self.enough_for)


def supplies(world: World, content: Content, city: City, wants: Iterable[Want]) -> Supplies:
    """What the city works with to make one kind of thing."""
    return at_hand(world, content, city.place, wants, access(world, content, city))


def at_hand(
    world: World,
    content: Content,
    store: Place,
    wants: Iterable[Want],
    access: Collection[str] = (),
) -> Supplies:
    """What can be made from the possessions that lie in a place, with access to these resources.

    Of several resources that would do, the one is used up of which most items lie there.
    """
    each: dict[str, int] = {}
    missing: list[str] = []
    for alternatives, number in wants:
        if not content.missing((alternatives,), access):
            continue
        lying = _resources_in(world, content, store)
        fitting = [key for key in lying if any(map(content.resources[key].is_a, alternatives))]
        best = max(fitting, key=lying.__getitem__, default=None)
        if best is None or lying[best] < each.get(best, 0) + number:
            missing.append(in_words(content, alternatives))
        else:
            each[best] = each.get(best, 0) + number
    if missing:
        return Supplies({}, tuple(missing), 0)
    lasting = (count(world, store, item) // number for item, number in each.items())
    return Supplies(dict(sorted(each.items())), (), min(lasting, default=None))


def _resources_in(world: World, content: Content, store: Place) -> Mapping[str, int]:
    """How many items of each resource lie in a place, in the module's order; none of 0."""

    def look() -> dict[str, int]:
        counts = tally(world, store)
        found = ((key, counts.get(as_compared(key), 0)) for key in content.resources)
        return {key: number for key, number in found if number}

    holder = world.at(store)
    # A list of what can be made asks for each thing on it.
    return world.recall(holder, "resources", look) if holder else look()


def use_up(world: World, maker: Record, found: Supplies, number: int) -> dict[str, int]:
    """Take what the pieces use up out of the maker's possessions; returns what it was, by item."""
    used = found.each.items()
    return {item: take(world, maker.place, item, each * number) for item, each in used}


def in_words(content: Content, alternatives: tuple[str, ...]) -> str:
    """A need as people say it: "iron or mithril"."""
    named = [content.resources[a].name if a in content.resources else a for a in alternatives]
    return " or ".join(named).lower()
