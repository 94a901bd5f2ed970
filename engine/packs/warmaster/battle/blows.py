"""What happens in shooting, magic and combat, as the record of a battle tells it, in order.

Moves, orders and the end are in `happenings`. Units and characters are named by side and number in
the roster, from 1. Source: warmaster.report.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.facts import Facts, Tagged, facts
from engine.packs.warmaster.battle.values import SideName

Cause = Literal["combat", "shooting", "spell", "rout"]
"""By what a unit is destroyed (warmaster.character.loss)."""
Dice = tuple[int, ...]


class Part(NamedTuple):
    """What changes the Attacks of each stand, or the dice of a unit (warmaster.combat.dice)."""

    cause: Literal[
        "charge",
        "pursuit",
        "spell",
        "confused",
        "terror",
        "standard",
        "characters",
        "weapon",
        "first round",
    ]
    """The last three are dice of the unit as a whole, all others count for each stand."""
    amount: int


@facts
class Harm(Facts):
    """What hits did to a unit: its saves, and what it lost (warmaster.unit.stands)."""

    side: SideName
    number: int
    hits: int
    """Those that fell on it, before saves."""
    attached_needs: int = 0
    """The die that saved its attached stand; 0 if no hit fell on it, or it has no Armour."""
    attached_saves: Dice = ()
    needs: int = 0
    """The die that saved its own stands; 0 if no hit fell on them, or there was no save."""
    saves: Dice = ()
    saves_again: Dice = ()
    """Saves that had to be made again (warmaster.item.sword-of-destruction)."""
    spared: int = 0
    """Hits that a banner made nothing of (warmaster.item.banner-of-steadfastness)."""
    counted: int = 0
    """Unsaved hits up to its last stand."""
    lost: int = 0
    """Own stands lost."""
    stands: int
    """Own stands left."""
    attached: int = 0
    """Hits that its attached stand can still take."""


@facts
class Shot(Tagged, pack="warmaster"):
    """A unit shot (warmaster.shoot.who, warmaster.shoot.dice)."""

    side: SideName
    number: int
    target: int
    needs: int
    dice: Dice
    dice_before: Dice = ()
    """What was rolled first, if the dice were rolled again (warmaster.item.banner-of-fortune)."""
    harm: Harm


@facts
class WizardCast(Tagged):
    """A Wizard tried a spell (warmaster.magic.resolution). What it did follows."""

    tag = "warmaster.spell-cast"

    side: SideName
    by: int
    """The number of the Wizard."""
    spell: str
    targets: tuple[tuple[SideName, int], ...] = ()
    """The units at which it was cast, nearest first."""
    direction: int | None = None
    """Of a path: 0 for NE, then clockwise."""
    score: int
    die: int = 0
    """0 if none was rolled."""
    modifier: int = 0
    item: str = ""
    """The key of the item that helped the cast."""
    worked: bool
    """Whether the die was enough."""
    antimagic: int = 0
    """The die of anti-magic; 0 without one (warmaster.magic.antimagic)."""
    dispelled_by: str = ""
    """The key of the item that stopped it."""
    stopped: bool = False


@facts
class SpellStruck(Tagged, pack="warmaster"):
    """The attacks of a spell on a unit; of a backfire there are no dice."""

    spell: str
    needs: int = 0
    dice: Dice = ()
    harm: Harm


@facts
class SpellChanged(Tagged, pack="warmaster"):
    """What a spell did to a unit, apart from attacks and moves."""

    spell: str
    side: SideName
    number: int
    does: Literal["lend", "restore"]
    stands: int
    """Own stands from now on."""


@facts
class CastMore(Tagged, pack="warmaster"):
    """Whether a Wizard may cast another spell (warmaster.magic.bonus-casts)."""

    side: SideName
    by: int
    die: int = 0
    """0 if an item allows it."""
    item: str = ""
    granted: bool


@facts
class SpellboundRolled(Tagged):
    """Whether a Wizard who failed is spellbound (warmaster.item.staff-of-spellbinding)."""

    tag = "warmaster.spellbound"

    side: SideName
    """The Wizard's."""
    by: int
    """The number of the Wizard."""
    item: str
    die: int
    spellbound: bool


@facts
class DrivenBack(Tagged, pack="warmaster"):
    """Dice for the hits that a unit took; how it moved follows (warmaster.shoot.drive-back)."""

    side: SideName
    number: int
    dice: Dice
    hexes: int
    routed: bool = False


@facts
class UnitLost(Tagged, pack="warmaster"):
    """A unit was destroyed."""

    side: SideName
    number: int
    cause: Cause


@facts
class CharacterSlain(Tagged, pack="warmaster"):
    """A character fell with its unit, or had nowhere to go (warmaster.character.loss)."""

    side: SideName
    number: int


@facts
class EngagementBegan(Tagged):
    """Units in contact began to fight (warmaster.combat.engagement)."""

    tag = "warmaster.engagement"

    units: tuple[tuple[int, ...], tuple[int, ...]]
    """Of the attacker and of the defender, in roster order."""


@facts
class AttackDice(Facts):
    """The attack dice of a unit in a combat round (warmaster.combat.dice)."""

    side: SideName
    number: int
    target: int
    per_stand: int
    stands: int
    attached: int = 0
    """The dice of its attached stand, which are the last."""
    parts: tuple[Part, ...] = ()
    needs: int
    dice: Dice
    dice_before: Dice = ()
    """What was rolled first, if the dice were rolled again."""
    misses_again: Dice = ()
    """Dice that missed and were rolled again (warmaster.item.sword-of-cleaving)."""
    hits: int


@facts
class RoundFought(Tagged):
    """A combat round (warmaster.combat.round, warmaster.combat.result)."""

    tag = "warmaster.round"

    number: int
    """Of the engagement, from 1."""
    attacks: tuple[AttackDice, ...]
    harms: tuple[Harm, ...]
    scores: tuple[int, int]
    """The attacker's and the defender's."""


@facts
class Retreated(Tagged):
    """A side lost a round and moves back; the moves follow (warmaster.combat.retreat)."""

    tag = "warmaster.retreat"

    side: SideName
    dice: Dice
    hexes: int
    stubborn: bool = False
    """Whether it rolled a die less."""


@facts
class StandsLost(Tagged, pack="warmaster"):
    """A unit lost stands otherwise than by hits (warmaster.combat.retreat)."""

    side: SideName
    number: int
    lost: int
    stands: int
    """Own stands left."""


@facts
class EngagementEnded(Tagged, pack="warmaster"):
    """How an engagement ended for this turn.

    It was won, drawn, its sides have parted, or it has lasted too long (warmaster.combat.result,
    warmaster.combat.pursuit, warmaster.combat.round).
    """

    outcome: Literal["won", "drawn", "parted", "unresolved", "all lost"]
    winner: SideName | None = None
