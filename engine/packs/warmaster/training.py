"""Training by army list: a city makes recruits into units of a type of their race's list.

Source: warmaster.map.training. It takes the place of the base game's order of the same command.
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
from engine.packs.cohorts.cities.training import numbered, recruits_for
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import recruits_item
from engine.packs.cohorts.knowledge.choices import MY_CITY, my_cities
from engine.packs.cohorts.pieces.people import everyone, race_called
from engine.packs.cohorts.pieces.possessions import count, take
from engine.packs.cohorts.pieces.records import City, Unit
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.warmaster.content import ArmyList, UnitType, WarmasterContent
from engine.packs.warmaster.pieces import list_of, regiment
from engine.refusals import no_such
from engine.state import State
from engine.world import Place, World

SLOT = 3


@facts
class RegimentsTrained(Event):
    """A city trained units of a type of an army list (warmaster.map.training)."""

    kind = "warmaster-trained"

    city: int
    units: tuple[int, ...]
    type: str
    """The type's name."""
    race: str
    recruits: int
    """The recruits that they took."""


def recruits_of(kind: UnitType, *, attached: bool) -> int:
    """The recruits that a unit takes: its points, and those of its attached stand."""
    return kind.points + (kind.attached.points if attached and kind.attached else 0)


def needed(war: WarmasterContent, kind: UnitType) -> dict[str, int] | None:
    """The improvements that a city needs for a type; None if no city trains it."""
    steps = [
        each for each in war.warmaster.training.get(kind.kind, ()) if kind.points >= each.points
    ]
    return dict(steps[-1].works) if steps else None


def lacking(
    world: World, content: Content, war: WarmasterContent, kind: UnitType, city: City
) -> list[str]:
    """The improvements at work that a city is without, or has too low, for a type."""
    working = at_work(world, content, city)
    return [
        f"{name.replace('_', ' ')} {level}"
        for name, level in (needed(war, kind) or {}).items()
        if working.get(name, 0) < level
    ]


def types_of(war: WarmasterContent, races: Iterator[str]) -> Iterator[UnitType]:
    """The types of the lists of these races that a city may train, each once."""
    lists = {army.key: army for race in races if (army := list_of(war, race))}
    for army in lists.values():
        yield from (kind for kind in army.units.values() if needed(war, kind) is not None)


def raised(
    state: State,
    army: ArmyList,
    kind: UnitType,
    holder: Place,
    name: str,
    *,
    race: str,
    player: int,
    attached: bool = False,
) -> dict[str, Any]:
    """The values of a new unit of a type (warmaster.map.military-unit)."""
    war, content = state.module.content(WarmasterContent), state.module.content(Content)
    engine = war.warmaster.engines.get(kind.key)
    arm: Literal["soldier", "artillery"] = "artillery" if engine else "soldier"
    return {
        "name": name,
        "race": race,
        "player": player,
        "holder": holder,
        "used": Fraction(0),
        "acted": False,
        "message": "",
        "arm": arm,
        "type": engine or kind.key,
        "soldiers": recruits_of(kind, attached=attached),
        "level": content.training.level,
        "xp": content.training.xp,
        "talents": (),
        "slot": SLOT,
        "wounds": 0,
        "morale": content.training.morale,
        "statuses": {},
        "ext": regiment(war, content, army, kind, race, attached=attached),
    }


def _types(state: State, given: Given) -> Iterator[Choice]:
    """The types that the city named before, or any of the player's, can train."""
    cities = list(my_cities(state, given))
    world, content = state.world, state.module.content(Content)
    war = state.module.content(WarmasterContent)
    races = (race for city in cities for race in everyone(city))
    for kind in types_of(war, races):
        if any(not lacking(world, content, war, kind, city) for city in cities):
            yield Choice(kind.key, f"{kind.name}: {kind.points} points, as many recruits each")


