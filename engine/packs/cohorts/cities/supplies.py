"""What things are made from: resources that a city has access to, else items of possessions.

Access is never used up; items that take its place are. Characters have none and make everything
from what they carry. What is made of it stands in `making`, `guilds.brewing` and
`characters.brewing`. Sources: cohorts.race.kill-resources, cohorts.order.guild-make-potion.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from engine.packs.cohorts.content import Content, Resource
from engine.packs.cohorts.pieces.possessions import count, take
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
        fitting = [r for r in content.resources.values() if any(map(r.is_a, alternatives))]

        def lying_there(resource: Resource) -> int:
            return count(world, store, resource.key)

        best = max(fitting, key=lying_there, default=None)
        if best is None or lying_there(best) < each.get(best.key, 0) + number:
            missing.append(in_words(content, alternatives))
        else:
            each[best.key] = each.get(best.key, 0) + number
    if missing:
        return Supplies({}, tuple(missing), 0)
    lasting = (count(world, store, item) // number for item, number in each.items())
    return Supplies(dict(sorted(each.items())), (), min(lasting, default=None))


def use_up(world: World, maker: Record, found: Supplies, number: int) -> dict[str, int]:
    """Take what the pieces use up out of the maker's possessions; returns what it was, by item."""
    used = found.each.items()
    return {item: take(world, maker.place, item, each * number) for item, each in used}


def in_words(content: Content, alternatives: tuple[str, ...]) -> str:
    """A need as people say it: "iron or mithril"."""
    named = [content.resources[a].name if a in content.resources else a for a in alternatives]
    return " or ".join(named).lower()
