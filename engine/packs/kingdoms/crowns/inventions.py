"""Inventions: what a kingdom's own change, and how it comes by more.

Sources: kingdoms.invention.table, kingdoms.invention.discovery.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.dice import Dice
from engine.packs.kingdoms.content.devices import Boon, Device
from engine.packs.kingdoms.pieces.chance import picked


def boon(devices: Mapping[str, Device], owned: Iterable[str], what: Boon) -> int:
    """What the inventions of a kingdom together give of one thing, in its own unit."""
    return sum(devices[key].gives.get(what, 0) for key in owned if key in devices)


def lacking(devices: Mapping[str, Device], owned: Iterable[str]) -> list[str]:
    """The inventions that a kingdom has not got, in the table's order."""
    has = tuple(owned)
    return [key for key in devices if key not in has]


def discovered(devices: Mapping[str, Device], owned: Iterable[str], dice: Dice) -> str | None:
    """An invention that a kingdom discovers; None, without a draw, if it has them all."""
    left = lacking(devices, owned)
    return picked(dice, left) if left else None
