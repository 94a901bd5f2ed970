"""A battle under way: its units and characters as they stand now, and whose turn it is.

The parts of a turn work on it, each in a separate file. Hexes are cells here (`grid`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.dice import Dice
from engine.facts import Tagged
from engine.packs.warmaster.battle.grid import CELLS, NEIGHBOURS, between, distances
from engine.packs.warmaster.battle.ground import Land, Ways, land_of
from engine.packs.warmaster.battle.lore import PLAIN, Lore
from engine.packs.warmaster.battle.values import SIDES, Army, Captain, Field, SideName, Troop

GONE = -1
"""The cell of what is destroyed."""


@dataclass(slots=True, eq=False)
class BattleUnit:
    """A unit in battle. What a spell does to it for a turn stands in `effects`."""

    troop: Troop
    side: int
    """0 for the attacker, 1 for the defender."""
    number: int
    """In its roster, from 1."""
    ways: Ways
    """Where its kind may go."""
    stands: int
    cell: int = GONE
    odd: int = 0
    """Unsaved hits too few for another stand (warmaster.unit.stands)."""
    attached: int = 0
    """Hits that its attached stand can still take; 0 without one."""
    confused: bool = False
    confused_in: int = 0
    """The number of its side's Command phase, from 1, during or after which it was confused; 0 for
    before the first (warmaster.command.confusion)."""
    charged: bool = False
    stalled: bool = False
    round_flank: bool = False
    """Whether it has come to its flank goal, from where it attacks (warmaster.directive.units)."""
    obeyed: int = 0
    """Orders it has obeyed in this turn."""
    taken: int = 0
    """Unsaved shooting hits that it took in this phase (warmaster.shoot.drive-back)."""
    pursuing: bool = False
    advanced: bool = False
    rounds: int = 0
    """Combat rounds that it has fought in this turn."""
    bout: Literal["", "first", "later"] = ""
    """Whether it fights its first engagement, or has done so (warmaster.item.first-engagement)."""
    lost_stand: bool = False
    """Whether it has lost a stand in this battle, so that some banners are gone."""
    spared: int = 0
    """Shooting hits of this turn that its banner made nothing of."""
    used: bool = False
    """Whether its item that works once is used up."""
    effects: tuple[str, ...] = ()
    """The keys of the spells that work on it."""

    @property
    def alive(self) -> bool:
        """Whether it is still on the field."""
        return self.stands > 0

    @property
    def undead(self) -> bool:
        """Whether it is never confused and makes no initiative charges."""
        return "undead" in self.troop.special

    @property
    def range(self) -> int:
        """How far it shoots, its own stands or an attached one (warmaster.shoot.who)."""
        if not self.attached or self.troop.attached is None:
            return self.troop.range
        return max(self.troop.range, self.troop.attached.range)


@dataclass(slots=True, eq=False)
class BattleCharacter:
    """A character in battle, always with a unit of the own side."""

    captain: Captain
    side: int
    number: int
    """In its side's list of characters, from 1."""
    unit: BattleUnit | None
    """None if slain."""
    command: int
    """As it is now: blunders take of it (warmaster.command.blunder)."""
    spellbound: int = 0
    """What is taken from its casting rolls (warmaster.item.staff-of-spellbinding)."""
    used: bool = False
    """Whether the item that works once is used up."""


