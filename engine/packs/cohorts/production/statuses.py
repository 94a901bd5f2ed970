"""What lasting statuses do when time passes: wounds, deaths, cures, and one that becomes another.

How statuses are put on and end otherwise stands in `harm`; who regenerates in `regeneration`.
Source: cohorts.status.production-order.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import Annotated

from engine.campaign import Player
from engine.events import Event, Level
from engine.facts import facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.statuses import Between
from engine.packs.cohorts.pieces.ownership import faction_of, told_of
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.pieces.statuses import borne
from engine.packs.cohorts.stacks import harm
from engine.packs.cohorts.worth import healing, mana
from engine.packs.cohorts.worth.bonuses import attribute
from engine.packs.cohorts.worth.chances import attempt
from engine.packs.cohorts.worth.levels import heroic_level
from engine.state import State
from engine.world import Place

Bearer = Character | Unit


@facts
class StatusSuffered(Event):
    """Lasting statuses wounded a piece; of a prisoner both sides are told only if it dies."""

    piece: Place
    name: str
    statuses: Annotated[tuple[str, ...], Level.OWN]
    """Those that wounded it."""
    wounds: Annotated[int, Level.OWN]
    """Percent points in all."""
    died: bool
    """Of a unit: whether it is destroyed."""


@facts
class StatusCured(Event):
    """A lasting status ended by itself (cohorts.status.bleeding)."""

    piece: Place
    name: str
    status: str


@facts
class StatusChanged(Event):
    """A lasting status became another (cohorts.status.frightened)."""

    piece: Place
    name: str
    status: str
    """That which ended."""
    becomes: str


# ---------------------------------------------------------------- steps


def weekly(state: State) -> None:
    """A step of every weekly production: wounds of all statuses together, then cures and changes.

    Prisoners and people in a city suffer as well.
    """
    content = state.module.content(Content)
    for piece in _bearers(state):
        wounds = {each.key: each.weekly for each in borne(content, piece) if each.weekly}
        if not _suffer(state, piece, wounds):
            _cure(state, piece.place)
            _change(state, piece.place)


def monthly(state: State) -> None:
    """A step of every monthly production: wounds drawn for each bearer of a status that deals them.

    Source: cohorts.status.plagued.
    """
    content = state.module.content(Content)
    for piece in _bearers(state):
        wounds = {
            each.key: _drawn(state, piece, each.key, each.monthly)
            for each in borne(content, piece)
            if each.monthly
        }
        _suffer(state, piece, wounds)


def _bearers(state: State) -> Iterator[Bearer]:
    """Who is alive with something on it, by kind and id."""
    for cls in (Character, Unit):
        for piece in state.world.all(cls):
            if piece.statuses and not (isinstance(piece, Character) and piece.dead):
                yield piece


def _drawn(state: State, piece: Bearer, key: str, span: Between) -> int:
    dice = state.stream(f"{piece.kind}:{piece.id}", key)
    return span.least - 1 + dice.whole(span.most - span.least + 1)


# ---------------------------------------------------------------- what they do


def _suffer(state: State, piece: Bearer, wounds: dict[str, int]) -> bool:
    """Wound a piece by all its statuses at once; whether it died or was destroyed."""
    if not wounds:
        return False
    points = sum(wounds.values())
    faction, captor = told_of(state.world, piece), state.world.find(Player, piece.captor)
    lord = faction_of(state.world, piece)
    died = harm.wound(state, piece, points)
    event = StatusSuffered(
        piece=piece.place, name=piece.name, statuses=tuple(wounds), wounds=points, died=died
    )
    if died and captor:
        # Its own side learns no more than the captor: not what the prisoner suffered from.
        state.emit(event, told=(lord, captor.faction))
    else:
        state.emit(event, own=(faction,))
    return died


def _cure(state: State, place: Place) -> None:
    world, content = state.world, state.module.content(Content)
    for status in borne(content, _now(state, place)):
        if status.cured_by is None:
            continue
        piece = _now(state, place)
        chance = floor(attribute(world, content, piece, status.cured_by).value)
        if attempt(state, place, status.key, chance).succeeds:
            world.put(harm.without(piece, (status.key,)))
            event = StatusCured(piece=place, name=piece.name, status=status.key)
            state.emit(event, own=(told_of(world, piece),))


def _change(state: State, place: Place) -> None:
    """What becomes another passes on its level; the higher level of two of a kind stays."""
    world, content = state.world, state.module.content(Content)
    for status in borne(content, _now(state, place)):
        if (
            status.becomes is None
            or not attempt(state, place, status.key, status.becomes_percent).succeeds
        ):
            continue
        piece = _now(state, place)
        left = harm.without(piece, (status.key,))
        world.put(left)
        harm.inflict(state, left, status.becomes, piece.statuses[status.key])
        event = StatusChanged(
            piece=place, name=piece.name, status=status.key, becomes=status.becomes
        )
        state.emit(event, own=(told_of(world, piece),))


def _now(state: State, place: Place) -> Bearer:
    piece = state.world.at(place)
    assert isinstance(piece, Character | Unit)
    return piece


# ---------------------------------------------------------------- regeneration


STATUS = "regenerating"


def regenerate(state: State) -> None:
    """The last step of a weekly production: those who have the status for good heal."""
    points = state.module.content(Content).battle_statuses[STATUS].heals
    for cls in (Character, Unit):
        for piece in state.world.all(cls):
            if STATUS not in piece.statuses or (isinstance(piece, Character) and piece.dead):
                continue
            healed = min(points, piece.wounds)
            if healed:
                piece = piece.replace(wounds=piece.wounds - healed)  # noqa: PLW2901
                state.world.put(piece)
                healing.tell(state, piece, healed)
            if isinstance(piece, Character):
                mana.regain(state, piece, heroic_level(piece.level))
