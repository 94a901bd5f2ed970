"""Guilds that brew: potions of mage guilds, poisons and antidotes of knaves, churches' draughts.

One mechanism for the four orders, which differ in the keyword of what they make; which guilds brew
which is the module's. Sources: cohorts.order.guild-make-potion, cohorts.order.guild-make-poison,
cohorts.order.guild-make-antidote, cohorts.order.church-make-healing-draughts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.cities.supplies import Supplies, supplies, use_up
from engine.packs.cohorts.content import Content, GuildRules, Potion
from engine.packs.cohorts.content.item_keys import Item
from engine.packs.cohorts.content.peoples import Keyword
from engine.packs.cohorts.guilds.acting import a_guild, acting, my_guilds, spend
from engine.packs.cohorts.knowledge.choices import once
from engine.packs.cohorts.pieces.guilds import ACTION_RULES
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import City, Guild
from engine.packs.cohorts.pieces.refusals import no_recipe, without
from engine.packs.cohorts.things.item_names import item_name, kind_called
from engine.packs.cohorts.things.secrets import knows_how
from engine.packs.cohorts.worth.levels import heroic_level
from engine.refusals import quoted, suggestion
from engine.state import State
from engine.world import World

_RULE = "cohorts.order.guild-make-potion"
_PLURAL: Mapping[Keyword, str] = {
    "magic": "potions",
    "poison": "poisons",
    "antidote": "antidotes",
    "healing": "healing draughts",
}


@facts
class PotionsBrewed(Event):
    """A guild brewed something (cohorts.order.guild-make-potion)."""

    guild: int
    city: int
    item: str
    """With its quality, as possessions hold it."""
    number: int
    used: dict[str, int]
    """The ingredients taken from the city's possessions, by item."""


# ---------------------------------------------------------------- who can brew what


