"""What cities know how to make, and characters who teach it to them.

A secret belongs to the city and is never lost (cohorts.city.equipment-knowledge). Colleges find
secrets out by themselves; that stands with the guilds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.choices import my_own_in, named_in
from engine.packs.cohorts.pieces.control import controls
from engine.packs.cohorts.pieces.ownership import faction_of, province_of, relation
from engine.packs.cohorts.pieces.records import Character, City
from engine.packs.cohorts.pieces.refusals import apart, knows_recipe, no_friend, no_recipe
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.cohorts.things.secrets import kinds, knows_how, learned
from engine.state import State


@facts
class SecretTaught(Event):
    """A character taught a city how something is made (cohorts.order.teach-secret-to-city)."""

    character: int
    name: str
    """The character's."""
    player: int
    city: int
    item: str


# ---------------------------------------------------------------- what may be chosen


def _teachers(state: State, given: Given) -> Iterator[Choice]:
    """The player's characters who know a recipe."""
    for character in state.world.by(Character, "player", state.player):
        if controls(state, character) and character.recipes:
            number = len(character.recipes)
            yield Choice.of(
                character,
                f"{character.name}, knows {number} recipe{'s' if number > 1 else ''}",
            )


def _pupils(state: State, given: Given) -> Iterator[Choice]:
    """The cities of the faction and its allies, where the character is if one is named."""
    teacher = my_own_in(state, given, "character", Character)
    for city in state.world.all(City):
        if not city.knows("baron") or not _friendly(state, city):
            continue
        if teacher is None or province_of(state.world, teacher.place) == city.province:
            yield Choice.of(city, city.name)


def _recipes(state: State, given: Given) -> Iterator[Choice]:
    """What the character named before knows and the city, as far as it is known, does not."""
    teacher = my_own_in(state, given, "character", Character)
    if teacher is None:
        return
    city = named_in(state, given, "city", City)
    known = city.secrets if city and city.knows("secrets") else ()
    for kind in kinds(state.module.content(Content)):
        if kind.item_level and kind.key in teacher.recipes and kind.key not in known:
            yield Choice(kind.key, kind.name)


def _friendly(state: State, city: City) -> bool:
    return relation(state.world, state.me.faction, faction_of(state.world, city)) == "allied"


TEACHER = Asks("a character of yours who knows a recipe", _teachers, ("character",))
PUPIL = Asks("a city of your faction or an ally", _pupils, ("city",))
RECIPE = Asks("what the character knows how to make", _recipes)


# ---------------------------------------------------------------- the order


class TeachSecretToCity(CharacterAction):
    """Have a character teach a city how an item is made; from then on the city knows it."""

    path = ("character", "teach-secret")
    rule = "cohorts.order.teach-secret-to-city"
    unforeseen: ClassVar = {"character": ("actions",), "city": ("secrets",)}

    character: Annotated[Ref, TEACHER] = Field(description="The character who teaches")
    city: Annotated[Ref, PUPIL] = Field(description="The city that learns, where the character is")
    item: Annotated[str, RECIPE] = Field(description="What it learns to make")

    def conditions(self, state: State) -> Iterator[Refusal]:
        character = acting(state, self)
        city = state.the(City, self.city)
        kind = kind_called(kinds(state.module.content(Content)), self.item)
        if not _friendly(state, city):
            yield no_friend(
                self.rule,
                city.name,
                "Teach a city of your own, of a teammate or of an allied faction.",
            )
        if province_of(state.world, character.place) != city.province:
            yield apart(
                self.rule,
                character.name,
                city.name,
                "Bring the character to the city's province first.",
            )
        if kind is None or kind.key not in character.recipes:
            yield no_recipe(
                self.rule,
                character.name,
                repr(self.item[:40]),
                "Choose a recipe that the character knows from the list that appears.",
            )
        elif knows_how(city, kind):
            yield knows_recipe(self.rule, city.name, kind.name.lower(), "Teach it something else.")

    def perform(self, state: State) -> None:
        character, city = state.the(Character, self.character), state.the(City, self.city)
        kind = kind_called(kinds(state.module.content(Content)), self.item)
        assert kind, "conditions have seen to it"
        if not begin(state, character, self):
            return
        state.world.put(learned(city, kind))
        state.emit(
            SecretTaught(
                character=character.id,
                name=character.name,
                player=state.player,
                city=city.id,
                item=kind.key,
            ),
            told=(faction_of(state.world, city),),
        )
