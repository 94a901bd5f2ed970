"""A battle under way: who is where, who still fights, and how units leave the fight.

The state that the phases work on. What they do stands in a file for each phase; here is what they
share: deaths, flights, moves, and when it is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from engine.dice import Dice
from engine.facts import Tagged
from engine.packs.cohorts.battle.combatant import Combatant, roster_key
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.formulas import settled
from engine.packs.cohorts.battle.magic.laid import Altered
from engine.packs.cohorts.battle.record import (
    ChanceDrawn,
    Fell,
    Fled,
    Petrified,
    UnitMoved,
    UnitState,
)
from engine.packs.cohorts.battle.slots import ATTACKER, DEFENDER, HEXES
from engine.packs.cohorts.content import CombatSpell
from engine.packs.cohorts.content.battle import BattleRules, BattleStatus, DamageType

T = TypeVar("T")


class Chance:
    """The draws of one battle, noted with their cause if there is a log."""

    __slots__ = ("_dice", "_log")

    def __init__(self, dice: Dice, log: list[Tagged] | None = None) -> None:
        self._dice = dice
        self._log = log

    def d20(self, unit: int) -> int:
        """A unit's roll for initiative, 1 to 20."""
        rolled = self._dice.whole(20)
        if self._log is not None:
            self._log.append(ChanceDrawn(cause="initiative", unit=unit, result=float(rolled)))
        return rolled

    def happens(self, percent: float, cause: str, unit: int = -1) -> bool:
        """Whether an event of that chance happens; 0 and less never does, 100 and more always."""
        if percent <= 0:
            return False
        percent = settled(percent)
        if percent <= 0 or percent >= 100:
            return percent > 0
        drawn = self._dice.real100(chance=percent)
        if self._log is not None:
            self._log.append(ChanceDrawn(cause=cause, unit=unit, chance=percent, result=drawn))
        return settled(drawn) < percent

    def pick(self, options: Sequence[T], cause: str, unit: int = -1) -> T:
        """One of the options, all equally likely; a single one without a draw."""
        if len(options) == 1:
            return options[0]
        place = self._dice.pick(range(len(options)))
        if self._log is not None:
            self._log.append(
                ChanceDrawn(cause=cause, unit=unit, options=len(options), result=place)
            )
        return options[place]


@dataclass(frozen=True, slots=True)
class BattleSetting:
    """Where it is fought, and the figures that apply."""

    rules: BattleRules
    statuses: Mapping[str, BattleStatus]
    types: Mapping[str, DamageType]
    naval: bool = False
    """Whether it is fought in a water province (cohorts.naval.when)."""
    terrain: str = ""
    """The province's, as everybody there sees it."""
    fortification: int = 0
    """The level of the walls from which defenders fight, 0 if none does."""


class Aura(NamedTuple):
    """A spell around its caster, who may not fight any more (cohorts.combat-spell.aura)."""

    caster: Fighter
    spell: CombatSpell
    amount: int
    """What it adds to the rating that it changes."""

    def reaches(self, one: Fighter) -> bool:
        """Whether it works on a unit now: a charm on its own side, a task on the other."""
        caster = self.caster
        near = caster.fights and caster.hex == one.hex
        return near and self.spell.friendly == (caster.side == one.side)


_Kin = tuple[list[Fighter], list[Fighter]]