def _most(state: State, given: Given, city: City, waiting: int) -> int | None:
    war = state.module.content(WarmasterContent)
    kinds = (kind for army in war.army_lists.values() for kind in army.units.values())
    kind = kind_called(kinds, given.text("type"))
    if kind is None:
        return None
    return min(waiting // kind.points, war.warmaster.trained_at_once)


RECRUITS = recruits_for(_most)
UNIT_TYPE = Asks("a type that the city can train", _types)


class TrainRegiments(Order):
    """Train recruits of one race as units of its army list, which join the garrison."""

    path = ("city", "train")
    rule = "warmaster.map.training"
    phases = ("city",)
    makes = "unit"
    unforeseen: ClassVar = {"city": ("actions",)}
    at_most: ClassVar = staticmethod(_most)
    """How many units the recruits of a race make at most (`recruits_for`)."""

    city: Annotated[Ref, MY_CITY] = Field(description="The city that trains")
    type: Annotated[str, UNIT_TYPE] = Field(max_length=60, description="A type of an army list")
    race: Annotated[str, RECRUITS] = Field(description="The race of the recruits")
    quantity: Annotated[int, Field(ge=1)] = Field(
        default=1, description="How many units; as many as the recruits allow, at most 4"
    )
    attached: bool = Field(
        default=False, description="Whether each has an attached stand, for 20 more recruits"
    )
    name: Label | None = Field(
        default=None, description="What they are called; several are numbered"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content, war = state.module.content(Content), state.module.content(WarmasterContent)
        city = acting(state, self.city)
        race = race_called(content, self.race)
        if race is None:
            yield no_such(self.rule, "race", self.race, content.races.values())
            return
        army = list_of(war, race.key)
        kind = kind_called(army.units.values(), self.type) if army else None
        if army is None or kind is None:
            types = list(army.units.values()) if army else []
            yield no_such(self.rule, f"type of unit of {race.plural}", self.type, types)
            return
        if needed(war, kind) is None:
            yield self.refusal(
                "not_allowed",
                f"{kind.name} cannot be trained in any city.",
                "Such creatures are won on quests, or join those who are worth it.",
            )
        missing = lacking(state.world, content, war, kind, city)
        if missing:
            yield self.refusal(
                "improvement_missing",
                f"{kind.name} take {' and '.join(missing)}, more than {city.name} has.",
                "Build or raise it first, or train another type.",
            )
        if self.attached and kind.attached is None:
            yield Refusal(
                "not_allowed",
                "warmaster.army.attached",
                f"{kind.name} have no attached stand.",
                "Train them without, or train another type.",
            )
        each = recruits_of(kind, attached=self.attached)
        waiting = count(state.world, city.place, recruits_item(race.key))
        if waiting < each:
            yield self.refusal(
                "no_recruits",
                f"{city.name} has {waiting or 'no'} {race.name.lower()} recruits, and "
                f"{kind.name} take {each}.",
                "Conscript some, bring some there, or train another type or race.",
            )

    def perform(self, state: State) -> None:
        content, war = state.module.content(Content), state.module.content(WarmasterContent)
        city, race = state.the(City, self.city), race_called(content, self.race)
        assert race, "conditions have seen to it"
        army = list_of(war, race.key)
        assert army, "conditions have seen to it"
        kind = kind_called(army.units.values(), self.type)
        assert kind, "conditions have seen to it"
        each = recruits_of(kind, attached=self.attached)
        waiting = count(state.world, city.place, recruits_item(race.key))
        made = min(self.quantity, waiting // each, war.warmaster.trained_at_once)
        take(state.world, city.place, recruits_item(race.key), made * each)
        spend(state, city)
        units = [
            state.make(
                Unit,
                **raised(
                    state,
                    army,
                    kind,
                    city.place,
                    name,
                    race=race.key,
                    player=state.player,
                    attached=self.attached,
                ),
            )
            for name in numbered(self.name or kind.name, made)
        ]
        state.emit(
            RegimentsTrained(
                city=city.id,
                units=tuple(unit.id for unit in units),
                type=kind.name,
                race=race.key,
                recruits=made * each,
            )
        )
