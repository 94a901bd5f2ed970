"""Characters who gather flora, the ingredients of all that is brewed.

Source: cohorts.order.gather-flora.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.content import Content, Resource
from engine.packs.cohorts.knowledge.choices import label, my_own_in, named_in, nearest
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import Character, Map, Province
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.cohorts.worth.levels import heroic_level
from engine.refusals import no_such
from engine.state import State
from engine.world import World


@facts
class FloraGathered(Event):
    """A character gathered flora (cohorts.order.gather-flora)."""

    character: int
    name: str
    flora: str
    number: int
    province: int
    """Where it grew."""


def _flora(content: Content) -> list[Resource]:
    return [each for each in content.resources.values() if each.class_ == "flora"]


def _distance(world: World, character: Character, province: Province) -> int:
    grid = world.get(Map, 1).grid
    here = province_of(world, character.place)
    return grid.distance(grid.at(here - 1), grid.at(province.id - 1))


def _within_reach(state: State, given: Given) -> Iterator[Choice]:
    """The provinces around the character named before that may have flora, with what is known."""
    content = state.module.content(Content)
    character = my_own_in(state, given, "character", Character)
    unknown: list[Choice] = []
    for province, far in nearest(state, given, Province, "character"):
        if character and far > content.acting.gather_range:
            break
        if not province.knows("deposits"):
            unknown.append(Choice.of(province, label(state, province)))
            continue
        here = [each.name.lower() for each in _flora(content) if each.key in province.deposits]
        if here:
            yield Choice.of(province, f"{label(state, province)} · {', '.join(here)}")
    yield from unknown


def _growing(state: State, given: Given) -> Iterator[Choice]:
    """The flora of the province named before, or all there is where that is not known."""
    province = named_in(state, given, "province", Province)
    for each in _flora(state.module.content(Content)):
        if not province or not province.knows("deposits") or each.key in province.deposits:
            yield Choice(each.key, each.name)


class GatherFlora(CharacterAction):
    """Have a character gather flora in a province nearby, into its possessions."""

    path = ("craft", "gather-flora")
    rule = "cohorts.order.gather-flora"
    unforeseen: ClassVar = {"character": ("actions",)}

    province: Annotated[Ref, Asks("a province nearby", _within_reach, (Province.kind,))] = Field(
        description="Where it grows, at most 2 provinces away, whoever holds it"
    )
    flora: Annotated[str, Asks("flora that grows there", _growing)] = Field(
        description="The flora", max_length=60
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        character, province = acting(state, self), state.the(Province, self.province)
        flora = kind_called(_flora(content), self.flora)
        if flora is None:
            yield no_such(self.rule, "flora", self.flora, _flora(content))
            return
        if _distance(state.world, character, province) > content.acting.gather_range:
            yield self.refusal(
                "out_of_range",
                f"{label(state, province)} is too far away for {character.name}.",
                f"Gather at most {content.acting.gather_range} provinces away.",
            )
        if flora.key not in province.deposits:
            yield self.refusal(
                "missing",
                f"No {flora.name.lower()} grows in {label(state, province)}.",
                "Look elsewhere, or gather what does grow there.",
            )

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        character = acting(state, self)
        flora = kind_called(_flora(content), self.flora)
        assert flora, "conditions have seen to it"
        if not begin(state, character, self):
            return
        number = content.acting.gather_per_heroic_level * heroic_level(character.level)
        give(state.world, character.place, flora.key, number)
        state.emit(
            FloraGathered(
                character=character.id,
                name=character.name,
                flora=flora.key,
                number=number,
                province=self.province.id,
            )
        )
