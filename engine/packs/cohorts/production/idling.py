"""Who runs no turn: weeks are counted, and after some in a row nobody waits for the player.

The next run ends it (`engine.turn`). Whose week does not count, the host says with `Excuse`; what
idleness changes among a faction's members stands in `diplomacy.votes`.
"""

from __future__ import annotations

from engine.campaign import Player
from engine.events import Event
from engine.facts import facts
from engine.seat_transfer import OfPlayer
from engine.state import State


@facts
class PlayerIdle(Event):
    """A player has missed enough weeks that the faction's majorities no longer count the vote.

    Source: cohorts.turn.missed-turn.
    """

    kind = "player-idle"

    player: int
    missed: int
    """Weeks in a row without a run."""


class Excuse(OfPlayer):
    """Let a player's week pass without a run, as on a vacation."""

    path = ("host", "excuse")
    rule = "cohorts.turn.missed-turn"

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
