"""How agents enter service, and the order that summons one.

The guilds' order is in `agents.of_guilds`. Sources: cohorts.agent.skills,
cohorts.agent.one-at-a-time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.names import Label
from engine.orders import Ref, Refusal
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.choices import MY_HERO
from engine.packs.cohorts.pieces.ownership import faction_of, province_of
from engine.packs.cohorts.pieces.records import Agent, Character, Guild
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.state import State
from engine.world import Place, World


@facts
class AgentSummoned(Event):
    """An agent entered the service of a guild or character (cohorts.agent.overview)."""

    summoner: Place
    summoner_name: str
    agent: int
    name: str
    type: str
    level: int
    province: int


def agent_of(world: World, summoner: Place, faction: int) -> Agent | None:
    """The agent of a character or guild that is in play for a faction, or None.

    One that stayed with those who lost the guild is no longer the guild's. Source:
    cohorts.agent.one-at-a-time.
    """
    return next(
        (a for a in world.by(Agent, "summoner", summoner) if faction_of(world, a) == faction), None
    )


def in_play(state: State, summoner: Place, name: str, rule: str) -> Iterator[Refusal]:
    """Refuses a second agent to a character or guild (cohorts.agent.one-at-a-time)."""
    agent = agent_of(state.world, summoner, state.me.faction)
    if agent:
        yield Refusal(
            "agent_in_play",
            rule,
            f"{name} has an agent in play: {agent.name}.",
            "Each has one agent at a time; dismiss that one first.",
        )


def enlist(
    state: State,
    summoner: Character | Guild,
    holder: Place,
    *,
    name: str | None,
    type: str,
    race: str,
    skills: Mapping[str, int],
) -> Agent:
    """Bring an agent of the summoner's level into play, and tell of it; it acts from next turn.

    Without a name it is called by its class.
    """
    agent = state.make(
        Agent,
        name=name or type.capitalize(),
        race=race,
        player=state.player,
        holder=holder,
        used=Fraction(0),
        acted=False,
        message="",
        type=type,
        level=summoner.level,
        skills=dict(sorted(skills.items())),
        deity=summoner.deity,
        summoner=summoner.place,
        actions=0,
    )
    event = AgentSummoned(
        summoner=summoner.place,
        summoner_name=summoner.name,
        agent=agent.id,
        name=agent.name,
        type=agent.type,
        level=agent.level,
        province=province_of(state.world, holder),
    )
    state.emit(event)
    return agent


class CharacterSummonAgent(CharacterAction):
    """Have a character call an agent as skilled as it is into its service."""

    path = ("character", "summon-agent")
    rule = "cohorts.order.character-summon-agent"
    rating = "L4"
    makes = "agent"
    unforeseen: ClassVar = {"character": ("actions",)}

    character: Annotated[Ref, MY_HERO] = Field(description="Who summons it, one agent at a time")
    name: Label | None = Field(
        default=None, description="What the agent is called; if left out, by its class"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        summoner = acting(state, self)
        yield from in_play(state, summoner.place, summoner.name, self.rule)

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        summoner = acting(state, self)
        if not begin(state, summoner, self):
            return
        enlist(
            state,
            summoner,
            summoner.holder,
            name=self.name,
            type=type_of(content, summoner.job),
            race=summoner.race,
            skills=skills_for_agent(state.world, content, summoner),
        )


def type_of(content: Content, job: str) -> str:
    """What an agent of a class is called: as those of the guild that teaches the class."""
    return next((each.agent for each in content.guilds.values() if each.teaches == job), job)


def skills_for_agent(world: World, content: Content, character: Character) -> dict[str, int]:
    """The skills of a character's agent: its own as they are now, but for what its equipment adds.

    Source: cohorts.agent.skills.
    """
    bare = character.replace(equipment={})
    levels = {key: skill_level(world, content, bare, key) for key in content.skills}
    return {key: level for key, level in levels.items() if level}
