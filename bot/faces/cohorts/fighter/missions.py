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
from bot.faces.words.orders import order_title
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


def covert_rows(state: State, character: Character) -> Iterator[Row]:
    """The missions of an own character, asked of a plan's state; none for one without the skill."""
    content = state.module.content(Content)
    craft, level = best_craft(state.world, content, character)
    if not level:
        return
    far = number(reach(state.world, content, character), "province")
    yield Row("Best covert skill", f"{craft} {level}", f"missions reach {far}")
    yield Row(
        "As far as you know",
        text="defenders that you have not found out make a success less likely and a capture more "
        "so. Give `risk` with the order, and it is dropped if the true chance of capture is higher",
    )
    missions = [
        (order, chances)
        for order in state.rules.orders.values()
        if issubclass(order, Mission)
        for chances in (_chances(state, order, character),)
        if chances
    ]
    if not missions:
        yield Row("There is nobody within its reach that you know of and could send it against")
    for order, chances in sorted(missions, key=lambda each: -each[1][0].success):
        skill = f"skill {order.model_construct().skill(state, character)}"
        alike: dict[tuple[int, Exact], list[str]] = {}
        for chance in chances:
            alike.setdefault((chance.success, chance.capture), []).append(chance.target)
        for (success, capture), targets in alike.items():
            odds = f"success {success}%, captured {percent(capture)}"
            yield Row(order_title(order), odds, skill, text=listed(targets, _TOLD))


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
