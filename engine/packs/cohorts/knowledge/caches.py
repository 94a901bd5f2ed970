"""Caches: whether a player can know what lies in the open of a province."""

from __future__ import annotations

from engine.facts import NotKnown
from engine.packs.cohorts.knowledge.views import present
from engine.packs.cohorts.pieces.records import Province
from engine.state import State


def see_cache(state: State, province: Province) -> None:
    """In a plan: what a cache holds is known only to who had a piece there when it began.

    Raises:
        NotKnown: the player cannot know. Source: cohorts.world.caches.
    """
    if state.planning and province.id not in present(state.before, state.me.faction):
        raise NotKnown("what lies in the province")
