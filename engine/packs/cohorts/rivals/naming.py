"""What computer players call what they make: as people would, and no two of theirs alike.

Agents, famous things and newcomers share the module's names of people; regiments are called after
their city and counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final

from engine.names import NAME_LENGTH, ordinal
from engine.packs.cohorts.characters.newcomers import fresh_name
from engine.packs.cohorts.pieces.records import Character, City, Guild, Stack, Unit
from engine.packs.cohorts.rivals.realm import RivalView

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
)
_STEP: Final = 5
"""So many names further on each next player begins, so that neighbours do not share theirs."""
_MOST: Final = 999


def of_people(realm: RivalView, maker: Character | Guild) -> Mapping[str, Any]:
    """A name such as the maker's people have, for an agent or a famous thing."""
    race = maker.race if isinstance(maker, Character) else _race(realm, maker)
    dice = realm.mind.dice.stream(f"{maker.kind}:{maker.id}", "a name")
    return {"name": fresh_name(realm.state, dice, race)}


def _race(realm: RivalView, guild: Guild) -> str:
    people = realm.world.get(City, guild.city).population
    return max(people, key=people.__getitem__, default="")


def of_regiment(realm: RivalView, city: City, kind: str) -> str:
    """The name of the city's next unit of a kind: Kelsport Foot, then 2nd Kelsport Foot."""
    taken = {unit.name for unit in realm.world.by(Unit, "player", realm.player)}
    room = NAME_LENGTH - len(f"{ordinal(_MOST)}  {kind}")
    name = f"{city.name[:room].strip()} {kind}"
    counted = (f"{ordinal(number)} {name}" for number in range(2, _MOST))
    return next(each for each in chain([name], counted) if each not in taken)


def of_stack(realm: RivalView, gone: Sequence[str]) -> str:
    """A name that no stack of the player has and, if possible, none that it knows of.

    Those `gone` this turn are not given again; empty if all are taken.
    """
    mine = {stack.name for stack in realm.world.by(Stack, "player", realm.player)}
    known = {stack.name for stack in realm.world.all(Stack) if stack.knows("name")}
    first = realm.player * _STEP % len(_STACKS)
    free = [each for each in _STACKS[first:] + _STACKS[:first] if each not in {*mine, *gone}]
    return min(free, key=lambda name: name in known, default="")
