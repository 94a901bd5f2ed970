"""Who runs no turn: weeks are counted, and after some in a row nobody waits for the player.

The next run ends it (`engine.turn`). Whose week does not count, the host says with `Excuse`; what
idleness changes among a faction's members stands in `diplomacy.votes`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from engine.campaign import Player
from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Refusal
from engine.refusals import no_such_player
from engine.state import State


@facts
class PlayerIdle(Event):
    """A player has missed enough weeks that the faction's majorities no longer count the vote.

    Source: cohorts.turn.missed-turn.
    """

    player: int
    missed: int
    """Weeks in a row without a run."""


class Excuse(Order):
    """Let a player's week pass without a run, as on a vacation."""

    path = ("host", "excuse")
    rule = "cohorts.turn.missed-turn"
    phases = ("setup",)

    player: int = Field(description="The player's id")

    def conditions(self, state: State) -> Iterator[Refusal]:
        player = state.world.find(Player, self.player)
        if player is None or not player.active:
            yield no_such_player(self.rule)

    def perform(self, state: State) -> None:
        player = state.world.get(Player, self.player)
        state.world.put(player.replace(excused=state.now.turn))


def count_missed(state: State) -> None:
    """Count the week that ends for players who ran no turn in it (cohorts.turn.missed-turn)."""
    turn, enough = state.now.turn, state.module.calendar.idle_after
    for player in state.world.all(Player):
        if not player.active or player.out or turn in (player.last_run, player.excused):
            continue
        missed = player.missed + 1
        state.world.put(player.replace(missed=missed, idle=missed >= enough))
        if missed == enough:
            state.emit(PlayerIdle(player=player.id, missed=missed), own=[player.faction])
