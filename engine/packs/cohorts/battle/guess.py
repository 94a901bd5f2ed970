"""A view filled up with what is usual, so that a battle on it can be imagined.

What a faction does not know of a piece is taken as for any other of its kind: new, unhurt, without
equipment or talents. For odds alone; no rule runs on it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from engine.battle import Clash
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.records import Character, City, Stack, Unit
from engine.world import Place, World

_ATTRIBUTES: Final = ("STR", "DEX", "CON", "INT", "WIS", "CHA")
_AVERAGE = 10
_CHARACTER_SLOT = 8  # cohorts.battle.participants


def imagined(world: World, content: Content, clash: Clash) -> World:
    """A copy of a view in which all that is known to fight in a clash is known in full."""
    filled = world.fork()
    stacks = [Place(Stack.kind, id_) for id_ in (*clash.attackers, *clash.defenders)]
    usual = {Character: _character(content), Unit: _unit(content)}
    for place in (*stacks, Place(City.kind, clash.city), Place("province", clash.province)):
        for cls, values in usual.items():
            for piece in list(filled.by(cls, "holder", place)):
                known = piece.known()
                if len(known) < len(cls.names):
                    filled.put(cls(**{**values, **known}))
    return filled


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
        "soldiers": content.training.soldiers_per_recruit,
        "slot": content.training.battle_slot,
        "morale": content.training.morale,
    }
