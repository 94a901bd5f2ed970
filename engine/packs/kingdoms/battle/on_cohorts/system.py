"""Battles in lines, as the strategic game of Cohorts calls them (`engine.battle.Contest`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.battle import BattleRecord, Clash, Odds
from engine.dice import Dice, ForeseeDice, SeededDice
from engine.packs.cohorts.battle.guess import Imagined
from engine.packs.cohorts.battle.usual import Usual
from engine.packs.cohorts.content import Content
from engine.packs.kingdoms.battle.fight import Sides, fight
from engine.packs.kingdoms.battle.happenings import LeaderEnded, UnitEnded
from engine.packs.kingdoms.battle.odds import Tally, forecast
from engine.packs.kingdoms.battle.on_cohorts.aftermath import Aftermath
from engine.packs.kingdoms.battle.on_cohorts.muster import muster
from engine.packs.kingdoms.battle.values import Field
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.state import State
from engine.trials import MIDDLE, SEED, Case, Tried, spread
from engine.world import Place

NAME: Final = "kingdoms.battle"
NEEDS: Final = frozenset(
    ("type", "arm", "level", "slot", "soldiers", "wounds", "equipment", "skills", "nature")
)
"""What of a piece the odds rest on."""


class LineBattles:
    """Armies in columns, front against front (kingdoms.mapping.battle-for-base-units)."""

    def muster(self, state: State, clash: Clash) -> tuple[Field, Sides]:
        """The field and both sides."""
        return muster(state, clash)

    def fight(self, field: Field, sides: Sides, dice: Dice, clash: Clash) -> BattleRecord:
        """Fight it out."""
        return BattleRecord(system=NAME, clash=clash, engagements=(fight(field, sides, dice),))

    def aftermath(self, state: State, record: BattleRecord) -> None:
        """Carry the outcome into the world and tell both sides."""
        Aftermath(state, record).run()

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        """Every unit that fought and everyone who led."""
        events = record.engagements[-1].events
        units = (each.piece for each in events if isinstance(each, UnitEnded))
        return (*units, *(each.leader for each in events if isinstance(each, LeaderEnded)))

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        """The attacker's chance: counted out where all is known, else an estimate over all cases.

        What the asking side has not read is drawn anew for each trial battle from what is usual.
        """
        content, columns = state.module.content(Content), state.module.content(ArmyContent)
        usual = Usual(state.world, content, state.me.faction if state.player else 0)
        seen = Imagined(state.world, content, clash, usual, NEEDS)

        def mustered(case: Case) -> tuple[Field, Sides]:
            return self.muster(State(state.rules, seen.filled(case), ForeseeDice()), clash)

        def battle(case: Case) -> Tried:
            field, sides = mustered(case)
            tally = Tally(sides)
            tally.add(field, sides, SeededDice(SEED, case.number).stream("odds", "battle"))
            return tally.won > 0, tally.fates()

        trials = columns.columns.trials
        found = spread(battle, most=trials) if seen.open else forecast(*mustered(MIDDLE))
        for estimate in found:
            yield estimate.replace(guesses=seen.guesses)
