"""Colleges that find out how special items are made.

What a city knows stands in `things.secrets`; enchanting in `guilds.enchanting`. Source:
cohorts.order.college-research-item.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.cities import making
from engine.packs.cohorts.content import Content, Potion
from engine.packs.cohorts.guilds import brewing
from engine.packs.cohorts.guilds.acting import acting, spend
from engine.packs.cohorts.guilds.enchanting import MY_COLLEGE, guild_given
from engine.packs.cohorts.pieces.records import City, Guild
from engine.packs.cohorts.pieces.refusals import knows_recipe
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.cohorts.things.secrets import Kind, kinds, knows_how, learned
from engine.packs.cohorts.worth.levels import heroic_level, level_of_heroic
from engine.refusals import no_such
from engine.state import State
from engine.world import World


@facts
class ItemResearched(Event):
    """A college tried to find out how an item is made (cohorts.order.college-research-item)."""

    city: int
    guild: int
    item: str
    chance: int
    """In percent."""
    found: bool


def chance(content: Content, guild_level: int, item_level: int) -> int:
    """A college's chance in percent to find out the secret of an item below its heroic level."""
    rules = content.enchanting
    above = heroic_level(guild_level) - item_level
    return min(100, rules.research_percent + rules.research_percent_per_level * above)


def requirements(world: World, content: Content, city: City, kind: Kind) -> Iterator[Refusal]:
    """What a city lacks to produce a thing even if it knew how."""
    if isinstance(kind, Potion):
        return brewing.requirements(world, content, city, kind)
    return making.requirements(world, content, city, kind)


def obstacles(world: World, content: Content, guild: Guild, kind: Kind) -> Iterator[Refusal]:
    """Why a college cannot research a thing, whether it has acted or not; nothing if it can."""
    rule = CollegeResearchItem.rule
    city = world.get(City, guild.city)
    if knows_how(city, kind):
        yield knows_recipe(
            rule, city.name, kind.name.lower(), "Research something that it cannot make yet."
        )
    level = heroic_level(guild.level)
    if level <= kind.item_level:
        yield Refusal(
            "guild_level_too_low",
            rule,
            f"{guild.name} is of heroic level {level}, and {kind.name.lower()} is an item of level "
            f"{kind.item_level}.",
            "Its heroic level must be higher: raise it to level "
            f"{level_of_heroic(kind.item_level + 1)}.",
        )
    yield from requirements(world, content, city, kind)


def _researchable(state: State, given: Given) -> Iterator[Choice]:
    content = state.module.content(Content)
    guild = guild_given(state, given)
    for kind in kinds(content) if guild else ():
        if guild and next(obstacles(state.world, content, guild, kind), None) is None:
            percent = chance(content, guild.level, kind.item_level)
            yield Choice(kind.key, f"{kind.name}, level {kind.item_level}, {percent}%")


RESEARCHABLE = Asks("an item that the guild's city could make but for its secret", _researchable)


class CollegeResearchItem(Order):
    """Have a college find out how an item is made; from then on the city knows it."""

    path = ("guild", "research-item")
    rule = "cohorts.order.college-research-item"
    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("actions",)}

    guild: Annotated[Ref, MY_COLLEGE] = Field(description="The college that does the research")
    item: Annotated[str, RESEARCHABLE] = Field(description="The item or potion")

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        guild, _ = acting(state, self.guild, "college")
        kind = kind_called(kinds(content), self.item)
        if kind is None:
            yield no_such(self.rule, "recipe", self.item, kinds(content), "target_unknown")
            return
        yield from obstacles(state.world, content, guild, kind)

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        guild, city = acting(state, self.guild, "college")
        kind = kind_called(kinds(content), self.item)
        assert kind, "conditions have seen to it"
        percent = chance(content, guild.level, kind.item_level)
        dice = state.stream(f"guild:{guild.id}", "research an item")
        found = dice.whole(100, chance=percent) <= percent
        if found:
            state.world.put(learned(city, kind))
        spend(state, guild)
        state.emit(
            ItemResearched(city=city.id, guild=guild.id, item=kind.key, chance=percent, found=found)
        )
