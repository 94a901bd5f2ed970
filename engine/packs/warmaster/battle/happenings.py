"""What happens in a battle, as its record tells it, in order.

Pictures and accounts are made from these and from who fought. Units and characters are named by
side and number in the roster, from 1; hexes are (column, row). Source: warmaster.report.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from engine.facts import Facts, Tagged, facts
from engine.packs.warmaster.battle.values import Role, SideName, Spot

Reason = Literal["losses", "general", "time"]
"""Why a battle ended: too much of an army destroyed, its General slain, or no round left."""
Cause = Literal["distance", "orders", "losses", "enemy", "terrain"]
"""What makes an order harder (warmaster.command.value)."""
Errand = Literal["charge", "enemy", "flank"]
"""Whereto a unit moved: into contact, towards the nearest enemy, or towards its flank goal."""
Unordered = Literal["initiative", "spell", "pursuit", "advance"]
"""By what a unit charges without an order."""
Went = Literal["fight", "command", "unit lost", "spell"]
"""Why a character went to another unit."""
NOWHERE: Final[Spot] = (-1, -1)
"""Where a destroyed unit stands."""


class UnitPosition(NamedTuple):
    """A unit as it stands at a moment: `NOWHERE` and without stands if it is destroyed."""

    at: Spot
    stands: int
    confused: bool = False
    attached: int = 0


@facts
class Stood(Tagged, pack="warmaster"):
    """Where everybody stands: at the start, after each round and at the end, for a picture."""

    round: int
    """After which it was; 0 at the start."""
    units: tuple[tuple[UnitPosition, ...], tuple[UnitPosition, ...]]
    """Of both sides, in roster order."""
    characters: tuple[tuple[int, ...], tuple[int, ...]]
    """The numbers of the units that they are with; 0 for one who is slain."""


@facts
class TurnBegan(Tagged):
    """A side's turn began (warmaster.turn.sequence)."""

    tag = "warmaster.turn"

    round: int
    side: SideName


@facts
class Moved(Tagged, pack="warmaster"):
    """A unit moved by its directive; `target` is whom it charged (warmaster.move.directive)."""

    side: SideName
    number: int
    path: tuple[Spot, ...]
    """Both ends with it; of a flyer the ends alone."""
    errand: Errand
    target: int = 0
    """The number of the enemy that it charged, or towards which it moved; 0 for a flank goal."""
    unordered: Literal["", Unordered] = ""
    """By what it charged, if not by an order."""


@facts
class MovedBack(Tagged, pack="warmaster"):
    """A unit moved back (warmaster.move.back)."""

    side: SideName
    number: int
    path: tuple[Spot, ...]
    """Both ends with it; one hex alone if it could not move."""
    hexes: int
    """How far it was to go."""


@facts
class Penalty(Facts):
    """What lowers the value of an order (warmaster.command.value)."""

    cause: Cause
    amount: int


@facts
class Value(Facts):
    """The value of an order for the unit that makes it hardest (warmaster.command.value)."""

    value: int
    command: int
    """The character's Command, with items."""
    penalties: tuple[Penalty, ...] = ()
    unit: int
    """The number of that unit."""


@facts
class Ordered(Tagged, pack="warmaster"):
    """A character tried to give an order (warmaster.command.choice, warmaster.command.test).

    What the units then did follows. With a test that an item turned about there are two of them.
    """

    side: SideName
    by: int
    """The number of the character."""
    role: Role
    brigade: int = 0
    """The number of the brigade; 0 if a single unit was ordered. No other had a higher value."""
    units: tuple[int, ...]
    """The units it was meant for, in roster order."""
    value: Value
    dice: tuple[int, int]
    success: bool
    item: str = ""
    """The key of the item that tested it, or tested it again."""


@facts
class HeldBack(Tagged, pack="warmaster"):
    """A character gave no more orders, for none was worth the army's boldness.

    It tells of the best of them. Source: warmaster.directive.boldness.
    """

    side: SideName
    by: int
    role: Role
    units: tuple[int, ...]
    value: Value
    boldness: int


@facts
class Blundered(Tagged, pack="warmaster"):
    """A character blundered (warmaster.command.blunder)."""

    side: SideName
    by: int
    number: int
    """The unit that it fell on."""
    die: int
    """0 if an item set the blunder aside before the die was rolled."""
    ignored_by: str = ""
    """The key of the item that set it aside (warmaster.item.sceptre-of-sovereignty)."""
    command: int = 0
    """The character's Command from now on, where the die took of it."""


@facts
class Confusion(Tagged, pack="warmaster"):
    """A unit became confused, or is so no longer (warmaster.command.confusion)."""

    side: SideName
    number: int
    confused: bool


@facts
class CharacterWent(Tagged, pack="warmaster"):
    """A character went to another unit (warmaster.command.hero-moves, warmaster.character.loss)."""

    side: SideName
    number: int
    """Of the character."""
    unit: int
    """The number of the unit that it is with now."""
    why: Went


@facts
class Withdrew(Tagged, pack="warmaster"):
    """An army withdraws, and so the battle is over (warmaster.end.withdrawal)."""

    side: SideName
    reason: Reason
    lost: int
    """Its units destroyed, machines not counted."""
    of: int
    """With how many it began, machines not counted."""


@facts
class Ended(Tagged, pack="warmaster"):
    """How the battle ended (warmaster.end.withdrawal, warmaster.end.time)."""

    winner: SideName
    reason: Literal["withdrawal", "time"]
    round: int
