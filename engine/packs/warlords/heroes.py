"""Characters as heroes: choosing their type, and the relics that they wear.

Sources: warlords.hero.types, warlords.hero.equipment, warlords.map.orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.characters.acting import commanded
from engine.packs.cohorts.knowledge.choices import MY_HERO, mine_in
from engine.packs.cohorts.pieces.control import controls
from engine.packs.cohorts.pieces.possessions import count, find, give, take
from engine.packs.cohorts.pieces.records import Character, City, Unit
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.warlords.content import HeroType, Relic, WarContent
from engine.packs.warlords.pieces import Hero, hero_of, troop_of
from engine.refusals import no_such
from engine.state import State
from engine.world import Place, World

EQUIPMENT = "warlords.hero.equipment"
TYPES = "warlords.hero.types"


@facts
class HeroTypeChosen(Event):
    """A character fights as a hero of this type from now on (warlords.hero.types)."""

    character: int
    name: str
    type: str


@facts
class RelicEquipped(Event):
    """A hero put on a relic, or took it off (warlords.hero.equipment)."""

    character: int
    name: str
    relic: str
    worn: bool
    """False: it was taken off."""


def enlist(state: State) -> None:
    """At the end of a tick: who is new is noted as a hero, or as a unit with its card.

    Gear of the dead is among their possessions, for those who strip or bury them.
    """
    content = state.module.content(WarContent)
    for character in state.world.all(Character):
        hero = hero_of(content, character)
        if character.dead and hero.worn:
            for relic in hero.worn.values():
                give(state.world, character.place, relic, 1)
            hero = hero.replace(worn={})
        if hero != character.ext:
            state.world.put(character.replace(ext=hero))
    for unit in state.world.all(Unit):
        carded(state.world, content, unit)


def carded(world: World, content: WarContent, unit: Unit) -> None:
    """Note of a unit that is new which card it has, if any."""
    if unit.ext is None:
        world.put(unit.replace(ext=troop_of(content, unit)))


# ---------------------------------------------------------------- choices


def chosen_before(state: State, given: Given) -> Character | None:
    """The character of the player that was named before, if there is one."""
    return mine_in(state, given, "character", Character)


def _hero_types(state: State, given: Given) -> Iterator[Choice]:
    character = chosen_before(state, given)
    for kind in state.module.content(WarContent).hero_types.values():
        if character is None or kind.job == character.job:
            yield Choice(kind.key, f"{kind.name}: strength {kind.strength}, {kind.hits} hits")


def _within_reach(state: State, given: Given) -> Iterator[Choice]:
    character = chosen_before(state, given)
    for relic in state.module.content(WarContent).relics.values() if character else ():
        if character and holding(state, character, relic):
            yield Choice(relic.key, f"{relic.name}, worn on {relic.place.replace('_', ' ')}")


def _worn(state: State, given: Given) -> Iterator[Choice]:
    character = chosen_before(state, given)
    content = state.module.content(WarContent)
    for key in hero_of(content, character).worn.values() if character else ():
        relic = content.relics.get(key)
        yield Choice(key, relic.name if relic else key)


HERO_TYPE = Asks("a hero type of the character's class", _hero_types)
RELIC = Asks("a relic that the hero or its stack has", _within_reach)
WORN = Asks("a relic that the hero wears", _worn)


def holding(state: State, character: Character, relic: Relic) -> Place | None:
    """Who has a relic that a hero may put on: itself or what it is in; None if neither.

    A city of a teammate gives nothing away.
    """
    city = state.world.at(character.holder)
    alien = isinstance(city, City) and not controls(state, city)
    for place in (character.place,) if alien else (character.place, character.holder):
        if count(state.world, place, relic.key):
            return place
    return None


def relic_called(state: State, name: str) -> Relic | None:
    """The relic of that name, however it is spelt."""
    return kind_called(state.module.content(WarContent).relics.values(), name)


def no_relic(state: State, name: str, rule: str) -> Refusal:
    """Refuses a name that is no relic's."""
    return no_such(rule, "relic", name, state.module.content(WarContent).relics.values())


# ---------------------------------------------------------------- orders


