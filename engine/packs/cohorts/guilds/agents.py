"""Agents of guilds: summoning one, and the knave guild's hunt for those of enemies.

What agents do themselves is not here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.names import Label
from engine.orders import Asks, Choice, Order, Ref, Refusal, Refused
from engine.packs.cohorts.chances import attempt
from engine.packs.cohorts.characters import skills
from engine.packs.cohorts.cities.people import everyone
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.guilds.acting import acting, guild_level, my_guild, spend
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.ownership import faction_of, province_of, relation
from engine.packs.cohorts.possessions import move_all
from engine.packs.cohorts.records import Agent, Barony, Character, City, Guild, Province
from engine.state import State
from engine.world import Place, World

STEALTH = "stealth"


@facts
class AgentSummoned(Event):
    """An agent entered the service of a guild (cohorts.order.guild-summon-agent)."""

    kind = "agent-summoned"

    city: int
    guild: int
    agent: int
    name: str
    type: str
    level: int


@facts
class AgentHunted(Event):
    """A knave guild tried to kill an agent (cohorts.order.guild-assassinate-agent)."""

    kind = "agent-hunted"

    guild: Annotated[int, Level.OWN]
    guild_name: Annotated[str, Level.OWN]
    agent: int
    name: str
    province: int
    chance: Annotated[int, Level.OWN]
    roll: Annotated[int, Level.OWN]
    killed: bool


# ---------------------------------------------------------------- summoning


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


def agent_skills(content: Content, guild: Guild, knave_level: int) -> dict[str, int]:
    """The skills of a guild's agent: the guild's level, but stealth of its own.

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
        type_ = content.guilds[guild.type].agent
        spend(state, guild)
        agent = state.make(
            Agent,
            name=self.name or type_.capitalize(),
            race=agent_race(state.world, city),
            player=state.player,
            holder=city.place,
            used=Fraction(0),
            acted=False,
            message="",
            type=type_,
            level=guild.level,
            skills=agent_skills(content, guild, guild_level(state.world, city, "knave")),
            deity=guild.deity,
            summoner=guild.place,
            actions=0,
        )
        state.emit(
            AgentSummoned(
                city=city.id,
                guild=guild.id,
                agent=agent.id,
                name=agent.name,
                type=agent.type,
                level=agent.level,
            )
        )


# ---------------------------------------------------------------- hunting


def sighted(state: State, agent: Agent) -> Iterator[Sighting]:
    """What the player's faction has learned of an agent since the last weekly production."""
    for each in state.world.by(Sighting, "faction", state.me.faction):
        if each.turn == state.now.turn and any(m.place == agent.place for m in each.members):
            yield each


def _quarry(state: State, given: Mapping[str, Any]) -> Iterator[Choice]:
    """Agents of enemies that were sighted this turn."""
    for agent in state.world.all(Agent):
        where = state.world.find(Province, province_of(state.world, agent.place))
        if where and _hostile(state, agent) and any(sighted(state, agent)):
            yield Choice(str(Ref(*agent.place)), f"{agent.name}, {where.x},{where.y}")


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
            yield Refusal(
                "outside_barony",
                self.rule,
                f"{agent.name} is not in {barony.name}, the barony of {city.name}.",
                "A knave guild hunts in its own barony alone.",
            )
        if not _hostile(state, agent):
            yield Refusal(
                "relation",
                self.rule,
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
            for each in tuple(sighted(state, agent)):
                _forget(state.world, each, agent.place)
            move_all(state.world, agent.place, Place("province", province))
            state.world.remove(agent)
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
                Refusal(
                    "target_unknown",
                    self.rule,
                    "Your faction has not sighted that agent since the last weekly production.",
                    "Find it with stacks, towers or cities first.",
                )
            )
        return agent


def _forget(world: World, sighting: Sighting, gone: Place) -> None:
    """Take a dead agent out of what is known of a stack, or of a province if it was alone."""
    if sighting.subject == gone:
        world.remove(sighting)
    else:
        left = tuple(member for member in sighting.members if member.place != gone)
        world.put(sighting.replace(members=left))
