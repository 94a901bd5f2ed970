"""Agents that kill the agents of enemies; the knave guilds' hunt is in `agents.of_guilds`.

Source: cohorts.order.agent-assassinate-agent.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.cohorts.agents.acting import (
    AgentAction,
    acting,
    begin,
    chance,
    rules_of,
    skill_of,
    unfit,
)
from engine.packs.cohorts.agents.choices import enemies_in_reach
from engine.packs.cohorts.agents.ends import kill
from engine.packs.cohorts.pieces.ownership import faction_of, province_of
from engine.packs.cohorts.pieces.records import Agent
from engine.packs.cohorts.worth.chances import Roll, attempt
from engine.state import State


@facts
class AgentStruck(Event):
    """An agent tried to kill another (cohorts.order.agent-assassinate-agent)."""

    agent: Annotated[int, Level.OWN]
    agent_name: Annotated[str, Level.OWN]
    target: int
    target_name: str
    province: int
    """Where the target is."""
    killed: bool
    chance: Annotated[int, Level.OWN]
    roll: Annotated[int, Level.OWN]
    elude_chance: Annotated[int, Level.OWN]
    """Of an agent that failed: to elude capture; 0 if it did not have to."""
    elude_roll: Annotated[int, Level.OWN]
    """0 likewise."""
    executed: bool
    """Whether the agent failed and was caught."""
    owner: int
    """The faction of an agent that was caught; 0 for one that stays unknown."""


def _targets(state: State, given: Given) -> Iterator[Choice]:
    return enemies_in_reach(state, given, (Agent,), "assassinate", "assassin")


class AgentAssassinateAgent(AgentAction):
    """Have an agent try to kill an enemy's agent; if it fails it must elude capture."""

    path = ("agent", "assassinate")
    rule = "cohorts.order.agent-assassinate-agent"
    skill = "assassin"

    target: Annotated[Ref, Asks("an agent of an enemy", _targets, (Agent.kind,))] = Field(
        description="Whom it kills, an agent of an enemy nearby"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        agent, target = acting(state, self), state.the(Agent, self.target)
        yield from unfit(state, self, agent, target, "assassinate")

    def perform(self, state: State) -> None:
        target = state.the(Agent, self.target)
        agent = begin(state, acting(state, self), self)
        rules, level = rules_of(state), target.level
        mine, theirs = state.me.faction, faction_of(state.world, target)
        province = province_of(state.world, target.holder)
        percent = chance(rules, "assassinate", skill_of(agent, self.skill), level)
        tried, eluded = attempt(state, agent.place, "assassinate", percent), Roll(0, 0)
        if tried.succeeds:
            kill(state, target, mine)
        else:
            percent = chance(rules, "elude", skill_of(agent, "stealth"), level)
            eluded = attempt(state, agent.place, "elude", percent)
        caught = not tried.succeeds and not eluded.succeeds
        if caught:
            kill(state, agent, theirs)
        event = AgentStruck(
            agent=agent.id,
            agent_name=agent.name,
            target=target.id,
            target_name=target.name,
            province=province,
            killed=tried.succeeds,
            chance=tried.chance,
            roll=tried.roll,
            elude_chance=eluded.chance,
            elude_roll=eluded.roll,
            executed=caught,
            owner=mine if caught else 0,
        )
        state.emit(event, told=(theirs,))
