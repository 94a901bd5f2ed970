"""A battle under way: its units and characters as they stand now, and whose turn it is.

The parts of a turn work on it, each in a file of its own. Hexes are cells here, numbers for speed:
`column + 18 * row` (`field`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.dice import Dice
from engine.facts import Tagged
from engine.packs.warmaster.battle.values import SIDES, Army, Captain, SideName, Troop

GONE = -1
"""The cell of what is destroyed."""


@dataclass(slots=True, eq=False)
class Unit:
    """A unit in battle. What a spell does to it for a turn stands in `effects`."""

    troop: Troop
    side: int
    """0 for the attacker, 1 for the defender."""
    number: int
    """In its roster, from 1."""
    cell: int
    stands: int
    odd: int = 0
    """Unsaved hits too few for another stand (warmaster.unit.stands)."""
    attached: int = 0
    """Hits that its attached stand can still take; 0 without one."""
    confused: bool = False
    confused_in: int = 0
    """The number of the side's turn in which it was confused (warmaster.command.confusion)."""
    charged: bool = False
    stalled: bool = False
    obeyed: int = 0
    """Orders it has obeyed in this turn."""
    taken: int = 0
    """Unsaved shooting hits that it took in this phase (warmaster.shoot.drive-back)."""
    pursuing: bool = False
    advanced: bool = False
    fought: bool = False
    """Whether it has fought in a combat of this battle before (warmaster.item.first-engagement)."""
    lost_stand: bool = False
    """Whether it has lost a stand in this battle, so that some banners are gone."""
    effects: dict[str, int] = field(default_factory=dict[str, int])
    """Spells that work on it, by key, with the side that cast them."""

    @property
    def alive(self) -> bool:
        """Whether it is still on the field."""
        return self.stands > 0


@dataclass(slots=True, eq=False)
class Character:
    """A character in battle, always with a unit of the own side."""

    captain: Captain
    side: int
    number: int
    """In its side's list of characters, from 1."""
    unit: Unit | None
    """None if slain."""
    command: int
    """As it is now: blunders take of it (warmaster.command.blunder)."""
    spellbound: bool = False
    used: bool = False
    """Whether the item that works once is used up."""


class Battle:
    """Both armies on the field, the dice, and all that has happened so far.

    `happen` takes what happened into the record; nothing else is kept of the past.
    """

    def __init__(self, cells: Sequence[str], armies: tuple[Army, Army], dice: Dice) -> None:
        self.terrain = cells
        """The terrain of each cell."""
        self.armies = armies
        self.dice = dice
        self.units: tuple[list[Unit], list[Unit]] = ([], [])
        self.characters: tuple[list[Character], list[Character]] = ([], [])
        self.at: dict[int, Unit] = {}
        """The unit in each cell that has one."""
        self.round = 1
        self.active = 0
        self.affected: set[tuple[str, Unit]] = set()
        """Which spell has affected which unit in this turn (warmaster.magic.same-spell-once)."""
        self.events: list[Tagged] = []

    @property
    def side(self) -> SideName:
        """Whose turn it is."""
        return SIDES[self.active]

    def happen(self, event: Tagged) -> None:
        """Take an event into the record."""
        self.events.append(event)

    def living(self, side: int) -> Iterator[Unit]:
        """The units of a side that are still there, in roster order."""
        return (unit for unit in self.units[side] if unit.alive)

    def die(self) -> int:
        """One six-sided die (warmaster.random.stream)."""
        return self.dice.whole(6)

    def with_unit(self, unit: Unit) -> Iterator[Character]:
        """The characters who stand with a unit, in roster order."""
        return (each for each in self.characters[unit.side] if each.unit is unit)
