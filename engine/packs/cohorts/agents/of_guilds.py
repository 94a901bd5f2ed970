"""Agents of guilds: summoning one, and the knave guild's hunt for those of enemies.

What agents do themselves is not here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.names import Label
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal, Refused
from engine.packs.cohorts.agents.acting import kill
from engine.packs.cohorts.agents.summoning import enlist, in_play
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.guilds.acting import acting, my_guild, spend
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.pieces.guilds import guild_level
from engine.packs.cohorts.pieces.ownership import faction_of, province_of, relation
from engine.packs.cohorts.pieces.people import everyone
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild, Province
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.worth import skills
from engine.packs.cohorts.worth.chances import attempt
from engine.state import State
from engine.world import World

STEALTH = "stealth"


@facts
class AgentHunted(Event):
    """A knave guild tried to kill an agent (cohorts.order.guild-assassinate-agent)."""

    guild: Annotated[int, Level.OWN]
    guild_name: Annotated[str, Level.OWN]
    agent: int
    name: str
    province: int
    chance: Annotated[int, Level.OWN]
    roll: Annotated[int, Level.OWN]
    killed: bool


# ---------------------------------------------------------------- summoning


def agent_skills(content: Content, guild: Guild, knave_level: int) -> dict[str, int]:
    """The skills of a guild's agent: the guild's level, but the agent's stealth.

    `knave_level` is that of the city's knave guild, 0 without one. Source: cohorts.agent.skills.
    """
    job = content.guilds[guild.type].teaches
    own = (*skills.built_in(content, job), *skills.trained(content, job, guild.deity))
    stealth = max(guild.level // content.guild_rules.stealth_part, knave_level)
    levels = {**dict.fromkeys(own, guild.level), STEALTH: stealth}
    return {skill: level for skill, level in sorted(levels.items()) if level}


def agent_race(world: World, city: City) -> str:
    """The most numerous free race of a city, of equal ones the first by name.

    Without free people the most numerous of all, and in an empty city the baron's. Source:
    cohorts.agent.overview.
    """
    people = city.population or everyone(city)
    if people:
        return min(people, key=lambda race: (-people[race], race))
    return world.get(Character, city.baron).race


class GuildSummonAgent(Order):
    """Call an agent of the guild's class into your service; it appears in the city."""

    path = ("guild", "summon-agent")
    rule = "cohorts.order.guild-summon-agent"
    phases = ("guild",)
    makes = "agent"
    unforeseen: ClassVar = {"guild": ("actions",)}

    guild: Annotated[Ref, my_guild()] = Field(description="The guild that summons")
    name: Label | None = Field(
        default=None, description="What the agent is called; if left out, by its class"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        guild, _ = acting(state, self.guild)
        yield from in_play(state, guild.place, guild.name, self.rule)

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        guild = state.the(Guild, self.guild)
        city = state.world.get(City, guild.city)
        spend(state, guild)
        enlist(
            state,
            guild,
            city.place,
            name=self.name,
            type=content.guilds[guild.type].agent,
            race=agent_race(state.world, city),
            skills=agent_skills(content, guild, guild_level(state.world, city, "knave")),
        )


# ---------------------------------------------------------------- hunting


def sighted(state: State, agent: Agent) -> Iterator[Sighting]:
    """What the player's faction has learned of an agent since the last weekly production."""
    for each in state.world.by(Sighting, "faction", state.me.faction):
        if each.turn == state.now.turn and any(m.place == agent.place for m in each.members):
            yield each


def _quarry(state: State, given: Given) -> Iterator[Choice]:
    """Agents of enemies that were sighted this turn."""
    for agent in state.world.all(Agent):
        where = state.world.find(Province, province_of(state.world, agent.place))
        if where and _hostile(state, agent) and any(sighted(state, agent)):
            yield Choice.of(agent, f"{agent.name}, {where.location}")


def _hostile(state: State, agent: Agent) -> bool:
    return relation(state.world, state.me.faction, faction_of(state.world, agent)) == "at_war"


QUARRY = Asks("an agent of an enemy, sighted this turn", _quarry, (Agent.kind,))


class GuildAssassinateAgent(Order):
    """Let a knave guild hunt an enemy's agent in the barony, sighted since the last production."""

    path = ("guild", "assassinate-agent")
    rule = "cohorts.order.guild-assassinate-agent"
    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("actions",)}

    guild: Annotated[Ref, my_guild("knave")] = Field(description="The knave guild")
    agent: Annotated[Ref, QUARRY] = Field(description="Whom it hunts, in the guild's barony")

    def conditions(self, state: State) -> Iterator[Refusal]:
        _, city = acting(state, self.guild, "knave")
        agent = self._known(state)
        where = state.world.get(Province, province_of(state.world, agent.place))
        if where.barony != city.barony:
            barony = state.world.get(Barony, city.barony)
            yield self.refusal(
                "outside_barony",
                f"{agent.name} is not in {barony.name}, the barony of {city.name}.",
                "A knave guild hunts in its own barony alone.",
            )
        if not _hostile(state, agent):
            yield self.refusal(
                "relation",
                f"{agent.name} serves no enemy of yours.",
                "Only agents of a faction at war with you are hunted.",
            )

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        guild, agent = state.the(Guild, self.guild), self._known(state)
        province = province_of(state.world, agent.place)
        owner = faction_of(state.world, agent)
        spend(state, guild)
        even = content.guild_rules.hunt_percent
        tried = attempt(state, guild.place, "hunt", even + guild.level - agent.level)
        if tried.succeeds:
            kill(state, agent, state.me.faction)
        state.emit(
            AgentHunted(
                guild=guild.id,
                guild_name=guild.name,
                agent=agent.id,
                name=agent.name,
                province=province,
                chance=tried.chance,
                roll=tried.roll,
                killed=tried.succeeds,
            ),
            told=(owner,),
        )

    def _known(self, state: State) -> Agent:
        """The agent, if the faction has sighted it this turn; else nothing is told of it.

        Raises:
            Refused: it was not sighted, or there is none.
        """
        agent = state.world.find(Agent, self.agent.id)
        if agent is None or not any(sighted(state, agent)):
            raise Refused(
                self.refusal(
                    "target_unknown",
                    "Your faction has not sighted that agent since the last weekly production.",
                    "Find it with stacks, towers or cities first.",
                )
            )
        return agent