def batch(rules: GuildRules, level: int) -> int:
    """How many potions a guild of a level makes at a time (cohorts.order.guild-make-potion)."""
    return -(-level // rules.levels_per_potion)


def brewed(content: Content, potion: Potion, level: int) -> Item:
    """What a guild of a level makes of a recipe: the potion in its quality."""
    return Item(potion.key, quality=content.brewing.quality_at(heroic_level(level)))


def most(world: World, content: Content, guild: Guild, potion: Potion) -> int:
    """How many a guild makes with its action, if nothing else stands in the way."""
    city = world.get(City, guild.city)
    found = _ingredients(world, content, city, potion)
    return found.limits(batch(content.guild_rules, guild.level))


def obstacles(world: World, content: Content, guild: Guild, potion: Potion) -> Iterator[Refusal]:
    """Why a guild that brews such things cannot make this one; nothing if it can.

    Its level, the ingredients, the recipe, in the order of cohorts.order.city-guild-reason-codes.
    """
    city = world.get(City, guild.city)
    least = max(potion.item_level, potion.least_quality)
    if heroic_level(guild.level) < least:
        yield Refusal(
            "guild_level_too_low",
            "cohorts.action.potion-recipes",
            f"{guild.name} has level {guild.level}, too low for {potion.name.lower()}.",
            f"It takes heroic level {least}: a fifth of the guild's level, rounded up.",
        )
    yield from requirements(world, content, city, potion)
    if not knows_how(city, potion):
        yield no_recipe(_RULE, city.name, potion.name.lower(), code="recipe_unknown")


def requirements(world: World, content: Content, city: City, potion: Potion) -> Iterator[Refusal]:
    """What a city lacks to brew a potion even if it knew how: a guild for it, ingredients."""
    if not any(_brews(content, g, potion.keyword) for g in world.by(Guild, "city", city.id)):
        yield Refusal(
            "guild_missing",
            _RULE,
            f"{city.name} has no guild that brews {_PLURAL[potion.keyword]}.",
            f"Build one there: {_brewers(content, potion.keyword)}.",
        )
    missing = _ingredients(world, content, city, potion).missing
    if missing:
        recipe = ", ".join(
            f"{count} {content.resources[key].name.lower()}"
            for key, count in potion.ingredients.items()
        )
        yield without(
            _RULE,
            city.name,
            potion.name.lower(),
            missing,
            f"Get access to it, or bring some there; one potion takes {recipe}.",
        )


def _brews(content: Content, guild: Guild, keyword: Keyword) -> bool:
    return keyword in content.guilds[guild.type].brews


def _brewers(content: Content, keyword: Keyword) -> str:
    """The types of guild that brew what has the keyword, in words."""
    types = [each.name.lower() for each in content.guilds.values() if keyword in each.brews]
    return " or ".join(types) or "none that there is"


def _ingredients(world: World, content: Content, city: City, potion: Potion) -> Supplies:
    wants = (((key,), count) for key, count in potion.ingredients.items())
    return supplies(world, content, city, wants)


# ---------------------------------------------------------------- what may be chosen


def _my_brewers(keyword: Keyword) -> Asks:
    """Asks for a guild of the player that brews what has the keyword."""
    return a_guild(
        f"a guild of yours that makes {_PLURAL[keyword]}",
        lambda state, guild: _brews(state.module.content(Content), guild, keyword),
    )


def _recipes(keyword: Keyword) -> Asks:
    """Asks for what the guild named before can brew now, or any such guild of the player."""

    def choose(state: State, given: Given) -> Iterator[Choice]:
        content, world = state.module.content(Content), state.world

        def text(guild: Guild, potion: Potion) -> str:
            item = str(brewed(content, potion, guild.level))
            return f"{item_name(content, world, item)}, {most(world, content, guild, potion)} of it"

        return once(
            Choice(potion.key, text(guild, potion))
            for guild, _ in my_guilds(state, given)
            if _brews(content, guild, keyword)
            for potion in _of(content, keyword)
            if next(obstacles(world, content, guild, potion), None) is None
        )

    return Asks(f"{_PLURAL[keyword]} that the guild can make", choose)


def _of(content: Content, keyword: Keyword) -> Iterator[Potion]:
    return (potion for potion in content.potions.values() if potion.keyword == keyword)


# ---------------------------------------------------------------- the orders


class _Brew(Order):
    """What the four orders share; each names its keyword, and its fields ask for it."""

    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("actions",)}
    keyword: ClassVar[Keyword]

    guild: Ref
    potion: str

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        guild, city = acting(state, self.guild)
        if not _brews(content, guild, self.keyword):
            wanted = _brewers(content, self.keyword)
            yield Refusal(
                "wrong_guild",
                ACTION_RULES,
                f"{guild.name} in {city.name} brews no {_PLURAL[self.keyword]}.",
                f"Choose a guild that does: {wanted}.",
            )
            return
        potion = kind_called(_of(content, self.keyword), self.potion)
        if potion is None:
            yield self.refusal(
                "bad_target",
                f"Among {_PLURAL[self.keyword]} there is none called {quoted(self.potion)}.",
                suggestion(self.potion, _of(content, self.keyword)),
            )
            return
        yield from obstacles(state.world, content, guild, potion)

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        guild = state.the(Guild, self.guild)
        city = state.world.get(City, guild.city)
        potion = kind_called(_of(content, self.keyword), self.potion)
        assert potion, "conditions have seen to it"
        number = most(state.world, content, guild, potion)
        item = str(brewed(content, potion, guild.level))
        found = _ingredients(state.world, content, city, potion)
        used = use_up(state.world, city, found, number)
        give(state.world, city.place, item, number)
        spend(state, guild)
        state.emit(PotionsBrewed(guild=guild.id, city=city.id, item=item, number=number, used=used))


class GuildMakePotion(_Brew):
    """Have a mage guild brew potions of one kind, one for every five of its levels."""

    path = ("guild", "make-potion")
    rule = _RULE
    keyword = "magic"

    guild: Annotated[Ref, _my_brewers("magic")] = Field(description="The mage guild that brews")
    potion: Annotated[str, _recipes("magic")] = Field(description="The potion that it makes")


class GuildMakePoison(_Brew):
    """Have a knave guild brew poisons of one kind, one vial for every five of its levels."""

    path = ("guild", "make-poison")
    rule = "cohorts.order.guild-make-poison"
    keyword = "poison"

    guild: Annotated[Ref, _my_brewers("poison")] = Field(description="The knave guild that brews")
    potion: Annotated[str, _recipes("poison")] = Field(description="The poison that it makes")


class GuildMakeAntidote(_Brew):
    """Have a knave guild brew antidotes of one kind, one for every five of its levels."""

    path = ("guild", "make-antidote")
    rule = "cohorts.order.guild-make-antidote"
    keyword = "antidote"

    guild: Annotated[Ref, _my_brewers("antidote")] = Field(description="The knave guild that brews")
    potion: Annotated[str, _recipes("antidote")] = Field(description="The antidote that it makes")


class ChurchMakeHealingDraughts(_Brew):
    """Have a church brew healing draughts of one kind, one for every five of its levels."""

    path = ("guild", "make-draughts")
    rule = "cohorts.order.church-make-healing-draughts"
    keyword = "healing"

    guild: Annotated[Ref, _my_brewers("healing")] = Field(description="The church that brews")
    potion: Annotated[str, _recipes("healing")] = Field(description="The draught that it makes")
