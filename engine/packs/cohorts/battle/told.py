"""The events of a battle as the world learns of them.

The whole course is in the record that both sides are given (`record`); what became of their own is
for each side alone. Source: cohorts.turn.battle-report.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.battle import BattleRecord, with_record
from engine.events import Event
from engine.facts import Facts, facts
from engine.numbers import Exact
from engine.stored import Upcaster
from engine.world import Place


@facts
class BattleFought(Event):
    """Two armies fought; both are given the full account."""

    form: ClassVar[int] = 2
    upcasters: ClassVar[Mapping[int, Upcaster]] = {1: with_record}

    province: int
    attackers: tuple[int, ...]
    """Their factions."""
    defenders: tuple[int, ...]
    record: BattleRecord


@facts
class PiecesCaptured(Event):
    """The victors took prisoners, and freed those whom the beaten held; both sides are told."""

    province: int
    captor: int
    """The player who holds them."""
    container: Place
    pieces: tuple[str, ...]
    """The names of the living."""
    bodies: tuple[str, ...]
    freed: tuple[str, ...]
    """Prisoners of the beaten who are free now."""


@facts
class ForceBeaten(Event):
    """A beaten stack, garrison or group of loose units gave way; its own side alone is told."""

    force: Place
    name: str
    """Empty for loose units."""
    province: int
    """Where it was beaten."""
    to: int
    """Where those who are left are now."""
    scattered: bool
    """Whether they are loose there; else they stayed together."""
    pieces: tuple[str, ...]
    lost: dict[str, int]
    """The possessions that were left behind."""


@facts
class Learned(Facts):
    """What a battle made of one who lived through it."""

    piece: Place
    name: str
    xp: int
    morale: Exact
    """Lasting morale now."""


@facts
class BattleRewarded(Event):
    """What those who lived through a battle have learned; their own side alone is told."""

    province: int
    won: bool
    pieces: tuple[Learned, ...]
