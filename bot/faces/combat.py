"""How the pieces of a campaign fight, as panels tell it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from bot.faces.words.figures import Bearing
from engine.packs import Rules
from engine.world import World


def _nothing(*_: object) -> tuple[()]:
    return ()


@dataclass(frozen=True, slots=True)
class ItemInfo:
    """A thing that a system's own tables hold, such as a magic item."""

    what: str
    """Its sort, such as "magic standard"."""
    gives: tuple[str, ...]
    """What it does for its user."""
    use: tuple[str, ...] = ()
    """Who may use it, what it costs, where to get it: in sentences."""
    icon: str = ""
    hint: str = ""
    """The orders that fit, for the last line."""


def _unknown(*_: object) -> None:
    return None


@dataclass(frozen=True, slots=True)
class CombatFigures:
    """What the fights of a system make of a piece."""

    own: Callable[[Rules, World, Any], Bearing]
    """Of a piece of which a view holds all. Raises `NotKnown` where it does not."""
    read: Callable[[Rules, World, Any], Iterable[tuple[str, str]]] = _nothing
    """For a foreign piece that was spied on: what that tells of how it fights, as titles and
    words."""
    seen: Callable[[Rules, World, Any], Iterable[tuple[str, str]]] = _nothing
    """For a foreign piece never spied on: what is plain to see tells of how it fights, likewise."""
    ware: Callable[[Rules, str], ItemInfo | None] = _unknown
    """A thing of the system by its key; None for what it knows nothing of."""
    ranked: bool = True
    """Whether people stand in its fights by battle slots, in two ranks, and follow the directives
    of the base game, to which their talents add."""
