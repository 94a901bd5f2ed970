"""A turn of computer players told order by order, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator

from bot import faces
from bot.league.games import Game
from engine.campaign import Player


def told(game: Game) -> Iterator[str]:
    """What everybody is about to order in the turn that the game is in, and why."""
    face = faces.of(game.rules)
    for seat in game.played.seats:
        faction = game.world.get(Player, seat.player).faction
        view = game.rules.view(game.world, faction)
        names = face.names(view, str, reader=faction)
        yield f"{seat.name}, {', '.join(seat.sorts().values())}:"
        for decision in game.decisions(seat):
            line = face.line(decision.queued.order, view)
            yield f"  {line}: {face.because(decision.reason, names)}"
