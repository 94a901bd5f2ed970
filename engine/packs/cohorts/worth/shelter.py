"""What a place gives to those who defend in it: its terrain, and its walls to whom they serve."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.modifiers import Modifier
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import owner_of, relation
from engine.packs.cohorts.pieces.records import Character, Province, Unit
from engine.world import World

_WALLS = "fortification"


def defending(content: Content, province: Province, *, walls: bool) -> Iterator[Modifier]:
    """What a province gives to those who defend in it: its terrain, and its walls if these count.

    Sources: cohorts.world.terrain-defense, cohorts.improvement.fortification-bonus.
    """
    terrain = content.terrains[province.terrain]
    if terrain.defense:
        amount = Fraction(terrain.defense)
        yield Modifier("DF", "percent", amount, terrain.name, "cohorts.world.terrain-defense")
    if walls and province.walls:
        figures = content.province_improvements[_WALLS]
        level = province.walls
        source, rule = f"Walls, level {level}", "cohorts.improvement.fortification-bonus"
        yield Modifier("DF", "percent", Fraction(figures.df_percent[level - 1]), source, rule)
        if figures.mar[level - 1]:
            yield Modifier("MAR", "add", Fraction(figures.mar[level - 1]), source, rule)


def shelters(
    world: World, province: Province, faction: int, piece: Character | Unit, *, helps: bool = False
) -> bool:
    """Whether the walls of a province serve a unit of a faction that is on the defending side.

    They serve the barony's owner, its allies and neutrals who help it, but no ships. Source:
    cohorts.improvement.fortification-scope.
    """
    if isinstance(piece, Unit) and piece.arm == "ship":
        return False
    owner = owner_of(world, province)
    return helps or (owner != 0 and relation(world, owner, faction) == "allied")
