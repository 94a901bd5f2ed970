"""What Warmaster adds to military units and characters: what they are on a field of battle.

What they are told to do there stands in `standing`, how they fight in `battle`.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Annotated, Final

from engine.facts import facts
from engine.fields import LEVEL, Within
from engine.module.schema import Module
from engine.module.sections import Key
from engine.numbers import Exact, exact
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.extension import Extension
from engine.packs.cohorts.pieces.possessions import count
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.warmaster.content import ArmyList, UnitType, WarmasterContent
from engine.world import World

_ITEM: Final = Key(("magic_items",), also=("",))
_USUAL_PACE = 2
_MOST_PACE = 4
"""On the map nobody is more than twice as fast as infantry."""


@facts
class Regiment(Extension, pack="warmaster"):
    """A military unit by an army list (warmaster.map.military-unit)."""

    list: Annotated[str, Key(("army_lists",), also=("",))] = ""
    """The key of the list; empty for a unit without a type (warmaster.map.conversion)."""
    type: Annotated[str, Key(("army_lists.units",), also=("",))] = ""
    """The key of its type there."""
    points: int = 0
    stands: Annotated[int, LEVEL] = 0
    """At full strength."""
    scale: Annotated[int, Within(1, 1000)] = 1
    """The points that count as one level (warmaster.map.experience)."""
    speed: Annotated[int, LEVEL] = 0
    """By land, in points of the map."""
    flies: bool = False
    attached: bool = False
    """Whether it has its attached stand (warmaster.army.attached)."""
    item: Annotated[str, _ITEM] = ""
    """The magic item that it carries, which is among its possessions (warmaster.map.items)."""

    def counts_as(self, wounds: Exact) -> int | None:
        if not self.type:
            return None
        return level_of(self.points, stands_of(self.stands, wounds), self.stands, self.scale)

    def called(self, module: Module) -> str:
        kind = type_of(module.content(WarmasterContent), self)
        return kind.name if kind else ""

    def rate(self, mode: str, base: int) -> int:
        if not self.type or mode == "water":  # an army list says nothing of swimming
            return base
        return self.speed if mode == "land" or self.flies else base


@facts
class Leader(Extension, pack="warmaster"):
    """A character in a Warmaster campaign (warmaster.map.character)."""

    item: Annotated[str, _ITEM] = ""
    """The magic item that it carries, which is among its possessions (warmaster.map.items)."""


def stands_of(full: int, wounds: Exact) -> int:
    """With how many stands a unit of that many percent of wounds fights, at least 1.

    Source: warmaster.map.military-unit.
    """
    lost = floor(exact(wounds) * full / 100 + Fraction(1, 2))
    return max(1, full - lost)


def wounds_of(full: int, stands: int) -> int:
    """The percent of wounds of a unit with that many stands (warmaster.map.military-unit)."""
    return 100 * (full - stands) // full


def level_of(points: int, stands: int, full: int, scale: int) -> int:
    """What a unit counts as for encounter levels (warmaster.map.experience)."""
    return max(1, points * stands // (scale * full))


def speed_of(base: int, pace: int) -> int:
    """How fast a unit of that pace is by land where its race makes `base`.

    Infantry goes as its race does, machines half as fast, others in proportion to their pace and
    at most twice as fast. Source: warmaster.map.military-unit.
    """
    return max(1, base * min(pace, _MOST_PACE) // _USUAL_PACE)


def list_of(war: WarmasterContent, race: str) -> ArmyList | None:
    """The army list that a race uses; None for a being of no race of the module."""
    key = war.armies.get(race)
    return war.army_lists.get(key) if key else None


def regiment(
    war: WarmasterContent,
    content: Content,
    army: ArmyList,
    kind: UnitType,
    race: str,
    *,
    attached: bool = False,
) -> Regiment:
    """A new unit of a type, raised of a race."""
    land = content.races[race].land if race in content.races else None
    extra = kind.attached.points if attached and kind.attached else 0
    return Regiment(
        list=army.key,
        type=kind.key,
        points=kind.points + extra,
        stands=kind.stands,
        scale=war.warmaster.experience_points,
        speed=speed_of(int(land.rate) if land else 0, kind.pace),
        flies="flyer" in kind.special,
        attached=attached and kind.attached is not None,
    )


def regiment_of(war: WarmasterContent, content: Content, unit: Unit) -> Regiment:
    """What Warmaster knows of a unit.

    The beings of quests may name a type of any list, their own race's first; of all others it
    knows nothing but figures by conversion (warmaster.map.conversion).
    """
    if isinstance(unit.ext, Regiment):
        return unit.ext
    own = list_of(war, unit.race)
    for army in (*((own,) if own else ()), *war.army_lists.values()):
        kind = army.units.get(unit.type)
        if kind:
            return regiment(war, content, army, kind, unit.race)
    return Regiment()


def type_of(war: WarmasterContent, own: Regiment) -> UnitType | None:
    """The type of a regiment; None without one, or if the module no longer has it."""
    army = war.army_lists.get(own.list)
    return army.units.get(own.type) if army else None


def leader_of(character: Character) -> Leader:
    """What Warmaster knows of a character."""
    return character.ext if isinstance(character.ext, Leader) else Leader()


def carried(world: World, piece: Character | Unit) -> str:
    """The magic item that a piece carries; empty for none, or once it has been taken away."""
    ext = piece.ext
    item = ext.item if isinstance(ext, Regiment | Leader) else ""
    return item if item and count(world, piece.place, item) else ""
