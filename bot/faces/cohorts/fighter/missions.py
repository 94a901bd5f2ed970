"""What a character could do in secret where it is: each mission with its chances at whom it knows.

Reckoned by the missions themselves on the faction's view: defenders that it does not know of count
for nothing, so that a chance of success is the best it can be, one of capture the least.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from bot.faces.cards.card import Row
from bot.faces.words.text import listed, number, percent
from engine.facts import NotKnown
from engine.numbers import Exact
from engine.orders import Choice, Ref, Refused, parameters
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.covert.mission import Mission
from engine.packs.cohorts.covert.odds import best_craft, reach
from engine.packs.cohorts.pieces.records import Character
from engine.state import State
from engine.world import Missing

_TRIED: Final = 12
"""Targets of a mission that are looked at."""
_TOLD: Final = 4
"""Targets of a mission with the same chances that are told by name."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A mission against something that is known, with its chances in percent."""

    target: str
    success: int
    capture: Exact


@dataclass(frozen=True, slots=True)
class MissionFacts:
    """A mission that a character could be sent on."""

    path: tuple[str, str]
    level: int
    """Of the skill that it takes."""
    chances: tuple[Chance, ...]
    """Against what is known and within reach, the best first."""


@dataclass(frozen=True, slots=True)
class Covert:
    """A character's secret work."""

    craft: str
    """The best of its covert skills."""
    level: int
    reach: int
    """Provinces."""
    missions: tuple[MissionFacts, ...]
    """Those with the best chances first; nothing that it knows of no target for."""


def covert(state: State, character: Character) -> Covert | None:
    """The missions of an own character, asked of a plan's state; None for one without the skill."""
    content = state.module.content(Content)
    craft, level = best_craft(state.world, content, character)
    if not level:
        return None
    missions = [
        MissionFacts(order.path, order.model_construct().skill(state, character), chances)
        for order in state.rules.orders.values()
        if issubclass(order, Mission)
        for chances in (tuple(_chances(state, order, character)),)
        if chances
    ]
    return Covert(
        craft=craft,
        level=level,
        reach=reach(state.world, content, character),
        missions=tuple(sorted(missions, key=lambda each: -each.chances[0].success)),
    )


def _chances(state: State, order: type[Mission], character: Character) -> list[Chance]:
    found: list[Chance] = []
    for choice, mission in _orders(state, order, character):
        try:
            sponsor, target = character, mission.aim(state)
            if any(True for _ in mission.misfits(state, sponsor, target)):
                continue
            if any(True for _ in mission.forbidden(state, sponsor, target)):
                continue
            odds = mission.prospects(state, sponsor, target).odds
        except (NotKnown, Missing, Refused):
            continue
        found.append(Chance(choice.label, odds.success, odds.capture))
    return sorted(found, key=lambda each: (-each.success, each.capture, each.target))


def _orders(
    state: State, order: type[Mission], character: Character
) -> Iterator[tuple[Choice, Mission]]:
    """The mission at each of the first targets that it offers."""
    given: dict[str, Any] = {"character": str(Ref(*character.place))}
    for choice in islice(_offered(state, order, "target", given), _TRIED):
        values = {**given, "target": choice.value}
        loot = next(_offered(state, order, "item", values), None)
        yield choice, order.model_validate(values | ({"item": loot.value} if loot else {}))


def _offered(
    state: State, order: type[Mission], name: str, given: dict[str, Any]
) -> Iterator[Choice]:
    """What autocomplete would list for a parameter, nothing for one that the mission lacks."""
    for each in parameters(order):
        if each.name == name and each.asks:
            yield from each.asks.among(state, given)


# ---------------------------------------------------------------- in words


def covert_rows(work: Covert) -> Iterator[Row]:
    """The missions and their chances."""
    reach_ = f"missions reach {number(work.reach, 'province')}"
    yield Row("Best covert skill", f"{work.craft} {work.level}", reach_)
    yield Row(
        "As far as you know",
        text="defenders that you have not found out make a success less likely and a capture more "
        "so. Give `risk` with the order, and it is dropped if the true chance of capture is higher",
    )
    if not work.missions:
        yield Row("There is nobody within its reach that you know of and could send it against")
    for each in work.missions:
        alike: dict[tuple[int, Exact], list[str]] = {}
        for chance in each.chances:
            alike.setdefault((chance.success, chance.capture), []).append(chance.target)
        for (success, capture), targets in alike.items():
            odds = f"success {success}%, captured {percent(capture)}"
            whom = listed(targets, _TOLD)
            yield Row(f"/{' '.join(each.path)}", odds, f"skill {each.level}", text=whom)
