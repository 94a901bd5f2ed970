"""Agents that act: what keeps one from it, what an action costs, its chance and its reach.

What each order does stands in separate files. Sources: cohorts.agent.actions,
cohorts.agent.contest-chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.orders import Order, Ref, Refusal, Refused
from engine.packs.cohorts.characters.acting import PHASES, done, too_soon
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.acting import Rating
from engine.packs.cohorts.content.agents import AgentRules, Contest, Far
from engine.packs.cohorts.diplomacy.hostility import held_back
from engine.packs.cohorts.knowledge.choices import MY_AGENT, subject_in
from engine.packs.cohorts.knowledge.sighting import forget
from engine.packs.cohorts.magic.cast import distance, spot
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.ownership import faction_of, province_of, relation
from engine.packs.cohorts.pieces.possessions import move_all
from engine.packs.cohorts.pieces.records import Agent
from engine.packs.cohorts.pieces.refusals import no_action_left, out_of_reach
from engine.packs.cohorts.worth.levels import heroic_level
from engine.state import State
from engine.world import Place, Record


def kill(state: State, agent: Agent, witness: int) -> None:
    """Take a dead agent out of the game; a faction that knows of it no longer takes it for alive.

    Source: cohorts.agent.overview.
    """
    forget(state.world, witness, agent.place)
    move_all(state.world, agent.place, Place("province", province_of(state.world, agent.place)))
    state.world.remove(agent)


ACTIONS = "cohorts.agent.actions"
RATING: Rating = "L1"  # of every order of agents, cohorts.agent.actions


class AgentAction(Order):
    """Something an agent does with its one action of the turn."""

    phases = PHASES
    unforeseen: ClassVar = {"agent": ("actions",)}
    skill: ClassVar[str] = ""
    """The skill that it takes, of which the agent must have at least one level; empty for none."""

    agent: Annotated[Ref, MY_AGENT] = Field(description="Which agent does it")


def chance(rules: AgentRules, contest: Contest, own: int, target: int) -> int:
    """The percent of an attempt by the levels of the agent and its target, not yet held to 100.

    Source: cohorts.agent.contest-chance.
    """
    return rules.even_percent + rules.percent_per_level[contest] * (own - target)


def reach(rules: AgentRules, what: Far, skill: int) -> int:
    """How many provinces away an agent of that skill does something."""
    return rules.provinces[what] * heroic_level(skill)


def skill_of(agent: Agent, skill: str) -> int:
    """A skill of an agent, which nothing raises or lowers (cohorts.agent.skills); 0 without it."""
    return agent.skills.get(skill, 0)


# ---------------------------------------------------------------- acting


def acting(state: State, order: AgentAction) -> Agent:
    """The agent that an order has act.

    Raises:
        Refused: the player does not control it, it has no action left, has done the same too
            lately, or lacks the skill.
    """
    agent = state.the(Agent, order.agent)
    for refusal in (
        *not_controlled(state, agent, "cohorts.action.order-failure"),
        *_spent(agent),
        *too_soon(state, agent.place, agent.name, order),
        *_unskilled(agent, order),
    ):
        raise Refused(refusal)
    return agent


def _spent(agent: Agent) -> Iterator[Refusal]:
    if not agent.actions:
        yield no_action_left(
            ACTIONS,
            agent.name,
            "An agent has one action a turn, and a new one after the weekly production.",
            " this turn",
        )


def _unskilled(agent: Agent, order: AgentAction) -> Iterator[Refusal]:
    if order.skill and skill_of(agent, order.skill) < 1:
        yield Refusal(
            "not_qualified",
            ACTIONS,
            f"{agent.name} lacks the skill {order.skill.replace('_', ' ')}.",
            "Send an agent that has this skill; those of guilds have the skills of their class.",
        )


def begin(state: State, agent: Agent, order: AgentAction) -> Agent:
    """Use up the agent's action, and say what it became."""
    spent = agent.replace(actions=agent.actions - 1)
    state.world.put(spent)
    done(state, agent.place, order, RATING)
    return spent


# ---------------------------------------------------------------- against whom


def at_war(state: State, thing: Record) -> bool:
    """Whether something is of a faction at war with that of the player whose orders run."""
    return relation(state.world, state.me.faction, faction_of(state.world, thing)) == "at_war"


def unfit(
    state: State, order: AgentAction, agent: Agent, target: Record, what: Far
) -> Iterator[Refusal]:
    """Why a target is not an enemy's that the agent can reach for that; nothing if it is."""
    if not at_war(state, target):
        yield Refusal(
            "relation",
            order.rule,
            f"{subject_in(state, target)} is of no faction at war with yours.",
            "Agents do this to enemies alone.",
        )
    yield from held_back(state, agent, target)
    far = reach(rules_of(state), what, skill_of(agent, order.skill))
    if distance(state.world, spot(state.world, agent), spot(state.world, target)) > far:
        yield out_of_reach(
            order.rule, subject_in(state, target), agent.name, far, "Bring the agent nearer."
        )


def rules_of(state: State) -> AgentRules:
    """The module's figures of agents."""
    return state.module.content(Content).agents
