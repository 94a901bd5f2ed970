"""Colleges that make unique items and bestow enchantments on them.

A unique item appears after the last order of its player's turn (`deliver`). What enchantments
grant stands in `enchantments`. Sources: cohorts.order.college-create-unique-item,
cohorts.order.college-bestow-enchantment.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.lookalikes import lookalike
from engine.names import PLAIN
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal, Refused
from engine.packs.cohorts.content import BookSpell, Content, Enchantment
from engine.packs.cohorts.content.item_keys import Item, item_of
from engine.packs.cohorts.guilds.acting import acting, spend
from engine.packs.cohorts.guilds.enchanting import MY_COLLEGE, city_given
from engine.packs.cohorts.magic.studying import described
from engine.packs.cohorts.pieces.guilds import guild_of
from engine.packs.cohorts.pieces.possessions import find, give, held, take
from engine.packs.cohorts.pieces.records import City, Guild
from engine.packs.cohorts.pieces.refusals import AN_ENCHANTABLE_ITEM, without
from engine.packs.cohorts.things.enchantments import convertible, enchantment_called, fits
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.things.uniques import Unique, unique_of
from engine.packs.cohorts.trade.access import access
from engine.packs.cohorts.worth.casters import book_spell_called
from engine.packs.cohorts.worth.levels import heroic_level, level_of_heroic
from engine.refusals import no_such, quoted
from engine.state import State
from engine.world import World

_NAME_LENGTH = 40  # cohorts.order.college-create-unique-item
_NUMBERS = range(2, 1000)  # behind a name that is taken, as there

UniqueName = Annotated[str, Field(min_length=1, max_length=_NAME_LENGTH), PLAIN]
"""The name that a player gives a unique item."""


@facts
class UniqueItemCreated(Event):
    """A college made a unique item (cohorts.order.college-create-unique-item)."""

    city: int
    guild: int
    item: str
    """What it was made of."""
    unique: int
    name: str


@facts
class EnchantmentBestowed(Event):
    """A college put an enchantment on a unique item (cohorts.order.college-bestow-enchantment)."""

    city: int
    guild: int
    unique: int
    name: str
    """The item's."""
    enchantment: str
    spell: str
    """Empty if it grants none."""
    free_slots: int
    """How many more it can take."""


# ---------------------------------------------------------------- making one


def _convertible(state: State, given: Given) -> Iterator[Choice]:
    content = state.module.content(Content)
    city = city_given(state, given)
    for each in held(state.world, city.place) if city else ():
        item = item_of(each.item)
        if item.plus and convertible(content, item):
            yield Choice(each.item, item_name(content, state.world, each.item))


CONVERTIBLE = Asks("an enchanted item of the guild's city", _convertible, ids=Unique.kind)


class CollegeCreateUniqueItem(Order):
    """Have a college make an enchanted item of its city unique, under a new name."""

    path = ("guild", "create-unique")
    rule = "cohorts.order.college-create-unique-item"
    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("actions",)}

    guild: Annotated[Ref, MY_COLLEGE] = Field(description="The college that makes it")
    item: Annotated[str, CONVERTIBLE] = Field(description="The item, such as mithril_axe+3")
    name: UniqueName = Field(description="What it is called; a number follows if this is taken")

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        guild, city = acting(state, self.guild, "college")
        found = find(state.world, city.place, self.item)
        if found is None:
            yield missing(city, self.item, self.rule)
            return
        item, called = item_of(found.item), item_name(content, state.world, found.item)
        if not convertible(content, item):
            yield self.refusal(
                "not_convertible", f"{called} cannot be made unique.", AN_ENCHANTABLE_ITEM
            )
        if not item.plus:
            yield self.refusal(
                "not_enchanted", f"{called} is not enchanted.", "Have a college enchant it first."
            )
        level = heroic_level(guild.level)
        if item.plus > level:
            yield self.refusal(
                "guild_level_too_low",
                f"{guild.name} is of heroic level {level} and works on nothing above +{level}.",
                "Choose an item of a lower level, or raise the guild.",
            )
        if not any(_names(state.world, self.name)):
            yield self.refusal(
                "name_taken", "Too many items have that name already.", "Choose another name."
            )

    def perform(self, state: State) -> None:
        guild, city = acting(state, self.guild, "college")
        found = find(state.world, city.place, self.item)
        assert found, "conditions have seen to it"
        item = item_of(found.item)
        take(state.world, city.place, found.item, 1)
        unique = state.world.add(
            Unique,
            name=self._free_name(state, guild),
            item=item.key,
            plus=item.plus,
            bestowed=(),
            spell="",
            maker=city.id,
        )
        spend(state, guild)
        state.emit(
            UniqueItemCreated(
                city=city.id, guild=guild.id, item=str(item), unique=unique.id, name=unique.name
            )
        )

    def _free_name(self, state: State, guild: Guild) -> str:
        """The name given, with a number drawn from those that make it free if it is taken."""
        first, *numbered = _names(state.world, self.name)
        if first == self.name:
            return first
        # One draw from what is left is as good as drawing until the name is free.
        dice = state.stream(f"guild:{guild.id}", "name of a unique item")
        return dice.pick([first, *numbered])