class Battle:
    """Both armies on the field, the dice, and all that has happened so far.

    `happen` takes what happened into the record; nothing else is kept of the past.
    """

    def __init__(
        self, field: Field, armies: tuple[Army, Army], dice: Dice, lore: Lore = PLAIN
    ) -> None:
        """Everybody is there, and nobody on the field yet (`place`)."""
        self.field = field
        self.land: Land = land_of(field)
        self.armies = armies
        self.dice = dice
        self.lore = lore
        self.units: tuple[tuple[BattleUnit, ...], tuple[BattleUnit, ...]] = (
            self._units(0),
            self._units(1),
        )
        self.characters: tuple[tuple[BattleCharacter, ...], tuple[BattleCharacter, ...]] = (
            self._characters(0),
            self._characters(1),
        )
        """Of both sides, in roster order; `deployment` says with whom they are."""
        self.at: dict[int, BattleUnit] = {}
        """The unit in each cell that has one."""
        self.cells: tuple[set[int], set[int]] = (set(), set())
        """Where the units of each side stand."""
        self.near = (bytearray(CELLS), bytearray(CELLS))
        """For each side how many of its units stand next to each cell."""
        self.round = 1
        self.active = 0
        self.commands = [0, 0]
        """How many Command phases of each side have begun (warmaster.command.confusion)."""
        self.met = False
        """Whether units of both sides have touched: then who waits for the enemy waits no more."""
        self.changes = 0
        """How often a unit was set on a cell, taken off or confused: what was found out about ways
        and sight holds as long as it is the same."""
        self.affected: set[tuple[str, BattleUnit]] = set()
        """Which spell has affected which unit in this turn (warmaster.magic.same-spell-once)."""
        self.events: list[Tagged] = []
        self._living = (self.units[0], self.units[1])

    def _units(self, side: int) -> tuple[BattleUnit, ...]:
        return tuple(
            BattleUnit(
                troop=troop,
                side=side,
                number=number,
                ways=self.land.ways(troop.kind, "flyer" in troop.special),
                stands=troop.stands,
                attached=troop.attached.hits if troop.attached else 0,
            )
            for number, troop in enumerate(self.armies[side].troops, start=1)
        )

    def _characters(self, side: int) -> tuple[BattleCharacter, ...]:
        return tuple(
            BattleCharacter(captain, side, number, None, captain.command)
            for number, captain in enumerate(self.armies[side].captains, start=1)
        )

    # ------------------------------------------------------------------ who stands where

    @property
    def side(self) -> SideName:
        """Whose turn it is."""
        return SIDES[self.active]

    def living(self, side: int) -> tuple[BattleUnit, ...]:
        """The units of a side that are still there, in roster order."""
        return self._living[side]

    def with_unit(self, unit: BattleUnit) -> Iterator[BattleCharacter]:
        """The characters who stand with a unit, in roster order."""
        return (each for each in self.characters[unit.side] if each.unit is unit)

    def place(self, unit: BattleUnit, cell: int) -> None:
        """Set a unit on an empty cell, from wherever it was."""
        near, cells = self.near[unit.side], self.cells[unit.side]
        if unit.cell != GONE:
            del self.at[unit.cell]
            cells.remove(unit.cell)
            for each in NEIGHBOURS[unit.cell]:
                near[each] -= 1
        unit.cell = cell
        self.at[cell] = unit
        cells.add(cell)
        for each in NEIGHBOURS[cell]:
            near[each] += 1
        self.met = self.met or self.engaged(unit)
        self.changes += 1

    def remove(self, unit: BattleUnit) -> None:
        """Take a destroyed unit off the field, which it never enters again."""
        near = self.near[unit.side]
        del self.at[unit.cell]
        self.cells[unit.side].remove(unit.cell)
        for each in NEIGHBOURS[unit.cell]:
            near[each] -= 1
        unit.cell, unit.stands, unit.odd, unit.attached = GONE, 0, 0, 0
        left = tuple(each for each in self._living[unit.side] if each is not unit)
        ours, theirs = self._living
        self._living = (left, theirs) if unit.side == 0 else (ours, left)
        self.changes += 1

    def rest(self) -> None:
        """As a turn begins every unit may charge, advance and obey orders again."""
        for side in self._living:
            for unit in side:
                unit.charged = unit.stalled = unit.advanced = False
                unit.obeyed = 0

    # ------------------------------------------------------------------ what they see of each other

    def engaged(self, unit: BattleUnit) -> bool:
        """Whether it touches an enemy (warmaster.combat.engagement)."""
        return self.near[1 - unit.side][unit.cell] > 0

    def touching(self, unit: BattleUnit) -> list[BattleUnit]:
        """The enemies that it touches, in the order of the hexes around it."""
        found = (self.at.get(cell) for cell in NEIGHBOURS[unit.cell])
        return [each for each in found if each is not None and each.side != unit.side]

    def sees(self, start: int, goal: int) -> bool:
        """Whether nothing blocks the line from cell to cell (warmaster.field.sight)."""
        land, at = self.land, self.at
        over = land.hill[start] or land.hill[goal]
        return not any(
            land.blind[cell] or (cell in at and (not over or land.hill[cell]))
            for cell in between(start, goal)
        )

    def aims(self, unit: BattleUnit, goal: int) -> bool:
        """Whether a unit may shoot at a cell in its range: machines do so past their own side.

        Source: warmaster.shoot.who.
        """
        if unit.troop.kind != "machine":
            return self.sees(unit.cell, goal)
        land, at = self.land, self.at
        over = land.hill[unit.cell] or land.hill[goal]
        return not any(
            land.blind[cell]
            or (cell in at and at[cell].side != unit.side and (not over or land.hill[cell]))
            for cell in between(unit.cell, goal)
        )

    def nearest(self, unit: BattleUnit) -> BattleUnit | None:
        """The nearest enemy; ties: lowest roster number (warmaster.move.directive)."""
        away = distances(unit.cell)
        return min(self._living[1 - unit.side], key=lambda each: away[each.cell], default=None)

    # ------------------------------------------------------------------ chance and the record

    def die(self) -> int:
        """One six-sided die (warmaster.random.stream)."""
        return self.dice.whole(6)

    def roll(self, number: int) -> tuple[int, ...]:
        """That many six-sided dice, one after the other."""
        return tuple(self.dice.whole(6) for _ in range(number))

    def happen(self, event: Tagged) -> None:
        """Take an event into the record."""
        self.events.append(event)