class ChooseHeroType(Order):
    """Choose what a character fights as, once for all."""

    path = ("hero", "type")
    rule = TYPES
    phases = ("basic",)
    unforeseen: ClassVar = {"character": ("ext",)}

    character: Annotated[Ref, MY_HERO] = Field(description="Which character")
    type: Annotated[str, HERO_TYPE] = Field(max_length=60, description="A type of its class")

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(WarContent)
        character, kind = commanded(state, self.character), self._kind(state)
        hero = hero_of(content, character)
        if hero.chosen:
            yield self.refusal(
                "not_allowed",
                f"{character.name} has chosen already, and once is for all.",
                "Let another character fight as that type.",
            )
        if kind is None:
            yield no_such(self.rule, "hero type", self.type, content.hero_types.values())
        elif kind.job != character.job:
            yield self.refusal(
                "not_qualified",
                f"A {kind.name} is a {kind.job}, and {character.name} is a {character.job}.",
                "Choose a type of the character's own class.",
            )

    def perform(self, state: State) -> None:
        character, kind = state.the(Character, self.character), self._kind(state)
        assert kind, "conditions have seen to it"
        before = hero_of(state.module.content(WarContent), character)
        hero = before.replace(type=kind.key, chosen=True, move=kind.move)
        state.world.put(character.replace(ext=hero))
        state.emit(HeroTypeChosen(character=character.id, name=character.name, type=kind.name))

    def _kind(self, state: State) -> HeroType | None:
        return kind_called(state.module.content(WarContent).hero_types.values(), self.type)


class EquipRelic(Order):
    """Let a hero put on a relic that it or its stack or city has."""

    path = ("hero", "equip")
    rule = EQUIPMENT
    phases = ("basic",)
    unforeseen: ClassVar = {"character": ("ext",)}

    character: Annotated[Ref, MY_HERO] = Field(description="Who puts it on")
    relic: Annotated[str, RELIC] = Field(max_length=60, description="Which relic")

    def conditions(self, state: State) -> Iterator[Refusal]:
        character, relic = commanded(state, self.character), relic_called(state, self.relic)
        if relic is None:
            yield no_relic(state, self.relic, self.rule)
            return
        if holding(state, character, relic) is None:
            yield self.refusal(
                "missing",
                f"Neither {character.name} nor what it is in has {relic.name}.",
                "Hand the relic over first.",
            )
        other = hero_of(state.module.content(WarContent), character).worn.get(relic.place)
        if other:
            yield self.refusal(
                "not_allowed",
                f"{character.name} wears another relic on {relic.place.replace('_', ' ')}.",
                "Take that one off first.",
            )

    def perform(self, state: State) -> None:
        character, relic = state.the(Character, self.character), relic_called(state, self.relic)
        assert relic, "conditions have seen to it"
        place = holding(state, character, relic)
        assert place, "conditions have seen to it"
        found = find(state.world, place, relic.key)
        assert found, "conditions have seen to it"
        take(state.world, place, found.item, 1)
        hero = hero_of(state.module.content(WarContent), character)
        worn = dict(sorted({**hero.worn, relic.place: relic.key}.items()))
        _dress(state, character, hero.replace(worn=worn), relic, worn=True)


class UnequipRelic(Order):
    """Let a hero take off a relic and keep it among its possessions."""

    path = ("hero", "unequip")
    rule = EQUIPMENT
    phases = ("basic",)
    unforeseen: ClassVar = {"character": ("ext",)}

    character: Annotated[Ref, MY_HERO] = Field(description="Who takes it off")
    relic: Annotated[str, WORN] = Field(max_length=60, description="Which relic")

    def conditions(self, state: State) -> Iterator[Refusal]:
        character, relic = commanded(state, self.character), relic_called(state, self.relic)
        hero = hero_of(state.module.content(WarContent), character)
        if relic is None:
            yield no_relic(state, self.relic, self.rule)
        elif hero.worn.get(relic.place) != relic.key:
            yield self.refusal(
                "missing",
                f"{character.name} does not wear {relic.name}.",
                "Choose one that the hero wears.",
            )

    def perform(self, state: State) -> None:
        character, relic = state.the(Character, self.character), relic_called(state, self.relic)
        assert relic, "conditions have seen to it"
        hero = hero_of(state.module.content(WarContent), character)
        worn = {place: key for place, key in hero.worn.items() if place != relic.place}
        give(state.world, character.place, relic.key, 1)
        _dress(state, character, hero.replace(worn=worn), relic, worn=False)


def _dress(state: State, character: Character, hero: Hero, relic: Relic, *, worn: bool) -> None:
    state.world.put(character.replace(ext=hero))
    state.emit(
        RelicEquipped(character=character.id, name=character.name, relic=relic.name, worn=worn)
    )
