"""What packs with arms like cards or lists add to a start: things in caches, a player's troops."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from engine.campaign import Player
from engine.dice import Streams
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import Character, City, Possession, Province
from engine.packs.cohorts.setup import joining
from engine.state import State
from engine.world import World


def hide(world: World, dice: Streams, things: Sequence[str], percent: int, purpose: str) -> None:
    """Put one of these things into each cache of the land, with that chance."""
    caches = dict.fromkeys(
        each.holder for each in world.all(Possession) if each.holder.kind == Province.kind
    )
    for cache in caches:
        stream = dice.stream(f"province:{cache.id}", purpose)
        if things and stream.whole(100, chance=percent) <= percent:
            give(world, cache, stream.pick(things), 1)


class JoinArmed(joining.Join):
    """Take a place in a faction, with a city, a ready-made party and the first troops."""

    def perform(self, state: State) -> None:
        super().perform(state)
        made = state.made_by(state.player)[state.order]
        player = state.world.get(Player, made.id)
        for city in state.world.all(City):
            baron = state.world.find(Character, city.baron)
            if baron and baron.player == player.id:
                self.arm(state, city, player)

    @staticmethod
    @abstractmethod
    def arm(state: State, city: City, player: Player) -> None:
        """Post a player's first troops and things in the city."""
