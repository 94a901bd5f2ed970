"""A battle read back from its record: how every unit stood after any of its events.

For pictures and texts; nothing is fought here. Source: cohorts.battle.report.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.battle import Engagement
from engine.facts import Tagged
from engine.packs.cohorts.battle.record import (
    Attacked,
    CombatSpellCast,
    Cured,
    Fell,
    Fled,
    MoraleChecked,
    Participant,
    Petrified,
    SpecialAttacked,
    StatusWound,
    UnitMoved,
    UnitState,
    WoundsClosed,
)


@dataclass(slots=True)
class Moment:
    """A unit at one moment of a battle."""

    hex: int
    wounds: float
    state: UnitState = "fighting"
    statuses: tuple[str, ...] = ()
    """The battle statuses that attacks of this battle have given it and no cure has ended."""
    spells: tuple[str, ...] = ()
    """The charms and tasks that it carries, and the auras that it has laid around itself."""


def replay(fight: Engagement) -> Iterator[tuple[Tagged, list[Moment]]]:
    """Each event in order, with how all participants stand after it.

    The list is the same all the time and changes with each step.
    """
    participants = [each for each in fight.participants if isinstance(each, Participant)]
    units = [Moment(each.hex, each.wounds) for each in participants]
    for event in fight.events:
        _apply(event, units)
        _mark(event, units)
        yield event, units


def _apply(event: Tagged, units: list[Moment]) -> None:
    match event:
        case Attacked() | SpecialAttacked() | CombatSpellCast():
            for hit in event.hits:
                units[hit.unit].wounds = hit.after
        case StatusWound() | WoundsClosed():
            units[event.unit].wounds = event.after
        case MoraleChecked() if event.unit >= 0:
            units[event.unit].wounds = event.after
        case UnitMoved():
            for number in event.units:
                units[number].hex = event.to
        case Fled():
            for number in event.units:
                units[number].state = "fled"
        case Petrified():
            units[event.unit].state = "stone"
        case Fell():
            units[event.unit].state = "dead"
            units[event.unit].wounds = 100.0
        case _:
            pass


def _mark(event: Tagged, units: list[Moment]) -> None:
    """What an event lays on units or takes from them: statuses and spells."""
    if isinstance(event, SpecialAttacked | CombatSpellCast):
        for hit in event.hits:
            if hit.status:
                units[hit.unit].statuses += (hit.status,)
    if isinstance(event, CombatSpellCast):
        for number in (event.unit,) if event.aura else event.laid:
            if event.spell not in units[number].spells:
                units[number].spells += (event.spell,)
    if isinstance(event, Cured):
        one = units[event.unit]
        one.statuses = tuple(each for each in one.statuses if each != event.status)
