"""The battles of Cohorts, as the rest of the game sees them (`engine.battle.Contest`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.battle import BattleRecord, Clash, Engagement, Odds
from engine.dice import Dice
from engine.facts import Tagged
from engine.packs.cohorts.battle import aftermath, course, guess, trials
from engine.packs.cohorts.battle.combatant import BattleSide, Combatant
from engine.packs.cohorts.battle.fight import BattleSetting
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.muster import muster
from engine.packs.cohorts.battle.record import Force, Gathered, Participant
from engine.packs.cohorts.battle.slots import SIDES, hex_of
from engine.packs.cohorts.battle.usual import Usual
from engine.packs.cohorts.content import Content
from engine.state import State
from engine.world import Place

SYSTEM: Final = "cohorts"


class CohortsBattles:
    """Slot battles of fifteen rounds."""

    def muster(self, state: State, clash: Clash) -> tuple[BattleSetting, tuple[BattleSide, ...]]:
        field, *sides = muster(state.world, state.module.content(Content), clash)
        return field, tuple(sides)

    def fight(
        self, field: BattleSetting, sides: tuple[BattleSide, ...], dice: Dice, clash: Clash
    ) -> BattleRecord:
        gathered = Gathered(
            forces=_forces(*sides),
            naval=field.naval,
            terrain=field.terrain,
            fortification=field.fortification,
        )
        log: list[Tagged] = [gathered]
        units = tuple(unit for side in sides for unit in side.units)
        fight = course.run(field, units, dice, log)
        engagement = Engagement(
            participants=tuple(_participant(one) for one in fight.roster),
            events=tuple(log),
            winner=SIDES[fight.winner],
        )
        return BattleRecord(system=SYSTEM, clash=clash, engagements=(engagement,))

    def aftermath(self, state: State, record: BattleRecord) -> None:
        aftermath.carry_out(state, record)

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        each = (one for fight in record.engagements for one in fight.participants)
        return tuple(one.place for one in each if isinstance(one, Participant))

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        """How often the attacker wins battles fought with dice of their own.

        What the asking side does not know is drawn anew for each, from what is usual (`guess`).
        """
        content = state.module.content(Content)
        usual = Usual(state.world, content, state.me.faction if state.player else 0)
        seen = guess.Imagined(state.world, content, clash, usual)

        def units(case: guess.Possibility) -> tuple[BattleSetting, tuple[Combatant, ...]]:
            field, attacker, defender = muster(seen.filled(case), content, clash)
            return field, (*attacker.units, *defender.units)

        found = trials.drawn(units) if seen.open else trials.fought(*units(guess.MIDDLE))
        for estimate in found:
            yield seen.told(estimate)


def _forces(*sides: BattleSide) -> tuple[Force, ...]:
    return tuple(
        Force(place=each.place, name=each.name, player=each.player, side=number)
        for number, side in enumerate(sides)
        for each in side.contingents
    )


def _participant(one: Fighter) -> Participant:
    unit = one.unit
    return Participant(
        place=unit.place,
        name=unit.name,
        player=unit.player,
        side=unit.side,
        force=unit.force,
        race=unit.race,
        arm=unit.arm,
        type=unit.type,
        soldiers=unit.soldiers,
        hex=hex_of(unit.side, unit.slot),
        wounds=unit.wounds,
        morale=unit.morale,
        ship=one.ship.number if one.ship else -1,
    )