class Fight:
    """One battle while it is fought.

    `log` takes the events; without one nothing is recorded, and the battle is the very same.
    """

    def __init__(
        self, field: BattleSetting, units: Iterable[Combatant], dice: Dice, log: list[Tagged] | None
    ) -> None:
        self.rules = field.rules
        self.statuses = field.statuses
        self.types = field.types
        self.naval = field.naval
        self.log = log
        self.chance = Chance(dice, log)
        roster = sorted(units, key=roster_key)
        self.roster = tuple(
            Fighter(number, unit, field.statuses) for number, unit in enumerate(roster)
        )
        self.fighting: tuple[list[Fighter], list[Fighter]] = ([], [])
        """Who still fights on either side, in roster order."""
        self.kin: tuple[_Kin, _Kin] = (([], []), ([], []))
        """The units and the characters among them."""
        self.order: tuple[Fighter, ...] = self.roster
        """All in the order of initiative, once that is rolled."""
        self.round = 0
        self.failed = ([False] * HEXES, [False] * HEXES)
        """By side, the hexes in which a unit failed its morale check or fell this round."""
        self.auras = False
        """Whether anyone has borne a status that is an aura in this battle."""
        self.surrounding: dict[Altered, list[Aura]] = {}
        """The auras that spells have laid around casters, by what they change."""
        self.enchanted = False
        """Whether any spell may have changed a rating."""
        self.banes = False
        """Whether any spell counts against units with a keyword alone."""
        for one in self.roster:
            self.fighting[one.side].append(one)
            self.kin[one.side][one.character].append(one)
            self.auras = self.auras or one.bears
        if field.naval:
            self._board()

    def _board(self) -> None:
        ships = {one.unit.place: one for one in self.roster}
        for one in self.roster:
            ship = ships.get(one.unit.ship) if one.unit.ship else None
            if ship:
                one.ship = ship
                ship.aboard.append(one)

    # ------------------------------------------------------------------ who is there

    @property
    def over(self) -> bool:
        """Whether one side has nobody left who fights; then nothing further happens."""
        return not (self.fighting[ATTACKER] and self.fighting[DEFENDER])

    @property
    def winner(self) -> int:
        """Who has won, or would if it ended now (cohorts.battle.victory)."""
        won = self.fighting[ATTACKER] and not self.fighting[DEFENDER]
        return ATTACKER if won else DEFENDER

    def enemies(self, one: Fighter) -> list[Fighter]:
        """The enemies of a unit that still fight, in roster order."""
        return self.fighting[1 - one.side]

    def engaged(self, one: Fighter) -> bool:
        """Whether a fighting enemy stands in its hex (cohorts.battle.engagement)."""
        here = one.hex
        return here in [each.hex for each in self.fighting[1 - one.side]]

    def bearers(self) -> Iterator[Fighter]:
        """A fighter with an aura."""
        for side in self.fighting:
            for one in side:
                if one.bears:
                    yield one

    def note(self, event: Tagged) -> None:
        """Put an event into the record; where many are made, ask `log` first."""
        if self.log is not None:
            self.log.append(event)

    def afflict(self, one: Fighter, status: str, heroic: int = 0) -> None:
        """Give a unit a battle status, without what it does at once.

        `heroic` is the heroic level that its aura counts with, if it has one.
        """
        one.statuses[status] = heroic
        one.refresh(self.statuses)
        self.auras = self.auras or one.bears

    # ------------------------------------------------------------------ moves

    def move(self, one: Fighter, to: int) -> None:
        """Move a unit into a hex; at sea its ship moves with all aboard.

        Source: cohorts.naval.ship-movement.
        """
        ship = one.ship
        if ship and ship.fights:
            along = [one, ship, *(each for each in ship.aboard if each is not one)]
        else:
            along = [one, *one.aboard]
        for each in along:
            each.hex = to
        if self.log is not None:
            self.log.append(UnitMoved(units=tuple(each.number for each in along), to=to))

    # ------------------------------------------------------------------ leaving the fight

    def flee(self, units: Iterable[Fighter]) -> None:
        """Units leave the map, a ship with everyone aboard (cohorts.naval.flight)."""
        gone: dict[int, list[int]] = {}
        for one in units:
            for each in (one, *one.aboard):
                if each.fights:
                    self._leave(each, "fled")
                    gone.setdefault(each.hex, []).append(each.number)
        if self.log is not None:
            for hex_, numbers in gone.items():
                self.log.append(Fled(units=tuple(numbers), hex=hex_))

    def petrify(self, one: Fighter) -> None:
        """A unit turns to stone where it stands (cohorts.battle-status.stoned)."""
        self._leave(one, "stone")
        self.failed[one.side][one.hex] = True
        self.note(Petrified(unit=one.number))

    def kill(self, one: Fighter, by: Fighter | None = None) -> None:
        """A unit dies: its killer and its enemies in the slot take heart, its slot is shaken.

        At sea everyone aboard a ship dies with it, to nobody's credit. Sources:
        cohorts.battle.kill, cohorts.naval.ship-sunk.
        """
        self._die(one)
        if by:
            by.points += self.rules.kill_morale
        for enemy in self.enemies(one):
            if enemy.hex == one.hex:
                enemy.points += self.rules.kill_morale
        if self.log is not None:
            self.log.append(Fell(unit=one.number, by=by.number if by else -1))
        for each in one.aboard:
            if each.state != "dead":
                self._die(each)
                self.note(Fell(unit=each.number, with_ship=one.number))

    def _die(self, one: Fighter) -> None:
        if one.fights:
            self.failed[one.side][one.hex] = True
            self._leave(one, "dead")
        one.state = "dead"
        one.wounds = 100.0

    def _leave(self, one: Fighter, state: UnitState) -> None:
        one.leave(state)
        self.fighting[one.side].remove(one)
        self.kin[one.side][one.character].remove(one)
