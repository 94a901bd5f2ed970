"""What `/help` offers: what a person may want to do, and how that is done in a system.

A topic is an intention in a player's words ("Explore", "Fight"), not a chapter of the rules. A
system without topics is helped by the groups of its orders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.faces.leads import Lead
from bot.faces.sheet.tiles import TileRow
from engine.forms import given_by_players
from engine.packs import Rules

if TYPE_CHECKING:
    from bot.faces.face import Faces

OTHERS: Final = "Everything else"
"""The topic of the orders that no other names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """Something that a person wants to do."""

    name: str
    """In one or two words."""
    emoji: str = ""
    about: str = ""
    """What it is, in at most 100 characters."""
    says: str = ""
    """How it is done, in a few short sentences."""
    words: tuple[str, ...] = ()
    """What people type by habit who want it."""
    orders: tuple[tuple[str, str], ...] = ()
    """The paths of the orders that do it, the likeliest first; those that a campaign lacks are
    left out."""
    commands: tuple[tuple[str, str], ...] = ()
    """Commands beside the orders, each with what it is good for; those not there are left out."""
    leads: tuple[Lead, ...] = ()
    """Panels that show what it is about."""
    rules: tuple[str, ...] = ()
    """What to read about it."""


@dataclass(frozen=True, slots=True)
class PrimerCard:
    """A card of the primer: one idea, in a picture and a few sentences."""

    name: str
    text: str
    """In at most 600 characters; says nothing that the picture shows."""
    tiles: tuple[TileRow, ...]
    """The picture."""
    rules: tuple[str, ...] = ()
    """What to read about it."""


def topics_of(faces: Faces) -> Mapping[str, Topic]:
    """The topics of a campaign by name, in order; every order of players is in one of them."""
    orders = given_by_players(faces.rules)
    found = {topic.name: topic for topic in faces.topics.values()}
    if not found:
        return {topic.name: topic for topic in _groups(faces.rules, orders)}
    named = {path for topic in found.values() for path in topic.orders}
    left = tuple(path for path in orders if path not in named)
    if left:
        about = "Orders that are seldom needed"
        found[OTHERS] = Topic(name=OTHERS, emoji="📎", about=about, orders=left)
    return found


def _groups(rules: Rules, orders: Iterable[tuple[str, str]]) -> Iterator[Topic]:
    groups: dict[str, list[tuple[str, str]]] = {}
    for path in orders:
        groups.setdefault(path[0], []).append(path)
    for group, paths in groups.items():
        names = ", ".join(path[1].replace("-", " ") for path in paths)
        about = names if len(names) <= 100 else f"{names[:99]}…"
        yield Topic(name=group.capitalize(), about=about, orders=tuple(paths))
