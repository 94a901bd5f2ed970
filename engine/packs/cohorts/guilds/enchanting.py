"""Colleges that raise items to higher enchantment levels.

What a level gives stands in `enchantments`; unique items and what is bestowed on them in
`uniques`. Source: cohorts.order.college-enchant-item.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import Item, item_of
from engine.packs.cohorts.guilds.acting import acting, my_guild, spend
from engine.packs.cohorts.knowledge.choices import named_in
from engine.packs.cohorts.pieces.possessions import count, find, give, held, take
from engine.packs.cohorts.pieces.records import City, Guild
from engine.packs.cohorts.pieces.refusals import not_enchantable
from engine.packs.cohorts.things.enchantments import Yield, enchantable, enchanted
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.worth.levels import heroic_level, level_of_heroic
from engine.state import State
from engine.world import Place

MY_COLLEGE = my_guild("college")


@facts
class ItemsEnchanted(Event):
    """A college raised items to the next enchantment level (cohorts.order.college-enchant-item)."""

    city: int
    guild: int
    item: str
    """What was used."""
    used: int
    result: str
    """What became of it."""
    made: int


def guild_given(state: State, given: Given) -> Guild | None:
    """The guild that was chosen before, as far as it is known."""
    return named_in(state, given, "guild", Guild)


def city_given(state: State, given: Given) -> City | None:
    """The city of the guild that was chosen before."""
    guild = guild_given(state, given)
    return state.world.find(City, guild.city) if guild else None


def enchantable_there(state: State, holder: Place) -> Iterator[Choice]:
    """What somebody has that can be enchanted."""
    content = state.module.content(Content)
    for each in held(state.world, holder):
        if enchantable(content, item_of(each.item)):
            name = item_name(content, state.world, each.item)
            yield Choice(each.item, f"{name}, {each.count} there")


def as_held(state: State, holder: Place, text: str) -> Item:
    """The item of that name as somebody has it, or as it is written if there is none."""
    found = find(state.world, holder, text)
    return item_of(found.item if found else text)


def _enchantable(state: State, given: Given) -> Iterator[Choice]:
    city = city_given(state, given)
    if city:
        yield from enchantable_there(state, city.place)


ENCHANTABLE = Asks(
    "an item of the guild's city that can be enchanted", _enchantable, ids=Unique.kind
)


class CollegeEnchantItem(Order):
    """Have a college raise items of its city to the next enchantment level."""

    path = ("guild", "enchant")
    rule = "cohorts.order.college-enchant-item"
    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("actions",)}

    guild: Annotated[Ref, MY_COLLEGE] = Field(description="The college that enchants")
    item: Annotated[str, ENCHANTABLE] = Field(description="The item, such as spear or spear+1")
    quantity: Annotated[int, Field(ge=1)] = Field(
        description="How many to put in; as many as possible if it can be no more"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        guild, city = acting(state, self.guild, "college")
        item = as_held(state, city.place, self.item)
        if not enchantable(content, item):
            yield not_enchantable(
                self.rule, item_name(content, state.world, str(item)), code="not_enchantable"
            )
        level = heroic_level(guild.level)
        if item.plus >= level:
            yield self.refusal(
                "guild_level_too_low",
                f"{guild.name} is of heroic level {level} and makes nothing above +{level}.",
                f"A heroic level of {item.plus + 1} begins at guild level "
                f"{level_of_heroic(item.plus + 1)}.",
            )
        if not self._yield(state, guild, city).made:
            yield self.refusal(
                "too_few",
                f"{item.plus + 1} such items make one of +{item.plus + 1}, and there are not as "
                "many to put in.",
                f"Bring more to {city.name}, or put in more of them.",
            )

    def perform(self, state: State) -> None:
        guild, city = acting(state, self.guild, "college")
        item = as_held(state, city.place, self.item)
        result = str(item._replace(plus=item.plus + 1))
        used, made = self._yield(state, guild, city)
        take(state.world, city.place, str(item), used)
        give(state.world, city.place, result, made)
        spend(state, guild)
        state.emit(
            ItemsEnchanted(
                city=city.id, guild=guild.id, item=str(item), used=used, result=result, made=made
            )
        )

    def _yield(self, state: State, guild: Guild, city: City) -> Yield:
        content = state.module.content(Content)
        item = as_held(state, city.place, self.item)
        waiting = count(state.world, city.place, str(item))
        most = content.enchanting.items_per_level * guild.level
        return enchanted(item.plus, min(self.quantity, waiting), most)
