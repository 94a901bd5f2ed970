"""Tiles in rows, as plain values: what the picture of a card of a primer says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tile:
    """One of them."""

    icon: str
    head: str
    says: str = ""
    number: int = 0
    """Its place in an order of things, in a disc at its corner; 0 for none."""
    bright: bool = False
    """Whether it is what the picture is about; then it has a light ground."""


@dataclass(frozen=True, slots=True)
class TileRow:
    """Tiles side by side; arrows lead from each to the next where one follows the other."""

    tiles: tuple[Tile, ...]
    flow: bool = False
    title: str = ""
    """What is said above them."""


def row(*tiles: Tile, flow: bool = False, title: str = "") -> TileRow:
    """Tiles side by side."""
    return TileRow(tiles, flow, title)
