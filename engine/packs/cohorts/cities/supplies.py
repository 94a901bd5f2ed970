"""What a city makes things from: resources it has access to, else items of its possessions.

Access is never used up; items that take its place are. What is made of it stands in `making` and
`guilds.brewing`. Sources: cohorts.race.kill-resources, cohorts.order.guild-make-potion.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.packs.cohorts.cities.access import access
from engine.packs.cohorts.content import Content, Resource
from engine.packs.cohorts.possessions import count, take
from engine.packs.cohorts.records import City
from engine.world import World

Want = tuple[tuple[str, ...], int]
"""Any one of these resources, and how many items of it each piece takes without access."""


@dataclass(frozen=True, slots=True)
class Supplies:
    """How far a city's resources go in making a thing."""

    each: dict[str, int]
    """What every piece made uses up of the city's possessions, by item."""
    missing: tuple[str, ...]
    """What can be had from nowhere, in words; then nothing can be made."""
    enough_for: int | None
    """How many pieces the items last for; None if none are used up."""

    def limits(self, number: int) -> int:
        """So many pieces, or as many as the items last for."""
        return number if self.enough_for is None else min(number, self.enough_for)


def supplies(world: World, content: Content, city: City, wants: Iterable[Want]) -> Supplies:
    """What the city works with to make one kind of thing.

    Of several resources that would do, it uses up the one of which most items lie there.
    """
    at_hand = access(world, content, city)
    each: dict[str, int] = {}
    missing: list[str] = []
    for alternatives, number in wants:
        if not content.missing((alternatives,), at_hand):
            continue
        fitting = [r for r in content.resources.values() if any(map(r.is_a, alternatives))]

        def lying_there(resource: Resource) -> int:
            return count(world, city.place, resource.key)

        best = max(fitting, key=lying_there, default=None)
        if best is None or lying_there(best) < each.get(best.key, 0) + number:
            missing.append(_words(content, alternatives))
        else:
            each[best.key] = each.get(best.key, 0) + number
    if missing:
        return Supplies({}, tuple(missing), 0)
    lasting = (count(world, city.place, item) // number for item, number in each.items())
    return Supplies(dict(sorted(each.items())), (), min(lasting, default=None))


def use_up(world: World, city: City, found: Supplies, number: int) -> dict[str, int]:
    """Take what so many pieces use up, and say what it was, by item."""
    return {item: take(world, city.place, item, each * number) for item, each in found.each.items()}


def _words(content: Content, alternatives: tuple[str, ...]) -> str:
    named = [content.resources[a].name if a in content.resources else a for a in alternatives]
    return " or ".join(named).lower()
