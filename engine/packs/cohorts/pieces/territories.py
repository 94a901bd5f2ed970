"""How the land is parted: baronies, territories of several, kingdoms of several of these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.facts import facts
from engine.packs.cohorts.pieces import unknown
from engine.world import Record


@facts
class Barony(Record):
    """A group of provinces ruled from one city (cohorts.world.baronies)."""

    indexes = ("territory",)

    name: str
    territory: int


@facts
class Territory(Record):
    """A group of baronies; its capital draws on their resources (cohorts.world.territories)."""

    refers: ClassVar[Mapping[str, str]] = {"capital": "city"}
    indexes = ("kingdom",)
    unknown = unknown.TERRITORY

    name: str
    kingdom: int
    capital: int
    """The city, 0 for none."""


@facts
class Kingdom(Record):
    """A group of territories (cohorts.world.kingdoms)."""

    refers: ClassVar[Mapping[str, str]] = {"capital": "city"}
    unknown = unknown.KINGDOM

    name: str
    capital: int
