"""Agents that look for the agents of enemies.

What the faction then knows of where they are stands in `knowledge.sighting`. Source:
cohorts.order.detect-agent.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from engine.events import Event
from engine.facts import NotKnown, facts, unless_plain
from engine.hexes import located
from engine.orders import Refusal
from engine.packs.cohorts.agents.acting import (
    AgentAction,
    acting,
    at_war,
    begin,
    chance,
    reach,
    rules_of,
    skill_of,
)
from engine.packs.cohorts.knowledge.sighting import detect
from engine.packs.cohorts.magic.cast import distance
from engine.packs.cohorts.pieces.ownership import faction_of, province_of
from engine.packs.cohorts.pieces.records import Agent, Province
from engine.packs.cohorts.worth.chances import attempt
from engine.state import State


@facts
class Detection(Event):
    """An enemy's agent within reach: found, or no more than that there is one."""

    chance: int
    roll: int
    agent: int
    """0 for one that was not overcome, of which nothing else is told either."""
    name: str = ""
    type: str = ""
    x: int = -1
    y: int = -1
    """Where it is, which may be a province that the faction has never seen."""
    faction: int = 0
    realm: Annotated[str, unless_plain()] = ""
    """The realm of that province, where there are several."""

    @property
    def location(self) -> str:
        """Where it is, as people write it."""
        return located(self.x, self.y, self.realm)


@facts
class AgentsSought(Event):
    """An agent looked for those of enemies (cohorts.order.detect-agent)."""

    agent: int
    name: str
    province: int
    reach: int
    """In provinces."""
    detected: tuple[Detection, ...]


class DetectAgent(AgentAction):
    """Have an agent look for agents of your enemies around it."""

    path = ("agent", "detect")
    rule = "cohorts.order.detect-agent"
    skill = "spy"

    def conditions(self, state: State) -> Iterator[Refusal]:
        acting(state, self)
        return iter(())

    def perform(self, state: State) -> None:
        if state.planning:
            raise NotKnown("which agents hide in the province")
        agent = begin(state, acting(state, self), self)
        here, far = province_of(state.world, agent.holder), self._reach(state, agent)
        found = [
            self._try(state, agent, other)
            for other in tuple(state.world.all(Agent))
            if at_war(state, other)
            and distance(state.world, here, province_of(state.world, other.holder)) <= far
        ]
        state.emit(
            AgentsSought(
                agent=agent.id, name=agent.name, province=here, reach=far, detected=tuple(found)
            )
        )

    def _reach(self, state: State, agent: Agent) -> int:
        return reach(rules_of(state), "detect", skill_of(agent, self.skill))

    def _try(self, state: State, agent: Agent, other: Agent) -> Detection:
        own, hidden = skill_of(agent, self.skill), skill_of(other, "stealth")
        percent = chance(rules_of(state), "detect", own, hidden)
        tried = attempt(state, agent.place, "detect", percent)
        if not tried.succeeds:
            return Detection(chance=tried.chance, roll=tried.roll, agent=0)
        detect(state, state.me.faction, other)
        province = state.world.get(Province, province_of(state.world, other.holder))
        return Detection(
            chance=tried.chance,
            roll=tried.roll,
            agent=other.id,
            name=other.name,
            type=other.type,
            x=province.x,
            y=province.y,
            realm=province.realm,
            faction=faction_of(state.world, other),
        )
