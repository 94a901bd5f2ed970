"""A view filled up with what was read and what is usual, so that a battle on it can be imagined.

What a faction was once told of a piece from within is taken as it was then; what it does not know
as for any other of its kind: new, unhurt, without equipment or talents. For odds alone; no rule
runs on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

from engine.battle import Clash, Guess
from engine.packs.cohorts.cities.models import most_soldiers
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.knowledge.spied import insights
from engine.packs.cohorts.pieces.ownership import city_of
from engine.packs.cohorts.pieces.records import Character, Province, Unit
from engine.world import Place, World

_ATTRIBUTES: Final = ("STR", "DEX", "CON", "INT", "WIS", "CHA")
_AVERAGE = 10
_CHARACTER_SLOT = 8  # cohorts.battle.participants


def imagined(world: World, content: Content, clash: Clash) -> tuple[World, tuple[Guess, ...]]:
    """A copy of a view in which all that is known to fight in a clash is known in full.

    And what of it was guessed.
    """
    filled = recalled(world, those_at(world, clash))
    guesses = list(guess_ground(filled, clash))
    usual = {Character: _character(content), Unit: _unit(content)}
    for piece in those_at(filled, clash):
        cls, known = type(piece), piece.known()
        crew: dict[str, Any] = {}
        if isinstance(piece, Unit) and piece.arm != "ship" and not piece.soldiers:
            del known["soldiers"]  # who read it did not count them
            engine = content.artillery.get(piece.type)
            crew = {"soldiers": engine.crew} if engine else {}
        missing = tuple(name for name in cls.names if name not in known)
        if missing:
            filled.put(cls(**{**usual[cls], **crew, **known}))
            guesses.append(Guess(about=piece.place, fields=missing))
    return filled, tuple(guesses)


def recalled(view: World, pieces: Iterable[Character | Unit]) -> World:
    """A copy of a view in which these pieces are as they were read last, if they ever were.

    What is plain of them now prevails.
    """
    filled, read = view.fork(), insights(view)
    for piece in pieces:
        if piece.place in read:
            filled.put(type(piece).partly(**{**read[piece.place].told(), **piece.known()}))
    return filled


def those_at(world: World, clash: Clash) -> list[Character | Unit]:
    """The characters and units that a world holds at a clash."""
    fighting = (place for side in clash.sides for place in side)
    return [
        piece
        for place in (*fighting, Place(Province.kind, clash.ground))
        for cls in (Character, Unit)
        for piece in world.by(cls, "holder", place)
    ]


def guess_ground(world: World, clash: Clash) -> tuple[Guess, ...]:
    """Fill up what a view lacks of where a clash is fought, and say what that was.

    Walls that were seen count as the lowest; a city of which nobody knows whose it is, as nobody's.
    """
    guesses: list[Guess] = []
    province = world.get(Province, clash.ground)
    if not province.knows("fortification"):
        memory = world.find(Memory, province.id)
        walls = int(memory is not None and memory.fortified)
        world.put(province.replace(fortification=walls, sabotaged=0))
        if walls:
            guesses.append(Guess(about=province.place, fields=("fortification",)))
    city = city_of(world, province.barony)
    if city and not city.knows("baron"):
        world.put(city.replace(baron=0))
        guesses.append(Guess(about=city.place, fields=("baron",)))
    return tuple(guesses)


def _piece(content: Content) -> dict[str, Any]:
    return {
        "name": "",
        "race": next(iter(content.races)),
        "player": 0,
        "used": Fraction(0),
        "acted": False,
        "message": "",
        "level": content.training.level,
        "xp": 0,
        "talents": (),
        "wounds": 0,
        "statuses": {},
        "ext": None,
    }


def _character(content: Content) -> dict[str, Any]:
    return {
        **_piece(content),
        "job": next(iter(content.classes)),
        "starting": False,
        "attributes": dict.fromkeys(_ATTRIBUTES, _AVERAGE),
        "skills": {},
        "slot": _CHARACTER_SLOT,
        "mana": 0,
        "actions": 0,
        "dead": False,
        "captor": 0,
    }


def _unit(content: Content) -> dict[str, Any]:
    return {
        **_piece(content),
        "arm": "soldier",
        "type": "soldiers",
        "soldiers": most_soldiers(content, barracks=1),
        "slot": content.training.battle_slot,
        "morale": content.training.morale,
    }