def _same(name: str, other: str) -> bool:
    return name.casefold() == other.strip().casefold()


def _names(world: World, wanted: str) -> Iterator[str]:
    """The name wanted if it is free, and that name with every number that makes it free."""
    taken = [unique.name for unique in world.all(Unique)]
    for name in (wanted, *(f"{wanted} {number}" for number in _NUMBERS)):
        if not lookalike(name, taken):
            yield name


def deliver(state: State) -> None:
    """What was made in a turn appears in its city's possessions when the turn is over."""
    for unique in state.world.all(Unique):
        city = state.world.find(City, unique.maker) if unique.maker else None
        if city:
            item = Item(unique.item, unique.plus, unique=unique.id)
            give(state.world, city.place, str(item), 1)
            state.world.put(unique.replace(maker=0))


# ---------------------------------------------------------------- bestowing


def _uniques_there(state: State, given: Given) -> Iterator[Unique]:
    city = city_given(state, given)
    if city:
        yield from uniques_in(state.world, city)


def uniques_in(world: World, city: City) -> Iterator[Unique]:
    """The unique items among a city's possessions."""
    for each in held(world, city.place):
        unique = unique_of(world, item_of(each.item))
        if unique:
            yield unique


def _choose_unique(state: State, given: Given) -> Iterator[Choice]:
    for unique in _uniques_there(state, given):
        used = f"{len(unique.bestowed)} of {unique.plus} enchantments"
        yield Choice(unique.name, f"{unique.name}, {used}")


def _choose_enchantment(state: State, given: Given) -> Iterator[Choice]:
    """Those that fit the item chosen before and are not on it yet; all if none is chosen."""
    content = state.module.content(Content)
    wanted = given.text("item")
    named = next((u for u in _uniques_there(state, given) if _same(u.name, wanted)), None)
    for each in content.enchantments.values():
        if named is None or (fits(content, each, named) and each.key not in named.bestowed):
            yield Choice(each.key, f"{each.name}, level {each.level or 'of the spell'}")


def _choose_spell(state: State, given: Given) -> Iterator[Choice]:
    content = state.module.content(Content)
    city = city_given(state, given)
    mages = guild_of(state.world, city, "mage") if city else None
    for key in mages.spells if mages else ():
        spell = content.spell(key)
        if spell:
            yield Choice(key, described(spell))


UNIQUE = Asks("a unique item of the guild's city", _choose_unique)
ENCHANTMENT = Asks("an enchantment that fits it", _choose_enchantment)
SPELL = Asks("a spell of the mage guild there", _choose_spell)


