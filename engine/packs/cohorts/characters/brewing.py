"""Characters who brew, who make other things, and who find out how things are made.

Brewing of guilds is in `guilds.brewing`, drinking in `drinking`, what cities make in
`cities.making`. Sources: cohorts.order.character-make-potion, cohorts.skill.crafting,
cohorts.order.research-item-recipe.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Refusal
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.cities.making import makeable
from engine.packs.cohorts.cities.supplies import Supplies, Want, at_hand, in_words, use_up
from engine.packs.cohorts.content import Content, Potion
from engine.packs.cohorts.content.item_keys import Item
from engine.packs.cohorts.content.peoples import Keyword
from engine.packs.cohorts.knowledge.choices import named_in
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.pieces.refusals import knows_recipe, no_recipe
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.cohorts.things.secrets import Kind, kinds
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.chances import attempt, held
from engine.packs.cohorts.worth.levels import heroic_level
from engine.refusals import quoted, suggestion
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

    character: int
    name: str
    item: str
    """With its quality, as possessions hold it."""
    number: int
    used: dict[str, int]
    """The ingredients, by item."""


@facts
class ItemsCrafted(Event):
    """A character made something that is not brewed (cohorts.skill.crafting)."""

    character: int
    name: str
    item: str
    number: int
    used: dict[str, int]
    """The resources, by item."""


@facts
class RecipeResearched(Event):
    """A character tried to find out how a thing is made (cohorts.order.research-item-recipe)."""

    character: int
    name: str
    item: str
    chance: int
    roll: int
    found: bool


# ---------------------------------------------------------------- who can make what


def mastery(world: World, content: Content, character: Character, kind: Kind) -> int:
    """The heroic level of the skill with which a character makes a thing, 0 without it."""
    return heroic_level(skill_level(world, content, character, _skill(kind)))


def _skill(kind: Kind) -> str:
    return _SKILLS[kind.keyword] if isinstance(kind, Potion) else _CRAFT


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


def _ingredients(kind: Kind) -> Iterable[Want]:
    """What one takes: of what is not brewed, 1 of every resource that it is made of."""
    if isinstance(kind, Potion):
        return [((key,), number) for key, number in kind.ingredients.items()]
    return [(need, 1) for need in kind.needs]


def _supplies(world: World, content: Content, character: Character, kind: Kind) -> Supplies:
    """How far the maker's own possessions go."""
    return at_hand(world, content, character.place, _ingredients(kind))


def _most(world: World, content: Content, character: Character, kind: Kind) -> int:
    """How many a character makes with its action, if it knows how."""
    found = _supplies(world, content, character, kind)
    return found.limits(mastery(world, content, character, kind))


def _no_such(text: str, kinds: Iterable[Kind], rule: str) -> Refusal:
    return Refusal(
        "bad_target",
        rule,
        f"There is nothing called {quoted(text)} to be made.",
        suggestion(text, kinds),
    )


# ---------------------------------------------------------------- making


class _Making(CharacterAction):
    """Making things by a recipe, from what the character carries; the rest is what they are."""

    unforeseen: ClassVar = {"character": ("actions",)}
    made: ClassVar[type[PotionsMade | ItemsCrafted]]
    """What is told of it."""

    @property
    @abstractmethod
    def wanted(self) -> str:
        """What to make, as the player names it."""

    @staticmethod
    @abstractmethod
    def among(content: Content) -> Iterable[Kind]:
        """What can be made by this order."""

    def conditions(self, state: State) -> Iterator[Refusal]:
        world, content = state.world, state.module.content(Content)
        character = acting(state, self)
        kind = kind_called(self.among(content), self.wanted)
        if kind is None:
            yield _no_such(self.wanted, self.among(content), self.rule)
            return
        name = kind.name.lower()
        if kind.key not in character.recipes:
            yield no_recipe(self.rule, character.name, name, "Have it research the recipe first.")
        if _supplies(world, content, character, kind).missing:
            wants = (f"{number} {in_words(content, each)}" for each, number in _ingredients(kind))
            yield self.refusal(
                "missing",
                f"{character.name} does not carry the ingredients of {name}.",
                f"One takes {', '.join(wants)}; gather them, or hand them over.",
            )
        level = mastery(world, content, character, kind)
        if level < max(1, kind.item_level):
            yield self.refusal(
                "not_qualified",
                f"{character.name} lacks the skill {_skill(kind)} to make {name}.",
                f"It takes a heroic level of {max(1, kind.item_level)}; it has {level}.",
            )
        yield from _too_weak(content, character, kind, self.rule)

    def perform(self, state: State) -> None:
        world, content = state.world, state.module.content(Content)
        character = acting(state, self)
        kind = kind_called(self.among(content), self.wanted)
        assert kind, "conditions have seen to it"
        number = _most(world, content, character, kind)
        if not begin(state, character, self):
            return
        used = use_up(world, character, _supplies(world, content, character, kind), number)
        item = kind.key
        if isinstance(kind, Potion):
            quality = content.brewing.quality_at(heroic_level(character.level))
            item = str(Item(kind.key, quality=quality))
        give(world, character.place, item, number)
        state.emit(
            self.made(
                character=character.id, name=character.name, item=item, number=number, used=used
            )
        )


