"""Characters who brew, and who find out how things are made.

Brewing of guilds is in `guilds.brewing`, drinking in `drinking`. Sources:
cohorts.order.character-make-potion, cohorts.order.research-item-recipe.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.module.names import closest
from engine.orders import Asks, Choice, Refusal
from engine.packs.cohorts.bonuses import skill_level
from engine.packs.cohorts.chances import attempt, held
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.choices import named_in
from engine.packs.cohorts.cities.secrets import Kind, kinds
from engine.packs.cohorts.content import Content, Potion
from engine.packs.cohorts.content.peoples import Keyword
from engine.packs.cohorts.item_names import kind_called
from engine.packs.cohorts.items import Item
from engine.packs.cohorts.levels import heroic_level
from engine.packs.cohorts.possessions import count, give, take
from engine.packs.cohorts.records import Character
from engine.state import State
from engine.world import World

_SKILLS: Mapping[Keyword, str] = {
    "magic": "potions",
    "poison": "poisons",
    "antidote": "antidotes",
    "healing": "healing",
}
_CRAFT = "crafting"  # of all that is not brewed, cohorts.skill.crafting


@facts
class PotionsMade(Event):
    """A character brewed something (cohorts.order.character-make-potion)."""

    kind = "potions-made"

    character: int
    name: str
    item: str
    """With its quality, as possessions hold it."""
    number: int
    used: dict[str, int]
    """The ingredients, by item."""


@facts
class RecipeResearched(Event):
    """A character tried to find out how a thing is made (cohorts.order.research-item-recipe)."""

    kind = "recipe-researched"

    character: int
    name: str
    item: str
    chance: int
    roll: int
    found: bool


# ---------------------------------------------------------------- who can make what


def mastery(world: World, content: Content, character: Character, kind: Kind) -> int:
    """The heroic level of the skill with which a character makes a thing, 0 without it."""
    skill = _SKILLS[kind.keyword] if isinstance(kind, Potion) else _CRAFT
    return heroic_level(skill_level(world, content, character, skill))


def _too_weak(content: Content, character: Character, kind: Kind, rule: str) -> Iterator[Refusal]:
    """Refuses what a maker of that level would make too weakly to be of use."""
    if not isinstance(kind, Potion):
        return
    quality = content.brewing.quality_at(heroic_level(character.level))
    if quality < kind.least_quality:
        needed = content.brewing.name_of(kind.least_quality).lower()
        yield Refusal(
            "not_qualified",
            rule,
            f"{kind.name} must be of {needed} quality at least, and {character.name} makes "
            f"{content.brewing.name_of(quality).lower()} ones.",
            "The quality rises with every fifth level of the character.",
        )


def _enough_for(world: World, character: Character, potion: Potion) -> int:
    """How many potions the ingredients in the maker's own possessions suffice for."""
    return min(
        count(world, character.place, key) // number for key, number in potion.ingredients.items()
    )


def _no_such(text: str, names: list[str], rule: str) -> Refusal:
    near = closest(text, names)
    return Refusal(
        "bad_target",
        rule,
        f"There is nothing called {text[:40]!r} to be made.",
        f"Did you mean {near}?" if near else "Choose from the list that appears.",
    )


# ---------------------------------------------------------------- potions


def _known_potions(state: State, given: Mapping[str, Any]) -> Iterator[Choice]:
    """What the character named before knows to brew, with how many it can brew now."""
    content = state.module.content(Content)
    character = named_in(state, given, "character", Character)
    if character is None or not character.knows("recipes"):
        return
    for potion in content.potions.values():
        if potion.key in character.recipes:
            most = mastery(state.world, content, character, potion)
            number = min(most, _enough_for(state.world, character, potion))
            yield Choice(potion.key, f"{potion.name}, {number} of it now")


