"""A unit as a battle takes it in: all that the fight needs to know, and nothing that changes.

Where the figures come from stands in `muster`, what the fight does to the unit in `fighter`.
Source: cohorts.battle.unit-record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.packs.cohorts.battle.magic.laid import LoadedSpell
from engine.world import Place

NOWHERE = Place("stack", 0)


@dataclass(frozen=True, slots=True)
class Attack:
    """A melee or missile attack."""

    damage: float = 1.0
    """The damage modifiers of race and weapon, multiplied."""
    af: float = 1.0
    """Base AF."""
    af_percent: float = 0.0
    """All bonuses to it."""
    power: float = 0.0
    """POW of race, weapon and skill."""
    modifiers: tuple[float, ...] = ()
    """The POW modifiers, of which one counts (cohorts.formula.pow-modifiers)."""
    type: str = "physical"


@dataclass(frozen=True, slots=True)
class Special:
    """A special attack of one type, all its sources added up."""

    type: str
    damage: float
    quality: float


def joined(
    sources: Iterable[tuple[str, float, float]], order: Iterable[str]
) -> tuple[Special, ...]:
    """Special attacks by type, damage and quality of all sources added up, in that order of types.

    Source: cohorts.battle.special-attack-sources.
    """
    damage: dict[str, float] = {}
    quality: dict[str, float] = {}
    for type_, more, better in sources:
        damage[type_] = damage.get(type_, 0.0) + more
        quality[type_] = quality.get(type_, 0.0) + better
    return tuple(Special(key, damage[key], quality[key]) for key in order if key in damage)


@dataclass(frozen=True, slots=True)
class Combatant:
    """A character or military unit that takes part."""

    place: Place
    name: str
    side: int
    character: bool
    slot: int
    """1 to 10."""
    soldiers: int
    """1 for a character, the crew of a ship or engine."""
    hp: float
    """Full hit points of the whole unit."""
    player: int = 0
    force: Place = NOWHERE
    """The stack or city it fights for, or the province in which it stands loose."""
    race: str = ""
    arm: str = ""
    type: str = ""
    wounds: float = 0.0
    morale: float = 100.0
    level: int = 1
    encounter_level: int = 1
    dex: float = 10.0
    """Effective, as all attributes here."""
    con: float = 10.0
    base_con: float = 10.0
    """Without any change, for what a battle status adds to it."""
    initiative: float = 0.0
    """What it adds to its roll."""
    melee: Attack = Attack()
    missile: Attack | None = None
    res: float = 0.0
    """Without the modifiers of a type of attack."""
    res_against: Mapping[str, float] = field(default_factory=dict[str, float])
    """What is added to it against types of attack."""
    df: float = 1.0
    """Flat."""
    df_percent: float = 0.0
    armor_df: float = 0.0
    """The part of flat DF from armor, not from a shield (cohorts.combat-spell.negate-armor)."""
    charge: float = 0.0
    """The AF bonus of a charge, by its mount (cohorts.combat-spell.charge)."""
    mar: float = 1.0
    sar: float = 1.0
    sar_against: Mapping[str, float] = field(default_factory=dict[str, float])
    tactics: float = 1.0
    """What multiplies DF, POW and RES last (cohorts.spell.charm-of-tactics)."""
    specials: tuple[Special, ...] = ()
    """In the order of the types."""
    directive: str = ""
    keywords: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    """Types of attack that are no use against it."""
    statuses: Mapping[str, int] = field(default_factory=dict[str, int])
    """Lasting statuses that work as the battle status of that name, with the heroic level."""
    duel_spell: LoadedSpell | None = None
    battle_spell: LoadedSpell | None = None
    """Or a utility spell."""
    mana: int = 0
    """What it has to put into its spells."""
    artillery: int = 0
    """How many shots it has before the rounds."""
    ship: Place | None = None
    """In a naval battle the ship that it is aboard."""

    @property
    def is_target(self) -> bool:
        """Whether artillery shoots at it: a ship or an engine (cohorts.battle.artillery-phase)."""
        return self.arm in ("ship", "artillery")


def roster_key(unit: Combatant) -> tuple[int, int, int, str]:
    """Attackers before defenders, then by slot, then by id; a character before a unit of its id.

    Source: cohorts.battle.roster-order.
    """
    return unit.side, unit.slot, unit.place.id, unit.place.kind


@dataclass(frozen=True, slots=True)
class Detachment:
    """A stack, garrison or group of loose units with its fighters."""

    place: Place
    name: str
    player: int
    units: tuple[Combatant, ...]


@dataclass(frozen=True, slots=True)
class BattleSide:
    """One of the two armies."""

    contingents: tuple[Detachment, ...]

    @property
    def units(self) -> tuple[Combatant, ...]:
        """Everyone who takes part."""
        return tuple(unit for each in self.contingents for unit in each.units)
