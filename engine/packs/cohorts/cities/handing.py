"""Transfer City: a baron's city goes to another character of the faction.

How cities fall by force stands in `marching.conquest`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.knowledge.choices import MY_CITY
from engine.packs.cohorts.pieces.control import controls
from engine.packs.cohorts.pieces.ownership import faction_of, of_faction
from engine.packs.cohorts.pieces.records import Character, City
from engine.packs.cohorts.pieces.refusals import dead_or_held, not_your_city
from engine.packs.cohorts.trade.settling import settle
from engine.state import State


@facts
class CityTransferred(Event):
    """A city was handed to another character, with all that belongs to it."""

    city: int
    name: str
    baron: int
    baron_name: str
    player: int
    """Whose city it is now."""


def _barons(state: State, given: Given) -> Iterator[Choice]:
    return (
        Choice.of(character, character.name)
        for character in state.world.all(Character)
        if of_faction(state.world, character, state.me.faction)
        and not (character.dead or character.captor)
    )


BARON = Asks("a character of your faction", _barons, (Character.kind,))


class TransferCity(Order):
    """Hand a city of yours, with its barony, guilds and possessions, to a character."""

    path = ("transfer", "city")
    rule = "cohorts.order.transfer-city"
    phases = ("basic",)
    unforeseen: ClassVar = {"city": ("baron",)}

    city: Annotated[Ref, MY_CITY] = Field(description="Which city")
    character: Annotated[Ref, BARON] = Field(description="Who gets it, wherever they are")

    def conditions(self, state: State) -> Iterator[Refusal]:
        city, character = state.the(City, self.city), state.the(Character, self.character)
        if not controls(state, city):
            yield not_your_city(self.rule, city.name)
            return
        if faction_of(state.world, character) != state.me.faction:
            yield self.refusal(
                "relation",
                "That character is not of your faction.",
                "Choose a character of a player of your faction.",
            )
        elif character.dead or character.captor:
            yield dead_or_held(self.rule, character.name)
        elif city.baron == character.id:
            yield self.refusal(
                "bad_target",
                f"{character.name} is the baron of {city.name} already.",
                "Choose another character.",
            )

    def perform(self, state: State) -> None:
        city, character = state.the(City, self.city), state.the(Character, self.character)
        state.world.put(city.replace(baron=character.id))
        state.emit(
            CityTransferred(
                city=city.id,
                name=city.name,
                baron=character.id,
                baron_name=character.name,
                player=character.player,
            )
        )
        settle(state)
