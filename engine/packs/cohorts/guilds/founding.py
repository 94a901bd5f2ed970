"""Guilds that cities build. How guilds grow is in `raising`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.lookalikes import lookalike
from engine.names import Label
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.cities.acting import acting, spend
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.guilds.acting import away, helpless, unmet
from engine.packs.cohorts.knowledge.choices import MY_CITY, my_cities, my_people
from engine.packs.cohorts.pieces.control import controls
from engine.packs.cohorts.pieces.guilds import guild_of, most_mana
from engine.packs.cohorts.pieces.records import Character, City, Guild
from engine.packs.cohorts.pieces.refusals import not_yours
from engine.state import State


@facts
class GuildBuilt(Event):
    """A city built a guild (cohorts.order.build-guild)."""

    city: int
    guild: int
    type: str
    name: str
    founder: str
    deity: str
    """Of a church; empty for others."""


def _founders(state: State, given: Given) -> Iterator[Choice]:
    """The player's characters in the city named before who can found the guild named before."""
    content = state.module.content(Content)
    kinds = [guild for guild in content.guilds if given.leaves("type", guild)]
    return (
        Choice.of(each, f"{each.name}, {each.job} of level {each.level}")
        for city in my_cities(state, given)
        for each in my_people(state, Character)
        if any(_may_found(content, guild, each) for guild in kinds)
        and not any(away(state, city, each, ""))
    )


FOUNDER = Asks("a character of yours who can found it", _founders, (Character.kind,))


class BuildGuild(Order):
    """Build a guild in a city; an experienced character of its class founds it."""

    path = ("city", "build-guild")
    rule = "cohorts.order.build-guild"
    phases = ("city",)
    makes = "guild"
    unforeseen: ClassVar = {"city": ("actions",)}

    city: Annotated[Ref, MY_CITY] = Field(description="The city that builds")
    type: GuildKind = Field(description="What kind of guild")
    name: Label = Field(description="What the guild is called; no two of a city share a name")
    founder: Annotated[Ref, FOUNDER] = Field(
        description="Who founds it: of its class and level 10, in the city's province"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        city = acting(state, self.city)
        founder = state.the(Character, self.founder)
        yield from away(state, city, founder, self.rule)
        yield from self._in_the_way(state, city)
        yield from self._unfit(state, content, founder)
        yield from unmet(state, city, self.type)

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        city, founder = state.the(City, self.city), state.the(Character, self.founder)
        spend(state, city)
        guild = state.make(
            Guild,
            city=city.id,
            type=self.type,
            name=self.name,
            level=1,
            actions=0,
            mana=most_mana(content, self.type, 1),
            deity=founder.deity if _is_church(content, self.type) else "",
            spells=(),
            upgraded=0,
            barred=False,
        )
        state.emit(
            GuildBuilt(
                city=city.id,
                guild=guild.id,
                type=guild.type,
                name=guild.name,
                founder=founder.name,
                deity=guild.deity,
            )
        )

    def _in_the_way(self, state: State, city: City) -> Iterator[Refusal]:
        if guild_of(state.world, city, self.type):
            yield Refusal(
                "type_present",
                "cohorts.guild.actions",
                f"{city.name} has a {self.type} guild already.",
                "A city holds one guild of each type; improve that one.",
            )
        here = (guild.name for guild in state.world.by(Guild, "city", city.id))
        if other := lookalike(self.name, here):
            yield self.refusal(
                "name_taken",
                f"{city.name} has a guild called {other} already.",
                "Choose another name.",
            )

    def _unfit(self, state: State, content: Content, founder: Character) -> Iterator[Refusal]:
        if not controls(state, founder):
            yield not_yours(
                self.rule, founder.name, "Let one of your own characters found it.", code="founder"
            )
            return
        yield from helpless(founder, self.rule)
        if not _may_found(content, self.type, founder):
            wanted = content.guilds[self.type].founder
            who = f"a {wanted}" if wanted else "a character"
            yield self.refusal(
                "founder",
                f"{founder.name} is a {founder.job} of level {founder.level} and cannot found "
                f"a {self.type} guild.",
                f"It needs {who} of level {content.guild_rules.founder_level} or more.",
            )
        elif _is_church(content, self.type) and not founder.deity:
            yield self.refusal(
                "religion",
                f"{founder.name} worships no deity, and every church is dedicated to one.",
                "Let a priest with a deity found it.",
            )


def _may_found(content: Content, type: str, founder: Character) -> bool:
    wanted = content.guilds[type].founder
    fits = wanted is None or founder.job == wanted
    return fits and founder.level >= content.guild_rules.founder_level


def _is_church(content: Content, type: GuildKind) -> bool:
    """Whether guilds of this type are dedicated to a deity, as those who teach a priest's class."""
    return content.classes[content.guilds[type].teaches].by_deity
