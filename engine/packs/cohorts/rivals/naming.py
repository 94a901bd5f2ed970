"""What computer players call their units, stacks and agents and the works of their colleges.

The names are plain and such as people give; nothing known of the same kind has the same name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count
from typing import Final

from engine.names import NAME_LENGTH, ordinal
from engine.packs.cohorts.agents.of_guilds import agent_race
from engine.packs.cohorts.characters.newcomers import fresh_name
from engine.packs.cohorts.pieces.records import Character, City, Guild, Stack, Unit
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.stacks.activation import deactivated

_STACKS: Final = (
    "Wardens",
    "Far Riders",
    "Road Watch",
    "Hill Guard",
    "Lanterns",
    "Grey Company",
    "Ironshod",
    "Ninth Banner",
    "Old Oath",
    "Thornguard",
    "Ember Host",
    "Long Spears",
    "Wayfarers",
    "Black Pennon",
    "Ford Watch",
    "Red Hands",
    "Winter Guard",
    "Open Road",
    "Stone Banner",
    "Night Heralds",
    "Free Lances",
    "Gatekeepers",
    "First Light",
    "Hawk's Company",
)
_APART: Final = 5
"""That many names lie between the first ones of two players in a row."""
_WORKS: Final = ("Pride", "Oath", "Hope", "Dawn", "Wrath", "Vigil", "Promise", "Glory", "Mercy")
_OF_SEVERAL: Final = " 0123456789"
"""How the names of units end of which several were trained at once."""
_LONGEST: Final = 20
"""Letters of a city's name that others take up."""


def stack_name(realm: RivalView) -> str | None:
    """For a new stack, by preference a name that nobody's known stack has; None without any."""
    known = {stack.name for stack in realm.world.all(Stack) if stack.knows("name")}
    taken = {stack.name for stack in realm.world.by(Stack, "player", realm.player)}
    taken |= {*deactivated(realm.state)}
    first = realm.player * _APART % len(_STACKS)
    free = [name for name in (*_STACKS[first:], *_STACKS[:first]) if name not in taken]
    return min(free, key=lambda name: name in known, default=None)


def unit_name(realm: RivalView, city: City, what: str) -> str:
    """For new soldiers of a city: “Harrowford Foot”, “2nd Harrowford Foot” and so on."""
    units = realm.world.by(Unit, "player", realm.player)
    taken = {unit.name.rstrip(_OF_SEVERAL) for unit in units}
    return next_name(f"{_short(city)} {what}", taken)


def next_name(base: str, taken: Collection[str]) -> str:
    """The name if it is free, else with the first number before it that makes it so."""
    return next(name for name in _numbered(base) if name not in taken)


def _numbered(base: str) -> Iterator[str]:
    yield base[:NAME_LENGTH]
    for number in count(2):
        yield f"{ordinal(number)} {base}"[:NAME_LENGTH]


def work_name(realm: RivalView, city: City) -> str:
    """For a unique item that a college of the city makes: “Pride of Harrowford”."""
    drawn = realm.drawn(f"city:{city.id}", "work", len(_WORKS))
    return f"{_WORKS[drawn - 1]} of {_short(city)}"


def agent_name(realm: RivalView, summoner: Character | Guild) -> str:
    """For who enters the service of a character or guild: a name of its people."""
    race = (
        summoner.race
        if isinstance(summoner, Character)
        else agent_race(realm.world, realm.world.get(City, summoner.city))
    )
    dice = realm.mind.dice.stream(f"{summoner.kind}:{summoner.id}", "name of an agent")
    return fresh_name(realm.state, dice, race)


def _short(city: City) -> str:
    return city.name[:_LONGEST].strip()
