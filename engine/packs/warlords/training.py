"""Training by the roster: a city makes recruits into units of a type.

Source: warlords.map.training. It takes the place of the base game's order of the same command.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.names import Label
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.cities.acting import acting, spend
from engine.packs.cohorts.cities.improvements import at_work
from engine.packs.cohorts.cities.models import BARRACKS, SOLDIERS, model_called
from engine.packs.cohorts.cities.training import numbered, recruits_for
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import recruits_item
from engine.packs.cohorts.knowledge.choices import MY_CITY, my_cities
from engine.packs.cohorts.pieces.people import race_called
from engine.packs.cohorts.pieces.possessions import count, take
from engine.packs.cohorts.pieces.records import City, Unit
from engine.packs.cohorts.pieces.refusals import no_barracks, without
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.cohorts.trade.access import access
from engine.packs.warlords.content import UnitType, WarContent
from engine.packs.warlords.pieces import Troop
from engine.refusals import no_such
from engine.state import State
from engine.world import Place, World

SLOT = 3  # warlords.stack.fight-order
BASE = "cohorts.order.train-military-units"


@facts
class TroopsTrained(Event):
    """A city trained units of a roster type (warlords.map.training)."""

    kind = "warlords-trained"

    city: int
    units: tuple[int, ...]
    type: str
    """The type's name."""
    race: str
    recruits: int
    """The recruits that they took."""


def lacking(world: World, content: Content, card: UnitType, city: City) -> list[str]:
    """The improvements at work that a city is without, or has too low, for a type."""
    working = at_work(world, content, city)
    return [
        f"{name.replace('_', ' ')} {level}"
        for name, level in card.train.items()
        if working.get(name, 0) < level
    ]


def raised(
    state: State, card: UnitType, holder: Place, name: str, *, race: str, player: int
) -> dict[str, Any]:
    """The values of a new unit of a type (warlords.map.military-unit)."""
    content = state.module.content(Content)
    body = card.bodies[0] if card.bodies else SOLDIERS
    arm: Literal["soldier", "artillery", "ship"] = "soldier"
    if body in content.artillery:
        arm = "artillery"
    elif body in content.ships:
        arm = "ship"
    figures = content.training
    return {
        "name": name,
        "race": race,
        "player": player,
        "holder": holder,
        "used": Fraction(0),
        "acted": False,
        "message": "",
        "arm": arm,
        "type": card.key if arm == "soldier" else body,
        "soldiers": card.recruits,
        "level": figures.level,
        "xp": figures.xp,
        "talents": (),
        "slot": SLOT,
        "wounds": 0,
        "morale": figures.morale,
        "statuses": {},
        "ext": Troop.of(card, sails=arm == "ship"),
    }


def _types(state: State, given: Given) -> Iterator[Choice]:
    """The types that the city named before, or any of the player's, can train."""
    cities = list(my_cities(state, given))
    world, content = state.world, state.module.content(Content)
    for card in state.module.content(WarContent).unit_types.values():
        if card.train and any(not lacking(world, content, card, city) for city in cities):
            text = f"{card.name}: strength {card.strength}, {card.recruits} recruits each"
            yield Choice(card.key, text)


def _most(state: State, given: Given, city: City, waiting: int) -> int | None:
    content = state.module.content(WarContent)
    card = kind_called(content.unit_types.values(), given.text("type"))
    return min(waiting // card.recruits, content.warlords.trained_at_once) if card else None


RECRUITS = recruits_for(_most)
UNIT_TYPE = Asks("a type of the roster that the city can train", _types)


class TrainTroops(Order):
    """Train recruits of one race as units of a roster type, which join the garrison."""

    path = ("city", "train")
    rule = "warlords.map.training"
    phases = ("city",)
    makes = "unit"
    unforeseen: ClassVar = {"city": ("actions",)}
    at_most: ClassVar = staticmethod(_most)
    """How many units the recruits of a race make at most (`recruits_for`)."""

    city: Annotated[Ref, MY_CITY] = Field(description="The city that trains")
    type: Annotated[str, UNIT_TYPE] = Field(max_length=60, description="A type of the roster")
    race: Annotated[str, RECRUITS] = Field(description="The race of the recruits")
    quantity: Annotated[int, Field(ge=1)] = Field(
        default=1, description="How many units; as many as the recruits allow, at most 4"
    )
    name: Label | None = Field(
        default=None, description="What they are called; several are numbered"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        city = acting(state, self.city)
        card, race = self._card(state), race_called(content, self.race)
        if card is None or race is None:
            if card:
                yield no_such(self.rule, "race", self.race, content.races.values())
            else:
                types = state.module.content(WarContent).unit_types.values()
                trained = [each for each in types if each.train]
                yield no_such(self.rule, "type of unit", self.type, trained)
            return
        if not card.train:
            yield self.refusal(
                "not_allowed",
                f"No city trains a {card.name}.",
                "Such creatures are won on quests, or join those who are worth it.",
            )
        yield from self._base(state, city, card)
        missing = lacking(state.world, state.module.content(Content), card, city)
        if missing:
            yield self.refusal(
                "improvement_missing",
                f"A {card.name} takes {' and '.join(missing)}, more than {city.name} has.",
                "Build or raise it first, or train another type.",
            )
        waiting = count(state.world, city.place, recruits_item(race.key))
        if waiting < card.recruits:
            yield self.refusal(
                "no_recruits",
                f"{city.name} has {waiting or 'no'} {race.name.lower()} recruits, and a "
                f"{card.name} takes {card.recruits}.",
                "Conscript some, bring some there, or train another type or race.",
            )

    def _base(self, state: State, city: City, card: UnitType) -> Iterator[Refusal]:
        """Refuses what the base game would: no resources for engines and ships, no barracks."""
        content = state.module.content(Content)
        model = model_called(content, card.bodies[0]) if card.bodies else None
        needs = model.needs if model else ()
        missing = content.missing(needs, access(state.world, content, city)) if needs else []
        if missing:
            yield without(
                BASE, city.name, f"a {card.name}", (" or ".join(need) for need in missing)
            )
        if not city.improvements.get(BARRACKS):
            yield no_barracks(city.name)

    def perform(self, state: State) -> None:
        city, card = state.the(City, self.city), self._card(state)
        race = race_called(state.module.content(Content), self.race)
        assert card, "conditions have seen to it"
        assert race, "conditions have seen to it"
        waiting = count(state.world, city.place, recruits_item(race.key))
        most = state.module.content(WarContent).warlords.trained_at_once
        made = min(self.quantity, waiting // card.recruits, most)
        take(state.world, city.place, recruits_item(race.key), made * card.recruits)
        spend(state, city)
        units = [
            state.make(
                Unit,
                **raised(state, card, city.place, name, race=race.key, player=state.player),
            )
            for name in numbered(self.name or card.name, made)
        ]
        state.emit(
            TroopsTrained(
                city=city.id,
                units=tuple(unit.id for unit in units),
                type=card.name,
                race=race.key,
                recruits=made * card.recruits,
            )
        )

    def _card(self, state: State) -> UnitType | None:
        return kind_called(state.module.content(WarContent).unit_types.values(), self.type)
