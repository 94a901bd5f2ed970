"""Baronies and groups of them while a world is being made: provinces by index, without names."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BaronyBorders:
    """The provinces of a barony and that of its capital, by index."""

    provinces: tuple[int, ...]
    capital: int


@dataclass(frozen=True, slots=True)
class Group:
    """Baronies or territories under one capital: their places in the list, and the barony.

    `name` is empty if the barony has its capital's name.
    """

    members: tuple[int, ...]
    capital: int
    name: str = ""
