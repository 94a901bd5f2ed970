"""The ratings of a unit that its race, bearing and place decide: DF, RES, MAR and SAR.

What a battle makes of them, attacks and hit points stand with the battle. Who defends what is the
caller's to say; `shelters` answers it for the walls of a province.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from engine.modifiers import Modifier, Situation, Statistic
from engine.numbers import exact
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import owner_of, relation
from engine.packs.cohorts.pieces.records import Character, Province, Unit
from engine.packs.cohorts.worth.bonuses import ask
from engine.packs.cohorts.worth.levels import heroic_level
from engine.world import World

DF_PERCENT_PER_HEROIC_LEVEL = 20  # cohorts.formula.df
_WALLS = "fortification"


def df(
    world: World,
    content: Content,
    piece: Character | Unit,
    situation: Situation | None = None,
    place: Iterable[Modifier] = (),
) -> Statistic:
    """The defense factor, never below 1: flat sources times one sum of percents.

    `place` are the modifiers of where it defends (`defending`). Source: cohorts.formula.df.
    """
    heroic = DF_PERCENT_PER_HEROIC_LEVEL * heroic_level(piece.level)
    by_level = Modifier("DF", "percent", Fraction(heroic), "Heroic level", "cohorts.formula.df")
    base = content.races[piece.race].combat.df
    found = ask(world, content, piece, "DF", base, situation, (by_level, *place))
    return by_tactics(world, content, piece, found, least=1)


def af(
    world: World, content: Content, piece: Character | Unit, situation: Situation | None = None
) -> Statistic:
    """The attack factor before battle statuses, never below 0 (cohorts.formula.af)."""
    base = exact(content.races[piece.race].combat.af)
    found = ask(world, content, piece, "AF", base, situation)
    return found if found.value >= 0 else found._replace(value=Fraction(0))


def by_tactics(
    world: World, content: Content, piece: Character | Unit, found: Statistic, *, least: int = 0
) -> Statistic:
    """A DF, POW or RES as charms and tasks of tactics multiply it after all else.

    It is not rounded, and never below `least`. Source: cohorts.spell.charm-of-tactics.
    """
    last = ask(world, content, piece, "tactics", max(found.value, Fraction(0)))
    if not last.lines and found.value >= least:
        return found
    return found._replace(value=max(last.value, Fraction(least)), lines=(*found.lines, *last.lines))


def resistance(
    world: World, content: Content, piece: Character | Unit, type: str = "physical"
) -> Statistic:
    """RES against a type of attack, never below 0 (cohorts.formula.res)."""
    combat = content.races[piece.race].combat
    racial = combat.resist.get(type, 0)
    more = (Modifier("RES", "add", Fraction(racial), piece.race, "cohorts.race.starter-combat"),)
    found = ask(
        world,
        content,
        piece,
        "RES",
        combat.resistance,
        {"type": type},
        more if racial else (),
    )
    return by_tactics(world, content, piece, found)


def magic_defense(
    world: World, content: Content, piece: Character | Unit, place: Iterable[Modifier] = ()
) -> Statistic:
    """MAR, also written MAD: resistance to magic (cohorts.formula.mad-sad)."""
    base = content.races[piece.race].combat.mar
    return ask(world, content, piece, "MAR", base, more=place)


# ---------------------------------------------------------------- where it defends


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
