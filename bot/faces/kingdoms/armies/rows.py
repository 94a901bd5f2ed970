"""Armies as rows of a sheet: those that are alike in one row, with how many there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from bot.faces.cards.card import Row
from bot.faces.kingdoms.looks import ARMY, looks_of
from bot.faces.kingdoms.terms import times
from engine.packs import Rules
from engine.packs.kingdoms.content.armies import ArmyContent, quality
from engine.packs.kingdoms.crowns.ventures.acting import SPENT
from engine.packs.kingdoms.pieces.records import Army


def army_rows(
    rules: Rules, armies: Iterable[Army], note: Callable[[Army], str] = lambda _: ""
) -> Iterator[Row]:
    """A row for each kind of armies that differ in nothing that a row tells."""
    content = rules.module.content(ArmyContent)
    alike: dict[tuple[str, int, str], int] = {}
    for army in armies:
        key = army.type, army.quality, ", ".join(filter(None, (note(army), *_traits(army))))
        alike[key] = alike.get(key, 0) + 1
    for (type, level, said), count in alike.items():
        name = content.army_types[type].name
        icon = looks_of(rules).icon("army_types", type, ARMY)
        yield Row(times(name, count), quality(level), said, icon=icon)


def _traits(army: Army) -> Iterator[str]:
    """Facts of an army, apart from its type and quality."""
    yield army.race.capitalize()
    if army.skeletal:
        yield "Skeletal"
    if army.bitten:
        yield "bitten"
    if army.moves >= SPENT:
        yield "cannot move any more"
    elif army.moves:
        yield f"moved {army.moves}"
