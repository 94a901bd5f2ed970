"""How agents end: what they carried stays in the province, and who knows it is not deceived."""

from __future__ import annotations

from engine.packs.cohorts.knowledge.sighting import forget
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.possessions import move_all
from engine.packs.cohorts.pieces.records import Agent
from engine.state import State
from engine.world import Place


def kill(state: State, agent: Agent, witness: int) -> None:
    """Take a dead agent out of the game; a faction that knows of it no longer takes it for alive.

    Source: cohorts.agent.overview.
    """
    forget(state.world, witness, agent.place)
    move_all(state.world, agent.place, Place("province", province_of(state.world, agent.place)))
    state.world.remove(agent)
