"""Battles in lines, as the strategic game of Cohorts calls them (`engine.battle.Contest`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from engine.battle import BattleRecord, Clash, Engagement, Odds
from engine.dice import Dice, ForeseeDice
from engine.packs.cohorts.battle.guess import Imagined
from engine.packs.cohorts.battle.usual import Usual
from engine.packs.cohorts.content import Content
from engine.packs.kingdoms.battle.arena import Arena, Dueling, expected, fought
from engine.packs.kingdoms.battle.fight import Sides
from engine.packs.kingdoms.battle.happenings import LeaderEnded, UnitEnded
from engine.packs.kingdoms.battle.on_cohorts.aftermath import Aftermath
from engine.packs.kingdoms.battle.on_cohorts.muster import muster
from engine.state import State
from engine.trials import Possibility
from engine.world import Place

NEEDS: Final = frozenset(
    ("type", "arm", "level", "slot", "soldiers", "wounds", "equipment", "skills", "nature")
)
"""Fields of a piece that the odds depend on."""


class ChampionDuels(Protocol):
    """How champions duel in the world of Cohorts, where encounters are on too."""

    @property
    def needs(self) -> frozenset[str]:
        """Fields of a character that its duels depend on."""
        ...

    def between(self, state: State, sides: Sides) -> tuple[Dueling, Sides]:
        """How the leaders of both sides duel, and the sides with what counts of them for it."""
        ...

    def aftermath(self, state: State, duel: Engagement) -> None:
        """Carry into the world what the duel did to who lived through it."""
        ...


@dataclass(frozen=True, slots=True)
class CohortsLineBattles:
    """Armies in columns, front against front (kingdoms.mapping.battle-for-base-units)."""

    duels: ChampionDuels | None = None

    def muster(self, state: State, clash: Clash) -> tuple[Arena, Sides]:
        """The field and both sides."""
        field, sides = muster(state, clash)
        if self.duels is None:
            return Arena(field), sides
        dueling, sides = self.duels.between(state, sides)
        return Arena(field, dueling), sides

    def fight(self, field: Arena, sides: Sides, dice: Dice, clash: Clash) -> BattleRecord:
        """Fight it out."""
        return fought(field, sides, dice, clash)

    def aftermath(self, state: State, record: BattleRecord) -> None:
        """Carry the outcome into the world and tell both sides."""
        for duel in record.engagements[:-1] if self.duels else ():
            assert self.duels
            self.duels.aftermath(state, duel)
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
        content = state.module.content(Content)
        needs = NEEDS | self.duels.needs if self.duels else NEEDS
        usual = Usual(state.world, content, state.me.faction if state.player else 0)
        seen = Imagined(state.world, content, clash, usual, needs)

        def mustered(case: Possibility) -> tuple[Arena, Sides]:
            return self.muster(State(state.rules, seen.filled(case), ForeseeDice()), clash)

        for estimate in expected(mustered, known=not seen.open):
            yield estimate.replace(guesses=seen.guesses)
