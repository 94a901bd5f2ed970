"""A campaign of any system whose players order what chance has them order."""

from __future__ import annotations

import datetime as dt

from bot.league.games import Game
from engine.campaign import Now, Player
from engine.packs import Rules
from engine.turn import DueKind, Submission, TickOutcome
from engine.world import World
from tests.bot.league.whims import Whims

A_TURN = 12  # orders of a player


class AnyGame(Game):
    """A campaign whose players give what chance has them give."""

    def __init__(self, rules: Rules, number: int) -> None:
        self.whims = Whims(rules, number)
        self.given = 0
        super().__init__(rules, number, ("middle",))

    def _submissions(self) -> tuple[Submission, ...]:
        now, found = self.world.get(Now, 1), list[Submission]()
        for seat in self.played.seats:
            if self.world.get(Player, seat.player).last_run != now.turn:
                orders = tuple(self.whims.turn(self.world, seat.player, A_TURN))
                self.given += len(orders)
                found.append(Submission(seat.player, orders))
        return tuple(found)

    def _resolve(self, kind: DueKind, day: dt.date, turns: tuple[Submission, ...]) -> TickOutcome:
        before = len(self.played.faults)
        out = super()._resolve(kind, day, turns)
        assert self.played.faults[before:] == []
        again = World.load(self.rules.records, out.world.rows())
        assert list(again.rows()) == list(out.world.rows()), "it comes back as it was kept"
        return out