class CharacterMakePotion(CharacterAction):
    """Have a character brew potions whose recipe it knows, from ingredients that it carries."""

    path = ("character", "make-potion")
    rule = "cohorts.order.character-make-potion"
    unforeseen: ClassVar = {"character": ("actions",)}

    potion: Annotated[str, Asks("a potion that it knows to brew", _known_potions)] = Field(
        description="The potion, poison, antidote or draught", max_length=60
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        character = acting(state, self)
        potion = kind_called(content.potions.values(), self.potion)
        if potion is None:
            yield _no_such(self.potion, [p.name for p in content.potions.values()], self.rule)
            return
        name = potion.name.lower()
        if potion.key not in character.recipes:
            yield Refusal(
                "missing",
                self.rule,
                f"{character.name} does not know the recipe of {name}.",
                "Have it research the recipe first.",
            )
        if not _enough_for(state.world, character, potion):
            recipe = ", ".join(
                f"{number} {content.resources[key].name.lower()}"
                for key, number in potion.ingredients.items()
            )
            yield Refusal(
                "missing",
                self.rule,
                f"{character.name} does not carry the ingredients of {name}.",
                f"One takes {recipe}; gather them, or hand them over.",
            )
        level = mastery(state.world, content, character, potion)
        if level < max(1, potion.item_level):
            yield Refusal(
                "not_qualified",
                self.rule,
                f"{character.name} lacks the skill {_SKILLS[potion.keyword]} to brew {name}.",
                f"It takes a heroic level of {max(1, potion.item_level)}; it has {level}.",
            )
        yield from _too_weak(content, character, potion, self.rule)

    def perform(self, state: State) -> None:
        world, content = state.world, state.module.content(Content)
        character = acting(state, self)
        potion = kind_called(content.potions.values(), self.potion)
        assert potion, "conditions have seen to it"
        number = min(
            mastery(world, content, character, potion), _enough_for(world, character, potion)
        )
        if not begin(state, character, self):
            return
        used = {key: number * each for key, each in sorted(potion.ingredients.items())}
        for key, each in used.items():
            take(world, character.place, key, each)
        quality = content.brewing.quality_at(heroic_level(character.level))
        item = str(Item(potion.key, quality=quality))
        give(world, character.place, item, number)
        state.emit(
            PotionsMade(
                character=character.id, name=character.name, item=item, number=number, used=used
            )
        )


# ---------------------------------------------------------------- recipes


def _unknown_recipes(state: State, given: Mapping[str, Any]) -> Iterator[Choice]:
    """What the character named before may find out how to make, with its chance."""
    content = state.module.content(Content)
    character = named_in(state, given, "character", Character)
    if character is None or not character.knows("recipes"):
        return
    for kind in kinds(content):
        level = mastery(state.world, content, character, kind)
        open_ = level > kind.item_level and not any(_too_weak(content, character, kind, ""))
        if open_ and kind.key not in character.recipes:
            yield Choice(kind.key, f"{kind.name}, chance {_chance(content, level, kind)}%")


def _chance(content: Content, level: int, kind: Kind) -> int:
    figures = content.acting
    above = level - kind.item_level
    return held(figures.recipe_percent + figures.recipe_percent_per_level * above)


class ResearchItemRecipe(CharacterAction):
    """Have a character find out how a thing is made; it may fail."""

    path = ("character", "research-recipe")
    rule = "cohorts.order.research-item-recipe"
    unforeseen: ClassVar = {"character": ("actions", "recipes")}

    item: Annotated[str, Asks("something it may find out how to make", _unknown_recipes)] = Field(
        description="The potion, weapon, armor, gear or mount", max_length=60
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        character = acting(state, self)
        kind = kind_called(kinds(content), self.item)
        if kind is None:
            yield _no_such(self.item, [each.name for each in kinds(content)], self.rule)
            return
        if kind.key in character.recipes:
            yield Refusal(
                "already_known",
                self.rule,
                f"{character.name} knows how to make {kind.name.lower()} already.",
                "Choose something else.",
            )
        level = mastery(state.world, content, character, kind)
        if level <= kind.item_level:
            skill = _SKILLS[kind.keyword] if isinstance(kind, Potion) else _CRAFT
            yield Refusal(
                "not_qualified",
                self.rule,
                f"{kind.name} is of item level {kind.item_level}, and {character.name} has heroic "
                f"level {level} in {skill}.",
                "The skill must be higher than the item: a fifth of its level, rounded up.",
            )
        yield from _too_weak(content, character, kind, self.rule)

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        character = acting(state, self)
        kind = kind_called(kinds(content), self.item)
        assert kind, "conditions have seen to it"
        level = mastery(state.world, content, character, kind)
        if not begin(state, character, self):
            return
        tried = attempt(state, character.place, "recipe", _chance(content, level, kind))
        if tried.succeeds:
            now = state.world.get(Character, character.id)
            state.world.put(now.replace(recipes=tuple(sorted((*now.recipes, kind.key)))))
        state.emit(
            RecipeResearched(
                character=character.id,
                name=character.name,
                item=kind.key,
                chance=tried.chance,
                roll=tried.roll,
                found=tried.succeeds,
            )
        )
