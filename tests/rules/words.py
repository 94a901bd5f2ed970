"""The words of worked cases: what they call names, relations, attributes and statuses.

The README of the rulebook says which there are. Every adapter reads them here, so that a case may
say a thing in any of the ways in which its sister rules say it. No world is built here.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.packs.cohorts.content.diplomacy import Relationship
from engine.packs.cohorts.content.peoples import Attribute
from tests.rules.harness import UnknownKeyError

ATTRIBUTES: Final[tuple[Attribute, ...]] = typing.get_args(Attribute)
AVERAGE: Final = 10

OWN: Final = "own"
"""The player of `me`'s side, as a word for a relation."""
MINE: Final = "self"
RELATIONS: Final[Mapping[str, Relationship | str]] = {
    **dict.fromkeys(("self", "me", "mine", "same_player", "own_player"), MINE),
    **dict.fromkeys(
        ("own", "ours", "same_faction", "faction", "teammate", "friend", "friendly"),
        OWN,
    ),
    **dict.fromkeys(("allied", "ally", "alliance", "allied_faction"), "allied"),
    **dict.fromkeys(("neutral", "neutrals", "at_peace", "peace", "stranger"), "neutral"),
    **dict.fromkeys(("at_war", "war", "enemy", "enemies", "hostile", "foe"), "at_war"),
}

NOBODY: Final = frozenset({"wild", "none", "nobody", "unaligned", "no_player"})


def key(name: str) -> str:
    """A name as modules spell it: `Half-Orc` is `half_orc`."""
    return re.sub(r"[\s-]+", "_", name.strip()).casefold()


def relation_of(word: str) -> Relationship | str:
    """A relation in any of the words for it: `self`, `own` or one between two factions.

    It may be said of a player, faction, city or barony, as in `allied barony`.

    Raises:
        UnknownKeyError: it is none.
    """
    said = key(word)
    said = said if said in RELATIONS else re.sub(r"_(player|faction|city|barony)$", "", said)
    if said not in RELATIONS:
        raise UnknownKeyError(f"no relation is called {word!r}; there are {', '.join(RELATIONS)}")
    return RELATIONS[said]


def attributes(given: Mapping[str, Any]) -> dict[str, int]:
    """All six attributes: those that a case gives, in either case, alone or together, and tens."""
    together: Mapping[str, Any] = given.get("attributes") or {}
    said = {name.casefold(): together[name] for name in together}
    for name in ATTRIBUTES:
        for way in (name, f"e{name}", f"effective_{name}"):
            if way in given:
                said[name.casefold()] = given[way]
    return {name: said.get(name.casefold(), AVERAGE) for name in ATTRIBUTES}


def statuses(said: object) -> dict[str, int]:
    """Statuses with their strengths: one name, several, or names with figures; "none" is none."""
    match said:
        case None | "" | "none":
            return {}
        case str():
            return {key(said): 1}
        case Mapping():
            table = typing.cast("Mapping[str, int]", said)
            return {key(name): table[name] for name in table}
        case Iterable():
            return {key(each): 1 for each in typing.cast("Iterable[str]", said)}
        case _:
            raise UnknownKeyError(f"{said!r} is no status")
