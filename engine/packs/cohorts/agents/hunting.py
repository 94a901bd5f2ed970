"""Agents that kill the agents of enemies or rob them; the knave guilds hunt in `agents.of_guilds`.

Sources: cohorts.order.agent-assassinate-agent, cohorts.order.rob-agent.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from engine.events import Event, Level
from engine.facts import NotKnown, facts
from engine.orders import Asks, Choice, Given, Ref, Refusal, Refused
from engine.packs.cohorts.agents.acting import (
    AgentAction,
    acting,
    begin,
    chance,
    kill,
    rules_of,
    skill_of,
    unfit,
)
from engine.packs.cohorts.agents.choices import enemies_in_reach
from engine.packs.cohorts.pieces.contents import pieces_in, stack_type
from engine.packs.cohorts.pieces.ownership import faction_of, province_of
from engine.packs.cohorts.pieces.possessions import move_all
from engine.packs.cohorts.pieces.records import Agent, Stack
from engine.packs.cohorts.trade.books import plus
from engine.packs.cohorts.worth.chances import Roll, attempt
from engine.state import State
from engine.world import Place, World


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


# ---------------------------------------------------------------- robbing


@facts
class AgentRobbed(Event):
    """An agent tried to rob a stack of agents; its player is told, but not by whom."""

    agent: Annotated[int, Level.OWN]
    agent_name: Annotated[str, Level.OWN]
    target: Place
    """The stack or agent that it aimed at; what that agent is in may be hidden from it."""
    target_name: str
    chance: Annotated[int, Level.OWN]
    roll: Annotated[int, Level.OWN]
    robbed: bool
    items: dict[str, int]
    """What was taken."""


def _agitators(state: State, given: Given) -> Iterator[Choice]:
    """Stacks of nothing but agents as far as is known, then agents."""
    for choice in enemies_in_reach(state, given, (Stack, Agent), "rob", "thief"):
        place = Ref.parse(choice.value).place
        if all(isinstance(piece, Agent) for piece in pieces_in(state.world, place)):
            yield choice


class RobAgent(AgentAction):
    """Have an agent steal all that an enemy's stack of agents carries."""

    path = ("agent", "rob")
    rule = "cohorts.order.rob-agent"
    skill = "thief"

    target: Annotated[
        Ref, Asks("an enemy's stack of agents, or one in it", _agitators, (Stack.kind, Agent.kind))
    ] = Field(description="The stack that it robs, or an agent in that stack")

    def conditions(self, state: State) -> Iterator[Refusal]:
        agent, target = acting(state, self), self._target(state)
        if stack_type(state.world, self._stack(state).place) != "agitator":
            yield self._no_agitator(target.name)
        # What an agent is in may be hidden, so whatever is told is told of what was named.
        yield from unfit(state, self, agent, target, "rob")

    def perform(self, state: State) -> None:
        stack = self._stack(state)
        agent = begin(state, acting(state, self), self)
        guarded = defense(state.world, stack)
        percent = chance(rules_of(state), "rob", skill_of(agent, self.skill), guarded)
        tried = attempt(state, agent.place, "rob", percent)
        items: dict[str, int] = {}
        if tried.succeeds:
            for victim in (stack, *state.world.by(Agent, "holder", stack.place)):
                items = plus(items, move_all(state.world, victim.place, agent.holder))
        event = AgentRobbed(
            agent=agent.id,
            agent_name=agent.name,
            target=self.target.place,
            target_name=self._target(state).name,
            chance=tried.chance,
            roll=tried.roll,
            robbed=tried.succeeds,
            items=items,
        )
        state.emit(event, told=(faction_of(state.world, stack),))

    def _target(self, state: State) -> Stack | Agent:
        return state.the(Stack if self.target.kind == Stack.kind else Agent, self.target)

    def _stack(self, state: State) -> Stack:
        """The stack that is robbed.

        Raises:
            Refused: the agent named is in none.
            NotKnown: in a plan, it is not known what an agent that was detected is in.
        """
        target = self._target(state)
        if isinstance(target, Stack):
            return target
        holder = state.world.at(target.holder)
        if isinstance(holder, Stack):
            return holder
        if state.planning:
            raise NotKnown("which stack the agent is in")
        raise Refused(self._no_agitator(target.name))

    def _no_agitator(self, name: str) -> Refusal:
        return self.refusal(
            "bad_target",
            f"{name} is no stack of agents, nor in one.",
            "Only stacks of agents alone can be robbed so.",
        )


def defense(world: World, stack: Stack) -> int:
    """The highest thief or stealth skill in a stack of agents."""
    agents = world.by(Agent, "holder", stack.place)
    levels = (skill_of(each, skill) for each in agents for skill in ("thief", "stealth"))
    return max(levels, default=0)
