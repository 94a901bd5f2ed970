"""`/roster`: all that a player has, by place, and who can still act."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, made_of
from bot.faces.cohorts.roster.people import RosterPerson
from bot.faces.cohorts.roster.places import RosterPlace, places_of
from bot.faces.panels import Look, Panel, PanelMade
from bot.faces.words.text import number
from engine.campaign import Now, Player
from engine.orders import Queued
from engine.packs import Rules
from engine.world import World

_HINT: Final = "Choose one below to go on with it"
_FILTERS: Final[dict[str, tuple[Callable[[RosterPerson], bool], Callable[[RosterPlace], bool]]]] = {
    "Can still act": (
        lambda each: "idle" in each.marks or "points" in each.marks,
        lambda place: place.idle,
    ),
    "Wounded": (
        lambda each: "wounded" in each.marks or "shaken" in each.marks,
        lambda _: False,
    ),
    "Cities": (lambda _: False, lambda place: place.kind == "city"),
    "Stacks": (lambda _: False, lambda place: place.kind == "stack"),
    "Characters": (lambda each: each.kind == "character" and not each.held, lambda _: False),
    "Units": (lambda each: each.kind == "unit" and not each.held, lambda _: False),
    "Agents": (lambda each: each.kind == "agent", lambda _: False),
    "Prisoners and dead": (lambda each: bool(each.held), lambda _: False),
}
"""The other tabs: whom each shows, and which places in any case."""


def card_of(rules: Rules, view: World, player: Player, queued: Iterable[Queued] = ()) -> PanelCard:
    """All that a player has, on the view of its faction; `queued` are the orders in its draft."""
    places = places_of(rules, view, player, queued)
    boxes = [_box(place, place.people) for place in places] or [
        Box("Nothing yet", (Row("You have nothing that you know of", tone="faint"),), wide=True)
    ]
    return PanelCard(
        "roster", "Roster", player.name, view.get(Now, 1).turn, player.faction,
        head=(Row(_headline(places)),), boxes=(*boxes, *_filtered(places)),
    )  # fmt: skip


def _box(place: RosterPlace, people: Iterable[RosterPerson], tab: str = "") -> Box:
    rows = tuple(each.row for each in people)
    return replace(place.box, rows=rows, tab=tab, drawn=not tab)


def _filtered(places: Sequence[RosterPlace]) -> Iterator[Box]:
    for tab, (wanted, anyway) in _FILTERS.items():
        for place in places:
            people = [each for each in place.people if wanted(each)]
            if people or anyway(place):
                yield _box(place, people, tab)


def _headline(places: Sequence[RosterPlace]) -> str:
    """How much the player has: "2 cities, 3 stacks, 5 characters, 4 units, 1,200 soldiers"."""
    kinds = [place.kind for place in places]
    serving = [
        each
        for place in places
        if place.kind != "captive"
        for each in place.people
        if not each.held
    ]
    count = [each.kind for each in serving].count
    agents = count("agent")
    parts = (
        number(kinds.count("city"), "city", "cities"),
        number(kinds.count("stack"), "stack"),
        number(count("character"), "character"),
        number(count("unit"), "unit"),
        number(sum(each.soldiers for each in serving), "soldier"),
        number(agents, "agent") if agents else "",
    )
    return ", ".join(filter(None, parts))


def _make(look: Look, _: str) -> PanelMade:
    player = look.view.get(Player, look.player)
    queued = [look.rules.read_order(key, body) for key, body in look.history.drafted(player.id)]
    card = card_of(look.rules, look.view, player, queued)
    hints = dict.fromkeys(_FILTERS, _HINT)
    return made_of(card, look.view, _HINT, hints=hints)


PANEL: Final = Panel(
    name="roster",
    help="All that is yours, by place: who is where, in what state, and who can still act",
    make=_make,
    by_itself=True,
)
