"""The encounter orders of a garrison: which enemies it comes out against.

What it makes of them stands in `garrisons`. Source: cohorts.order.defend-barony.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from pydantic import AfterValidator, Field

from engine.events import Event
from engine.facts import facts
from engine.module.names import closest, key_of
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.choices import MY_CITY
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.records import City, Defense, Province
from engine.refusals import quoted
from engine.state import State

NEVER: Final = "never"
_MOST: Final = 35  # cohorts.order.defend-barony


@facts
class DefenseSet(Event):
    """A garrison was given encounter orders; its own faction is told."""

    city: int
    name: str
    orders: Defense


def _offset(text: str) -> str:
    """The stored form of a limit: `never`, or a whole number.

    Raises:
        ValueError: it is neither.
    """
    plain = text.strip().casefold()
    if plain in ("", NEVER):
        return plain
    try:
        number = int(plain)
    except ValueError:
        number = _MOST + 1
    if not -_MOST <= number <= _MOST:
        raise ValueError(f"a limit is a whole number from -{_MOST} to {_MOST}, or never")
    return str(number)


def _offsets(state: State, given: Given) -> Iterator[Choice]:
    yield Choice(NEVER, "never")
    yield Choice("0", "+0, not stronger than itself")
    for number in range(1, _MOST + 1):
        yield Choice(str(number), f"+{number}")
        yield Choice(str(-number), f"-{number}")


def _families(state: State) -> list[str]:
    """The primary terrains, in the module's order."""
    terrains = state.module.content(Content).terrains.values()
    return list(dict.fromkeys(each.family for each in terrains))


def _terrains(state: State, given: Given) -> Iterator[Choice]:
    terrains = state.module.content(Content).terrains
    for family in _families(state):
        yield Choice(family, terrains[family].name)


OFFSET = Asks("a number such as 2 or -3, or never", _offsets)
TERRAIN = Asks("a primary terrain, such as forest", _terrains)
Limit = Annotated[str, OFFSET, AfterValidator(_offset)]


class DefendBarony(Order):
    """Say how strong an enemy in its barony a garrison comes out against, until you change it."""

    path = ("war", "defend")
    rule = "cohorts.order.defend-barony"
    phases = ("encounter",)

    city: Annotated[Ref, MY_CITY] = Field(description="The city")
    max_el: Limit = Field(
        description="The enemy's highest encounter level above its own: 2, -3 or never",
        max_length=10,
    )
    preferred_el: Limit = Field(
        default="",
        description="The same for its preferred terrain; if left out, as everywhere",
        max_length=10,
    )
    castle_el: Limit = Field(
        default="",
        description="The same where it defends at a castle; if left out, as everywhere",
        max_length=10,
    )
    preferred_terrain: Annotated[str, TERRAIN] = Field(
        default="",
        description="Its preferred terrain; if left out, that of the city's own province",
        max_length=40,
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        city = state.the(City, self.city)
        yield from not_controlled(state, city, self.rule)
        if not self.max_el:
            yield self.refusal(
                "bad_target",
                "The order needs a limit: a whole number or never.",
                "Give 0 to come out against all who are not stronger than the garrison.",
            )
        if self.preferred_terrain and not self._family(state):
            families = _families(state)
            near = closest(self.preferred_terrain, families)
            yield self.refusal(
                "bad_target",
                f"There is no primary terrain called {quoted(self.preferred_terrain)}.",
                f"Did you mean {near}?" if near else f"They are {', '.join(families)}.",
            )

    def perform(self, state: State) -> None:
        city = state.the(City, self.city)
        terrains = state.module.content(Content).terrains
        home = terrains[state.world.get(Province, city.province).terrain].family
        orders = Defense(
            highest=_limit(self.max_el),
            preferred=_limit(self.preferred_el or self.max_el),
            castle=_limit(self.castle_el or self.max_el),
            terrain=self._family(state) or home,
        )
        state.world.put(city.replace(defense=orders))
        state.emit(DefenseSet(city=city.id, name=city.name, orders=orders))

    def _family(self, state: State) -> str:
        """The primary terrain that the order names, however it is spelt; empty for none."""
        wanted = key_of(self.preferred_terrain)
        return next((each for each in _families(state) if key_of(each) == wanted), "")


def _limit(text: str) -> int | None:
    return None if text == NEVER else int(text)
