"""Colleges that make magic items (warmaster.map.items)."""

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
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.cohorts.worth.levels import heroic_level, level_of_heroic
from engine.packs.warmaster.content import MagicItem, WarmasterContent
from engine.refusals import no_such
from engine.state import State


@facts
class MagicItemMade(Event):
    """A college made a magic item (warmaster.map.items)."""

    kind = "warmaster-item-made"

    city: int
    guild: int
    item: str
    """Its name."""
    material: str
    used: int


def level_needed(war: WarmasterContent, item: MagicItem) -> int:
    """The heroic level that a college needs for an item."""
    return max(1, -(-item.highest_cost // war.warmaster.college.points_per_level))


def _makeable(state: State, given: Given) -> Iterator[Choice]:
    guild, war = guild_given(state, given), state.module.content(WarmasterContent)
    for item in war.magic_items.values():
        if guild is None or level_needed(war, item) <= heroic_level(guild.level):
            yield Choice(item.key, f"{item.name}: {item.highest_cost} of one material")


def _materials(state: State, given: Given) -> Iterator[Choice]:
    city, war = city_given(state, given), state.module.content(WarmasterContent)
    item = kind_called(war.magic_items.values(), given.text("item"))
    for material in war.warmaster.college.materials:
        held = count(state.world, city.place, material) if city else 0
        if city is None or (held and (item is None or held >= item.highest_cost)):
            yield Choice(material, f"{material.capitalize()}: {held} there")


ITEM = Asks("a magic item that the college can make", _makeable)
MATERIAL = Asks("what it is made of", _materials)


class MakeMagicItem(Order):
    """Have a college make a magic item from gold, silver, gems or mithril of its city."""

    path = ("guild", "make-magic-item")
    rule = "warmaster.map.items"
    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("actions",)}

    guild: Annotated[Ref, MY_COLLEGE] = Field(description="The college that makes it")
    item: Annotated[str, ITEM] = Field(max_length=60, description="Which item")
    material: Annotated[str, MATERIAL] = Field(
        default="", max_length=60, description="What it is made of; else what the city has"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        war = state.module.content(WarmasterContent)
        guild, city = acting(state, self.guild, "college")
        item = self._item(war)
        if item is None:
            yield no_such(self.rule, "magic item", self.item, war.magic_items.values())
            return
        level = level_needed(war, item)
        if heroic_level(guild.level) < level:
            yield self.refusal(
                "guild_level_too_low",
                f"{item.name} costs {item.highest_cost}, which takes a college of heroic level "
                f"{level}; {guild.name} is of {heroic_level(guild.level)}.",
                f"Raise the college to level {level_of_heroic(level)}.",
            )
        if self._material(state, war, city, item) is None:
            yield self.refusal(
                "missing",
                f"{city.name} lacks {item.highest_cost} units of what {item.name} is made of.",
                f"Bring that much of {', '.join(war.warmaster.college.materials)} there, of one "
                "kind.",
            )

    def perform(self, state: State) -> None:
        war = state.module.content(WarmasterContent)
        guild, city = acting(state, self.guild, "college")
        item = self._item(war)
        assert item, "conditions have seen to it"
        material = self._material(state, war, city, item)
        assert material, "conditions have seen to it"
        used = item.highest_cost
        take(state.world, city.place, material, used)
        give(state.world, city.place, item.key, 1)
        spend(state, guild)
        state.emit(
            MagicItemMade(
                city=city.id, guild=guild.id, item=item.name, material=material, used=used
            )
        )

    def _item(self, war: WarmasterContent) -> MagicItem | None:
        return kind_called(war.magic_items.values(), self.item)

    def _material(
        self, state: State, war: WarmasterContent, city: City, item: MagicItem
    ) -> str | None:
        """The material named, or the first of which the city has enough."""
        materials = war.warmaster.college.materials
        return enough_of(state.world, city.place, materials, item.highest_cost, self.material)
