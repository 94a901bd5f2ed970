"""The levels of guilds: how cities, guilds themselves and time raise them, and what lowers them.

Building a guild is in `founding`; which losses there are stands with trade and bombardment.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.cities import acting as cities
from engine.packs.cohorts.content import Content, GuildRules
from engine.packs.cohorts.guilds.acting import acting, commanded, my_guild, spend, unmet
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import City, Guild
from engine.packs.cohorts.pieces.refusals import highest_level
from engine.packs.cohorts.trade.access import access
from engine.packs.cohorts.worth.chances import attempt, held
from engine.state import State

_IMPROVE = "cohorts.order.improve-guild"


@facts
class GuildImproved(Event):
    """It was tried to raise a guild, with or without success (cohorts.guild.improve-chance)."""

    city: int
    guild: int
    name: str
    by: Literal["city", "guild"]
    """Whose action it took."""
    chance: int
    roll: int
    succeeded: bool
    level: int
    """Its level now."""


@facts
class GuildGrew(Event):
    """A guild improved by itself (cohorts.guild.spontaneous-improvement)."""

    city: int
    guild: int
    name: str
    level: int


# ---------------------------------------------------------------- what raising takes


def chance(rules: GuildRules, level: int) -> int:
    """The chance in percent to raise a guild of that level (cohorts.guild.improve-chance)."""
    return held((rules.sure_to_level - level) * rules.percent_per_level)


def hindrances(
    state: State, guild: Guild, city: City, held: Collection[str] | None = None
) -> Iterator[Refusal]:
    """Why a guild cannot be raised by anybody now, whose action it would be aside.

    `held` is what the city has access to, where that is known already.
    Source: cohorts.order.improve-guild.
    """
    rules = state.module.content(Content).guild_rules
    if guild.upgraded == state.now.turn:
        yield Refusal(
            "upgraded_this_turn",
            _IMPROVE,
            f"{guild.name} has been improved this turn already.",
            "Orders raise a guild once a turn; try again after the weekly production.",
        )
    if not chance(rules, guild.level):
        yield Refusal(
            "chance_zero",
            "cohorts.guild.improve-chance",
            f"At level {guild.level} nothing that {guild.name} tries would raise it further.",
            "Guilds of this level grow only by themselves, now and then.",
        )
    elif guild.level >= rules.most_level:
        yield highest_level(
            "cohorts.guild.spontaneous-improvement",
            guild.name,
            guild.level,
            "Choose another guild.",
        )
    yield from unmet(state, city, guild.type, held)


def improve(state: State, guild: Guild, by: Literal["city", "guild"]) -> GuildImproved:
    """Try to raise a guild as it is now by a level; the action has been paid for.

    Sources: cohorts.order.improve-guild, cohorts.order.improve-self.
    """
    rules = state.module.content(Content).guild_rules
    tried = attempt(state, guild.place, "improve", chance(rules, guild.level))
    if tried.succeeds:
        guild = guild.replace(level=guild.level + 1, upgraded=state.now.turn)
        state.world.put(guild)
    return GuildImproved(
        city=guild.city,
        guild=guild.id,
        name=guild.name,
        by=by,
        chance=tried.chance,
        roll=tried.roll,
        succeeded=tried.succeeds,
        level=guild.level,
    )


# ---------------------------------------------------------------- orders


class ImproveGuild(Order):
    """Use an action of a city to raise one of its guilds by a level."""

    path = ("city", "improve-guild")
    rule = _IMPROVE
    phases = ("city",)
    unforeseen: ClassVar = {"guild": ("level", "upgraded")}

    guild: Annotated[Ref, my_guild()] = Field(description="The guild; its city pays the action")

    def conditions(self, state: State) -> Iterator[Refusal]:
        guild, city = commanded(state, self.guild)
        cities.acting(state, Ref(*city.place))
        yield from hindrances(state, guild, city)

    def perform(self, state: State) -> None:
        guild, city = commanded(state, self.guild)
        cities.spend(state, city)
        state.emit(improve(state, guild, "city"))


class ImproveSelf(Order):
    """Let a guild use its own action to rise by a level."""

    path = ("guild", "improve-self")
    rule = "cohorts.order.improve-self"
    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("level", "upgraded", "actions")}

    guild: Annotated[Ref, my_guild()] = Field(description="The guild")

    def conditions(self, state: State) -> Iterator[Refusal]:
        guild, city = acting(state, self.guild)
        yield from hindrances(state, guild, city)

    def perform(self, state: State) -> None:
        guild = state.the(Guild, self.guild)
        state.emit(improve(state, spend(state, guild), "guild"))


# ---------------------------------------------------------------- in productions


def improve_idle(state: State) -> None:
    """Every guild that did not act tries to improve itself (cohorts.production.default-actions)."""
    content = state.module.content(Content)
    for city in state.world.all(City):
        owner = faction_of(state.world, city)
        idle = [guild for guild in state.world.by(Guild, "city", city.id) if guild.actions]
        if not (idle and owner) or city.besieged:
            continue
        held = access(state.world, content, city)  # nothing that guilds do here changes it
        for guild in idle:
            if next(hindrances(state, guild, city, held), None) is None:
                state.emit(improve(state, spend(state, guild), "guild"), own=(owner,))


def grow(state: State) -> None:
    """Every guild may improve by itself (cohorts.guild.spontaneous-improvement)."""
    rules = state.module.content(Content).guild_rules
    for guild in state.world.all(Guild):
        city = state.world.get(City, guild.city)
        if city.besieged or guild.level >= rules.most_level:
            continue
        if attempt(state, guild.place, "growth", rules.spontaneous_percent).succeeds:
            level = guild.level + 1
            state.world.put(guild.replace(level=level))
            event = GuildGrew(city=city.id, guild=guild.id, name=guild.name, level=level)
            state.emit(event, own=(faction_of(state.world, city),))
