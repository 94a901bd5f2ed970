"""Colleges that make relics (warlords.item.getting)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.guilds.acting import acting, spend
from engine.packs.cohorts.guilds.enchanting import MY_COLLEGE, city_given, guild_given
from engine.packs.cohorts.pieces.possessions import count, enough_of, give, take
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.worth.levels import heroic_level, level_of_heroic
from engine.packs.warlords.content import Relic, WarContent
from engine.packs.warlords.heroes import no_relic, relic_called
from engine.state import State


@facts
class RelicMade(Event):
    """A college made a relic (warlords.item.getting)."""

    city: int
    guild: int
    relic: str
    material: str
    used: int


def level_needed(content: WarContent, relic: Relic) -> int:
    """The heroic level that a college needs for a relic."""
    levels = content.warlords.college.heroic_levels
    return levels[min(relic.power, len(levels)) - 1]


def _makeable(state: State, given: Given) -> Iterator[Choice]:
    guild, content = guild_given(state, given), state.module.content(WarContent)
    for relic in content.relics.values():
        if guild is None or level_needed(content, relic) <= heroic_level(guild.level):
            yield Choice(relic.key, f"{relic.name}, power {relic.power}")


def _materials(state: State, given: Given) -> Iterator[Choice]:
    city, college = city_given(state, given), state.module.content(WarContent).warlords.college
    for material in college.materials:
        held = count(state.world, city.place, material) if city else college.material
        if held >= college.material:
            yield Choice(material, f"{material.capitalize()}: {held} there")


RELIC = Asks("a relic that the college can make", _makeable)
MATERIAL = Asks("what it is made of", _materials)


class MakeRelic(Order):
    """Have a college make a relic from gold, silver, gems or mithril of its city."""

    path = ("guild", "make-relic")
    rule = "warlords.item.getting"
    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("actions",)}

    guild: Annotated[Ref, MY_COLLEGE] = Field(description="The college that makes it")
    relic: Annotated[str, RELIC] = Field(max_length=60, description="Which relic")
    material: Annotated[str, MATERIAL] = Field(
        default="", max_length=60, description="What it is made of; else what the city has"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(WarContent)
        guild, city = acting(state, self.guild, "college")
        relic = relic_called(state, self.relic)
        if relic is None:
            yield no_relic(state, self.relic, self.rule)
            return
        needed = level_needed(content, relic)
        if heroic_level(guild.level) < needed:
            yield self.refusal(
                "guild_level_too_low",
                f"{relic.name} has power {relic.power}, which takes a college of heroic level "
                f"{needed}; {guild.name} is of {heroic_level(guild.level)}.",
                f"Raise the college to level {level_of_heroic(needed)}.",
            )
        if self._material(state, city) is None:
            college = content.warlords.college
            yield self.refusal(
                "missing",
                f"{city.name} lacks {college.material} units of what a relic is made of.",
                f"Bring {college.material} of {', '.join(college.materials)} there.",
            )

    def perform(self, state: State) -> None:
        guild, city = acting(state, self.guild, "college")
        relic, material = relic_called(state, self.relic), self._material(state, city)
        assert relic, "conditions have seen to it"
        assert material, "conditions have seen to it"
        used = state.module.content(WarContent).warlords.college.material
        take(state.world, city.place, material, used)
        give(state.world, city.place, relic.key, 1)
        spend(state, guild)
        state.emit(
            RelicMade(city=city.id, guild=guild.id, relic=relic.name, material=material, used=used)
        )

    def _material(self, state: State, city: City) -> str | None:
        """The material named, or the first of which the city has enough."""
        college = state.module.content(WarContent).warlords.college
        return enough_of(
            state.world, city.place, college.materials, college.material, self.material
        )
