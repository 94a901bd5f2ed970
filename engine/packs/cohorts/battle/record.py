"""What a battle's record holds: who fought, and everything that happened, in order.

Both sides are given all of it (cohorts.turn.battle-report), so it names no rating, talent or order
of anyone, only what a bystander sees and how each turn of fortune came about. A unit is a number,
its place in the record's participants; a hex a number in hex order (`slots`). Wounds are percent
points.
"""

from __future__ import annotations

from typing import Literal

from engine.facts import Facts, Tagged, facts
from engine.world import Place

UnitState = Literal["fighting", "fled", "stone", "dead"]
"""cohorts.battle.unit-states"""


@facts
class Participant(Tagged, pack="cohorts"):
    """A character or military unit as it went into battle."""

    place: Place
    name: str
    player: int
    side: int
    """0 attacker, 1 defender."""
    force: Place
    """The stack or city it fought for, or the province in which it stood loose."""
    race: str
    arm: str
    """A unit's class; empty for a character."""
    type: str
    """A character's class, or a unit's type."""
    soldiers: int
    hex: int
    wounds: float
    morale: float
    """Lasting morale."""
    ship: int = -1
    """The number of the ship that it was aboard in a naval battle, -1 for none."""


@facts
class Force(Facts):
    """A stack, garrison or group of loose units on one side."""

    place: Place
    name: str
    player: int
    side: int


@facts
class Gathered(Tagged, pack="cohorts"):
    """The forces that met, those with nobody to fight too."""

    forces: tuple[Force, ...]
    naval: bool
    terrain: str = ""
    fortification: int = 0
    """The level of the walls from which defenders fight, 0 if none does."""


@facts
class ChanceDrawn(Tagged):
    """A draw of chance and its cause."""

    tag = "cohorts.drawn"

    cause: str
    unit: int = -1
    """For whom, -1 for a slot or army."""
    chance: float = 0.0
    """Percent, of a draw that decides an event; it happens if the result is lower."""
    options: int = 0
    """Of how many one was picked."""
    result: float
    """A roll, a percent number, or the place of what was picked, from 0."""


@facts
class InitiativeSet(Tagged):
    """The order in which the units act, with the initiative of each in that order."""

    tag = "cohorts.ordered"

    units: tuple[int, ...]
    initiative: tuple[int, ...]


@facts
class BattleRoundBegan(Tagged):
    """A battle round begins."""

    tag = "cohorts.round-began"

    round: int


@facts
class UnitMoved(Tagged):
    """A unit moved into a hex; at sea its ship with everyone aboard."""

    tag = "cohorts.moved"

    units: tuple[int, ...]
    """Who came along, the one whose turn it is first."""
    to: int


@facts
class Hit(Facts):
    """What an attack did to one of the units it struck."""

    unit: int
    wounds: float
    """Those that it took."""
    after: float
    """All that it has now."""
    status: str = ""
    """The battle status that it was given, its immediate wounds included."""


@facts
class Attacked(Tagged, pack="cohorts"):
    """A weapon attack on a hex."""

    unit: int
    missile: bool
    hex: int
    damage: float
    power: float
    hits: tuple[Hit, ...]


@facts
class SpecialAttacked(Tagged, pack="cohorts"):
    """A special attack on a hex."""

    unit: int
    type: str
    damage: float
    quality: float
    hex: int
    hits: tuple[Hit, ...]


@facts
class CombatSpellCast(Tagged):
    """A character cast a combat spell; one that found no target is not cast and not told of.

    An attack has `hits`; a charm or task has `laid`; an aura has neither, but is `aura`.
    """

    tag = "cohorts.cast"

    unit: int
    """The caster."""
    spell: str
    """Its key among the combat spells."""
    level: int
    """The caster level with which it was cast, mana included."""
    hex: int
    """At which it was cast; of an aura the caster's own."""
    further: tuple[int, ...] = ()
    """Further hexes that an attack struck, in hex order (cohorts.combat-spell.area-damage)."""
    hits: tuple[Hit, ...] = ()
    """What an attack did to each unit that it struck, in roster order."""
    laid: tuple[int, ...] = ()
    """Who carries a charm or task until the battle ends, in roster order, wherever they go."""
    aura: bool = False
    """Whether it surrounds the caster from now on, as long as the caster fights."""


@facts
class Fired(Tagged, pack="cohorts"):
    """A shot of artillery at a hex."""

    unit: int
    hex: int
    chance: float
    destroyed: int
    """The ship or engine that it hit, -1 for none."""


@facts
class StatusWound(Tagged):
    """A unit was wounded by a status or an aura."""

    tag = "cohorts.suffered"

    unit: int
    cause: str
    wounds: float
    after: float


@facts
class WoundsClosed(Tagged):
    """A unit's wounds closed."""

    tag = "cohorts.healed"

    unit: int
    cause: str
    healed: float
    after: float


@facts
class Cured(Tagged, pack="cohorts"):
    """A battle status ended."""

    unit: int
    status: str


@facts
class MoraleChecked(Tagged):
    """Morale was checked."""

    tag = "cohorts.checked"

    side: int
    unit: int = -1
    """-1 if a slot or the army checked."""
    hex: int = -1
    """Of a slot."""
    morale: float
    chance: float
    """Percent of failure."""
    failed: bool
    wounds: float = 0.0
    """Those that the rout added."""
    after: float = 0.0
    """All wounds of the unit then."""


@facts
class Fled(Tagged, pack="cohorts"):
    """Units left the map."""

    units: tuple[int, ...]
    hex: int


@facts
class Petrified(Tagged, pack="cohorts"):
    """A unit turned to stone."""

    unit: int


@facts
class Fell(Tagged, pack="cohorts"):
    """A unit was killed or destroyed."""

    unit: int
    by: int = -1
    """The unit that struck the blow, -1 for none."""
    with_ship: int = -1
    """The ship with which it sank, -1 for none."""


@facts
class UnitOutcome(Facts):
    """How a unit came out of a battle."""

    wounds: float
    state: UnitState
    hex: int
    dealt: float
    """HP points taken from enemies (cohorts.battle.experience)."""


@facts
class ArmyAtStart(Facts):
    """What an army was when the battle began, over all units that took part."""

    level: int
    """Its encounter level."""
    hp: float
    """Current HP."""
    soldiers: int


@facts
class BattleEnded(Tagged):
    """The battle is over; the last event of every record."""

    tag = "cohorts.ended"

    winner: int
    """0 attacker, 1 defender."""
    rounds: int
    """The round in which it ended, 0 before the first."""
    outcomes: tuple[UnitOutcome, ...]
    """Of every participant, by its number."""
    armies: tuple[ArmyAtStart, ArmyAtStart]
    """Attacker and defender."""
