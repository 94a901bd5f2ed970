"""What a village gathers for its city, and which of it is new there: for the choice of a site.

Whether a village may stand somewhere is not asked here. Source:
cohorts.world.resource-village-level.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import City, Province
from engine.packs.cohorts.trade.access import access, worked
from engine.world import World


@dataclass(frozen=True, slots=True)
class Gain:
    """What a village of a level gathers in a province; by resource, in alphabetical order."""

    now: tuple[str, ...]
    """What it gathers at that level."""
    later: tuple[str, ...]
    """What only a higher level gathers."""
    new: frozenset[str]
    """Those of both that the city cannot use yet."""

    @property
    def worth(self) -> tuple[int, int, int, int]:
        """How much it is worth to the city, the more the higher: what is new to it before all."""
        return (
            sum(each in self.new for each in self.now),
            sum(each in self.new for each in self.later),
            len(self.now),
            len(self.later),
        )


def gain(world: World, content: Content, city: City, province: Province, level: int) -> Gain:
    """What a village of that level would gather in a province of the city's barony.

    Nothing where it is not known what lies there.
    """
    if not province.knows("deposits"):
        return Gain((), (), frozenset())
    has = access(world, content, city)
    now = sorted(dict.fromkeys(worked(content, province, level)))
    later = sorted(each for each in dict.fromkeys(province.deposits) if each not in now)
    new = frozenset(each for each in (*now, *later) if each not in has)
    return Gain(tuple(now), tuple(later), new)


def told(content: Content, found: Gain) -> str:
    """The gain in a few words: "wheat, new iron; new mithril at level 3"; empty for none."""
    parts = [", ".join(_named(content, found, each) for each in found.now)]
    parts += [
        f"{_named(content, found, each)} at level {content.resources[each].level}"
        for each in found.later
    ]
    return "; ".join(filter(None, parts))


def _named(content: Content, found: Gain, resource: str) -> str:
    return f"{'new ' if resource in found.new else ''}{content.resources[resource].name.lower()}"