def _known(state: State, given: Given, among: Iterable[Kind]) -> Iterator[Choice]:
    """What the character named before knows how to make, with how many it can make now."""
    content = state.module.content(Content)
    character = named_in(state, given, "character", Character)
    if character is None or not character.knows("recipes"):
        return
    found = [kind for kind in among if kind.key in character.recipes]
    most = {kind.key: _most(state.world, content, character, kind) for kind in found}
    for kind in sorted(found, key=lambda kind: -most[kind.key]):
        yield Choice(kind.key, f"{kind.name}, {most[kind.key]} of it now")


def _potions(content: Content) -> Iterable[Potion]:
    return content.potions.values()


def _known_potions(state: State, given: Given) -> Iterator[Choice]:
    return _known(state, given, _potions(state.module.content(Content)))


def _known_items(state: State, given: Given) -> Iterator[Choice]:
    return _known(state, given, makeable(state.module.content(Content)))


class CharacterMakePotion(_Making):
    """Have a character brew potions whose recipe it knows, from ingredients that it carries."""

    path = ("craft", "potion")
    rule = "cohorts.order.character-make-potion"
    made = PotionsMade
    among = staticmethod(_potions)

    potion: Annotated[str, Asks("a potion that it knows to brew", _known_potions)] = Field(
        description="The potion, poison, antidote or draught", max_length=60
    )

    @property
    def wanted(self) -> str:
        return self.potion


class MakeItem(_Making):
    """Have a character make things whose recipe it knows, from resources that it carries."""

    path = ("craft", "item")
    rule = "cohorts.skill.crafting"
    made = ItemsCrafted
    among = staticmethod(makeable)

    item: Annotated[str, Asks("something that it knows to make", _known_items)] = Field(
        description="The weapon, armor, gear or mount", max_length=60
    )

    @property
    def wanted(self) -> str:
        return self.item


# ---------------------------------------------------------------- recipes


def _unknown_recipes(state: State, given: Given) -> Iterator[Choice]:
    """What the character named before may find out how to make, with its chance."""
    content = state.module.content(Content)
    character = named_in(state, given, "character", Character)
    if character is None or not character.knows("recipes"):
        return
    chances: list[tuple[int, Kind]] = []
    for kind in kinds(content):
        level = mastery(state.world, content, character, kind)
        open_ = level > kind.item_level and not any(_too_weak(content, character, kind, ""))
        if open_ and kind.key not in character.recipes:
            chances.append((_chance(content, level, kind), kind))
    for chance, kind in sorted(chances, key=lambda each: -each[0]):
        yield Choice(kind.key, f"{kind.name}, chance {chance}%")


def _chance(content: Content, level: int, kind: Kind) -> int:
    figures = content.acting
    above = level - kind.item_level
    return held(figures.recipe_percent + figures.recipe_percent_per_level * above)


class ResearchItemRecipe(CharacterAction):
    """Have a character find out how a thing is made; it may fail."""

    path = ("craft", "research-recipe")
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
            yield _no_such(self.item, kinds(content), self.rule)
            return
        if kind.key in character.recipes:
            yield knows_recipe(
                self.rule, character.name, kind.name.lower(), "Choose something else."
            )
        level = mastery(state.world, content, character, kind)
        if level <= kind.item_level:
            yield self.refusal(
                "not_qualified",
                f"{kind.name} is of item level {kind.item_level}, and {character.name} has heroic "
                f"level {level} in {_skill(kind)}.",
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
