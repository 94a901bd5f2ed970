"""Units and characters of Warmaster as pictures show them: what they are, and how they stand.

Plain values; nothing here draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.faces.paint.looks import Looks
from bot.faces.warmaster.looks import unit_icon
from engine.packs.warmaster.battle.blows import Cause
from engine.packs.warmaster.battle.values import (
    SIDES,
    Army,
    Directive,
    Spot,
)
from engine.packs.warmaster.content.lists import Role

SHIP: Final = "drakkar"
"""The icon of ships."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit or ship as it came."""

    side: int
    """0 for the attacker, 1 for the defender."""
    number: int
    """In its roster, from 1; its counter shows it, and the account uses it."""
    name: str
    icon: str
    full: int
    """Its stands at full strength."""
    directive: Directive | None = None
    brigade: int = 0
    """0 for none."""
    ship: bool = False


class Post(NamedTuple):
    """How a unit stands at a moment: a tuple, for a battle has thousands."""

    at: Spot
    stands: int
    attached: bool = False
    """Whether its attached stand is still there."""
    confused: bool = False
    engaged: bool = False
    """Whether it touches an enemy."""
    roles: tuple[Role, ...] = ()
    """The characters who are with it, in roster order."""
    lost: int = 0
    """Stands lost in the scene."""
    slain: tuple[Role, ...] = ()
    """Characters who fell with it in the scene."""
    fell: Cause | None = None
    """By what it was destroyed, if it is no more."""
    fresh: bool = False
    """Whether it was destroyed in the scene; later ones show it no more."""

    @property
    def shown(self) -> bool:
        """Whether it is on the field, or has just left it."""
        return self.fresh or self.fell is None


def letter(brigade: int) -> str:
    """What a brigade is called: A for the first; empty for none."""
    return chr(ord("A") + (brigade - 1) % 26) * (1 + (brigade - 1) // 26) if brigade else ""


def pieces_of(army: Army, looks: Looks) -> tuple[Piece, ...]:
    """The units of an army, in roster order."""
    side = SIDES.index(army.side)
    return tuple(
        Piece(
            side=side,
            number=number,
            name=troop.name or troop.type,
            icon=unit_icon(looks, army.list, troop.type, troop.kind),
            full=troop.full_stands,
            directive=troop.directive,
            brigade=troop.brigade,
        )
        for number, troop in enumerate(army.troops, start=1)
    )


def posts_of(army: Army) -> tuple[Post, ...]:
    """How the units of an army that is drawn up stand, in roster order, and who is with them."""
    return tuple(
        Post(
            at=troop.at,
            stands=troop.stands,
            attached=troop.attached is not None,
            roles=tuple(each.role for each in army.captains if each.with_ == number),
        )
        for number, troop in enumerate(army.troops, start=1)
        if troop.at
    )