class CollegeBestowEnchantment(Order):
    """Have a college put a new enchantment on a unique item of its city."""

    path = ("guild", "bestow")
    rule = "cohorts.order.college-bestow-enchantment"
    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("actions",)}

    guild: Annotated[Ref, MY_COLLEGE] = Field(description="The college that bestows it")
    item: Annotated[str, UNIQUE] = Field(description="The unique item, by its name")
    enchantment: Annotated[str, ENCHANTMENT] = Field(description="The enchantment to bestow")
    spell: Annotated[str, SPELL] = Field(
        default="", description="The strategic spell, for the enchantment that grants one"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        guild, city = acting(state, self.guild, "college")
        unique, enchantment = self._unique(state, city), self._enchantment(content)
        if len(unique.bestowed) >= unique.plus:
            yield self.refusal(
                "no_free_slot",
                f"{unique.name} is +{unique.plus} and bears {len(unique.bestowed)} enchantments.",
                "It takes as many as its level, and none can be taken off again.",
            )
        if not fits(content, enchantment, unique):
            yield self.refusal(
                "does_not_fit",
                f"{enchantment.name} does not go on {unique.name}.",
                f"It goes on: {', '.join(enchantment.fits)}.",
            )
        if enchantment.key in unique.bestowed:
            yield self.refusal(
                "already_on_item",
                f"{unique.name} bears {enchantment.name.lower()} already.",
                "Choose another enchantment.",
            )
        spell = None
        if enchantment.grants_spell:
            spell = self._spell(state, city)
        yield from self._too_low(guild, unique, enchantment, spell)
        lacking = content.missing(enchantment.needs, access(state.world, content, city))
        if lacking:
            yield without(
                self.rule,
                city.name,
                enchantment.name.lower(),
                (" or ".join(need) for need in lacking),
                "Work such a deposit with a village; it is not used up.",
            )

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        guild, city = acting(state, self.guild, "college")
        unique, enchantment = self._unique(state, city), self._enchantment(content)
        spell = self._spell(state, city).key if enchantment.grants_spell else ""
        bestowed = (*unique.bestowed, enchantment.key)
        state.world.put(unique.replace(bestowed=bestowed, spell=spell or unique.spell))
        spend(state, guild)
        state.emit(
            EnchantmentBestowed(
                city=city.id,
                guild=guild.id,
                unique=unique.id,
                name=unique.name,
                enchantment=enchantment.key,
                spell=spell,
                free_slots=unique.plus - len(bestowed),
            )
        )

    def _too_low(
        self, guild: Guild, unique: Unique, enchantment: Enchantment, spell: BookSpell | None
    ) -> Iterator[Refusal]:
        """A spell's level is that of the enchantment, and the item must be strong enough for it."""
        level, wanted = heroic_level(guild.level), spell.level if spell else enchantment.level
        if spell and spell.level > unique.plus:
            yield self.refusal(
                "spell_level_too_high",
                f"{spell.name} is of level {spell.level}, and {unique.name} is +{unique.plus}.",
                "A spell's level may be at most the item's enchantment level.",
            )
        if wanted > level:
            yield self.refusal(
                "guild_level_too_low",
                f"{enchantment.name} takes a college of heroic level {wanted}, "
                f"and {guild.name} is of {level}.",
                f"Heroic level {wanted} begins at guild level {level_of_heroic(wanted)}.",
            )

    def _unique(self, state: State, city: City) -> Unique:
        """The item that is named, by its own name or as possessions write it."""
        for unique in uniques_in(state.world, city):
            if _same(unique.name, self.item):
                return unique
        found = find(state.world, city.place, self.item)
        if found is None:
            raise Refused(missing(city, self.item, self.rule))
        unique = unique_of(state.world, item_of(found.item))
        if unique is None:
            name = item_name(state.module.content(Content), state.world, found.item)
            raise Refused(
                self.refusal(
                    "not_unique",
                    f"{name} is not a unique item.",
                    "Have a college make an enchanted item unique first.",
                )
            )
        return unique

    def _enchantment(self, content: Content) -> Enchantment:
        found = enchantment_called(content, self.enchantment)
        if found is None:
            raise Refused(
                no_such(
                    self.rule,
                    "enchantment",
                    self.enchantment,
                    content.enchantments.values(),
                    "target_unknown",
                )
            )
        return found

    def _spell(self, state: State, city: City) -> BookSpell:
        """The spell to be granted, which the mage guild of the same city must know."""
        mages = guild_of(state.world, city, "mage")
        if mages is None:
            raise Refused(
                self.refusal(
                    "guild_missing",
                    f"{city.name} has no mage guild that knows a spell.",
                    "Build one there, or choose another enchantment.",
                )
            )
        known = book_spell_called(state.module.content(Content), self.spell, mages.spells)
        if known is None:
            raise Refused(
                self.refusal(
                    "spell_unknown",
                    f"{mages.name} does not know {quoted(self.spell)}."
                    if self.spell
                    else "This enchantment grants a spell, and none was chosen.",
                    "Choose a spell of the mage guild there.",
                )
            )
        return known


def missing(city: City, item: str, rule: str) -> Refusal:
    """A city that does not have the item named."""
    return Refusal(
        "target_unknown",
        rule,
        f"{city.name} has no {quoted(item)} in its possessions.",
        "Choose one from the list that appears, or bring it there first.",
    )
