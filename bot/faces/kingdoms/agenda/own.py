"""What the player has on the desk: kingdom and characters, and leads to orders and panels."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.agenda import Desk
from bot.faces.kingdoms.days import DayFacts, days_of
from bot.faces.kingdoms.naming import KingdomsNames, names
from bot.faces.leads import Lead, label
from bot.faces.words.text import clean, escaped
from engine.campaign import Now
from engine.labels import Labels
from engine.orders import Order, Ref
from engine.packs.kingdoms.crowns.ventures.recruiting import Hire
from engine.packs.kingdoms.crowns.ventures.searching import Search
from engine.packs.kingdoms.pieces.records import Crown, Ruler
from engine.world import Record


def crown_of(desk: Desk) -> Crown | None:
    """The player's kingdom, while it plays."""
    crown = desk.view.first(Crown, "player", desk.player)
    return crown if crown and not crown.fallen else None


def rulers_of(desk: Desk) -> Iterator[Ruler]:
    """The player's living characters: the King, then heroes by id."""
    crown = crown_of(desk)
    found = [each for each in desk.view.by(Ruler, "crown", crown.id) if each.alive] if crown else []
    yield from sorted(found, key=lambda ruler: (not ruler.royal, ruler.id))


def days(desk: Desk) -> tuple[DayFacts, ...]:
    """What each of them does in the six phases, by the draft."""
    turn = desk.view.get(Now, 1).turn
    return days_of(desk.rules, desk.view, rulers_of(desk), desk.orders, turn)


def hired(desk: Desk) -> frozenset[int]:
    """The heroes whom the draft is to hire."""
    return frozenset(each.order.hero.id for each in desk.orders if isinstance(each.order, Hire))


def searched(desk: Desk) -> frozenset[int]:
    """The features that the draft is to search."""
    return frozenset(
        each.order.feature.id for each in desk.orders if isinstance(each.order, Search)
    )


def called(desk: Desk) -> KingdomsNames:
    """What things are called, safe for Discord."""
    return names(desk.rules, desk.view, escaped, {})


def bare(desk: Desk) -> KingdomsNames:
    """What things are called as they are written, for the lines of menus."""
    return names(desk.rules, desk.view, clean, {})


def ref(thing: Record) -> str:
    """A thing as leads and orders name it."""
    return str(Ref(*thing.place))


def to_order(order: type[Order], says: str, note: str = "", **given: str) -> Lead:
    """A lead to an order with this filled in."""
    return Lead(label=label(says), note=note, order=order.path, given=tuple(given.items()))


def to_panel(desk: Desk, panel: str, thing: Record, says: str) -> Lead:
    """A lead to what a panel of `/show` tells of a thing."""
    about = Labels(desk.view).of(Ref(*thing.place), (thing.kind,))
    return Lead(label=label(says), panel=(panel, about))
