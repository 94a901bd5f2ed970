"""What a player may choose for the parameters of orders, from what the faction knows.

Each chooser looks only at the state it is given, which is always the player's view.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.orders import Asks, Choice
from engine.packs.cohorts.ownership import player_of
from engine.packs.cohorts.records import City, Province, Stack
from engine.state import State


def label(state: State, province: Province) -> str:
    """A province as people name it: its city, if it has one, and its coordinates."""
    city = state.world.first(City, "province", province.id)
    where = f"{province.x},{province.y}"
    return f"{city.name} {where}" if city else f"{province.terrain} {where}"


def _my_stacks(state: State, given: Mapping[str, Any]) -> Iterator[Choice]:
    for stack in state.world.by(Stack, "player", state.player):
        yield Choice(str(stack.place), stack.name)


def _known_provinces(state: State, given: Mapping[str, Any]) -> Iterator[Choice]:
    for province in state.world.all(Province):
        yield Choice(f"province:{province.id}", label(state, province))


def _my_cities(state: State, given: Mapping[str, Any]) -> Iterator[Choice]:
    for city in state.world.all(City):
        if player_of(state.world, city) == state.player:
            yield Choice(f"city:{city.id}", city.name)


MY_STACK = Asks("a stack of yours", _my_stacks, ("stack",))
MY_CITY = Asks("a city of yours", _my_cities, ("city",))
PROVINCE = Asks("a province you know", _known_provinces, ("province",))
