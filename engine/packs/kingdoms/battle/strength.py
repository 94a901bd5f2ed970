"""How strong an army is: its base by type, race and ground, its quality, and all factors.

All are exact fractions and never rounded (kingdoms.random.rounding). Source:
kingdoms.battle.unit-strength.
"""

from __future__ import annotations

from fractions import Fraction

from engine.numbers import Exact
from engine.packs.kingdoms.battle.values import ArmyFactor, Field, Fielded, Leader, Side
from engine.packs.kingdoms.content.armies import ArmyRace, ArmyType, Ground, LineFigures
from engine.packs.kingdoms.pieces.chance import percent_fraction

HALF = Fraction(1, 2)


# ---------------------------------------------------------------- base strength


def type_strength(type: ArmyType, *, defends: bool, drawn: Exact | None = None) -> Exact:
    """The strength of an army type: a garrison's when it attacks, Elephants' as they were drawn.

    Sources: kingdoms.army.garrison-strength, kingdoms.army.elephants.
    """
    if drawn is not None:
        return drawn
    if type.attacking is not None and not defends:
        return type.attacking
    return type.strength


def on_ground(type: ArmyType, race: ArmyRace, ground: Ground, strength: Exact) -> Fraction:
    """A strength with what race and ground change: additions, then halved if adverse.

    Sources: kingdoms.army.terrain-strength, kingdoms.army.races, kingdoms.army.whales.
    """
    if type.stranded and not ground.sea:
        return Fraction(0)
    added = (race.home == ground.key) + (type.key in race.types) + (ground.key in type.home)
    whole = Fraction(strength + added)
    return whole * HALF if ground.key in type.adverse else whole


def base_strength(
    field: Field, army: Fielded, *, defends: bool, drawn: Exact | None = None
) -> Fraction:
    """The base strength of an army, halfway to that on ground that is an illusion.

    Sources: kingdoms.army.terrain-strength, kingdoms.spell.illusory-terrain.
    """
    type, race = field.types[army.type], field.races[army.race]
    strength = type_strength(type, defends=defends, drawn=drawn)
    real = on_ground(type, race, field.ground, strength)
    if field.illusion is None:
        return real
    return (real + on_ground(type, race, field.illusion, strength)) * HALF


# ---------------------------------------------------------------- quality


def shortfall(race: str, druid: int, army: ArmyRace) -> int:
    """By how many levels a leader of that race and Druid level falls short of leading a race.

    Source: kingdoms.ability.druid-leading.
    """
    return 0 if race == army.key else max(0, army.druid - druid)


def lacking(field: Field, side: Side, leader: Leader | None, army: Fielded) -> int:
    """The shortfall of an army's leader, of its King where it has no leader.

    Militia, which has no King, lacks nothing. Sources: kingdoms.ability.druid-leading,
    kingdoms.ability.druid-garrison.
    """
    race = field.races[army.race]
    if leader:
        return 0 if army.obedient else shortfall(leader.race, leader.druid, race)
    return shortfall(side.king_race, side.king_druid, race) if side.king_race else 0


def unsupplied(field: Field, side: Side) -> bool:
    """Whether a side lacks the army type that such ground asks for (kingdoms.army.camels)."""
    needed = field.ground.supplied_by
    if needed is None or side.supplied:
        return False
    return all(army.type != needed for army in side.armies)


def battle_quality(
    field: Field,
    side: Side,
    leader: Leader | None,
    army: Fielded,
    *,
    fanatical: bool,
    thirsty: bool,
) -> int:
    """The quality that an army fights with, without limit up or down.

    Source: kingdoms.army.quality-modifiers.
    """
    quality = army.quality - thirsty - lacking(field, side, leader, army) + army.home + fanatical
    if leader:
        quality += leader.oratory + army.blessed
    return quality


def with_quality(figures: LineFigures, base: Fraction, quality: int) -> Fraction:
    """Base strength times quality, or what is left to a depleted army (kingdoms.army.quality)."""
    if quality > 0:
        return base * quality
    if not base:
        return base
    return figures.depleted if quality == 0 else figures.sub_depleted


# ---------------------------------------------------------------- factors


def explored_factor(figures: LineFigures, own: int, other: int) -> Fraction:
    """What the better knowledge of a province gives (kingdoms.army.exploration-factor)."""
    return 1 + Fraction(max(0, own - other), figures.exploration)


def command_factor(figures: LineFigures, leader: Leader | None, *, sea: bool) -> Fraction:
    """Bonus that a leader's Tactical, or Naval in a Sea province, gives each led army.

    Sources: kingdoms.ability.tactical, kingdoms.ability.naval.
    """
    level = leader.command(sea=sea) if leader else 0
    return percent_fraction(figures.command_percent * level)


def phantasm_factor(figures: LineFigures, leader: Leader | None) -> Fraction:
    """Bonus that illusory soldiers give the led armies (kingdoms.spell.phantasmal-armies)."""
    return percent_fraction(figures.phantasm_percent * (leader.phantasm if leader else 0))


Factor = tuple[str, Fraction]
"""A factor with the name of what brings it."""


def side_factors(
    field: Field, side: Side, enemy: Side, *, defends: bool, demoralized: bool
) -> tuple[Factor, ...]:
    """The factors for every army of a side (kingdoms.army.special-factors)."""
    figures = field.figures
    found = (
        ("defence", figures.defence if defends else Fraction(1)),
        ("exploration", explored_factor(figures, side.explored, enemy.explored)),
        ("demoralized", figures.demoralized if demoralized else Fraction(1)),
    )
    return tuple((name, factor) for name, factor in found if factor != 1)


def army_factors(
    field: Field, side: Side, leader: Leader | None, army: Fielded
) -> tuple[Factor, ...]:
    """The factors for one army, apart from those of its side and its nemesis."""
    figures = field.figures
    found = (
        ("command", command_factor(figures, leader, sea=field.sea)),
        ("phantasm", phantasm_factor(figures, leader)),
        ("share", army.strength),
        *((boon.name, boon.factor) for boon in boons_for(side, army)),
    )
    return tuple((name, factor) for name, factor in found if factor != 1)


def boons_for(side: Side, army: Fielded) -> tuple[ArmyFactor, ...]:
    """The boons of its side that are for an army."""
    return tuple(each for each in side.boons if not each.types or army.type in each.types)


def multiplied(strength: Fraction, factors: tuple[Factor, ...]) -> Fraction:
    """A strength times all factors."""
    for _, factor in factors:
        strength *= factor
    return strength
