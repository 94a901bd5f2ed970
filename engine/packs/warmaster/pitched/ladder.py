"""The ladder of duels: who beats somebody above takes that place, and those between step down.

Newcomers begin at its foot. Source: warmaster.battle.kinds.
"""

from __future__ import annotations

from engine.packs.warmaster.pitched.records import Rung, rungs
from engine.world import World


def place_of(world: World, player: int) -> int:
    """A player's place on the ladder, from 1; 0 for one who never fought a pitched battle."""
    rung = world.first(Rung, "player", player)
    return rung.rank if rung else 0


def climb(world: World, winner: int, loser: int) -> None:
    """Note a pitched battle: the winner takes the loser's place if that is higher."""
    for player in (loser, winner):
        if world.first(Rung, "player", player) is None:
            world.add(Rung, player=player, rank=world.count(Rung) + 1)
    order = [rung.player for rung in rungs(world)]
    high = order.index(loser)
    if order.index(winner) > high:
        order.remove(winner)
        order.insert(high, winner)
    for rung in rungs(world):
        world.put(
            rung.replace(
                rank=order.index(rung.player) + 1,
                won=rung.won + (rung.player == winner),
                lost=rung.lost + (rung.player == loser),
            )
        )
