"""`/show army-list`: a list's units with their figures, its leaders and spells, and the items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cards.card import PanelCard, entries_of, made_of
from bot.faces.choices.asking import About, Asking, Offer, Unanswered, has
from bot.faces.panels import Further, Look, Panel, PanelMade, Sight
from bot.faces.warmaster.lists.card import HINTS, card_of
from bot.faces.words.tabs import paged
from bot.faces.words.text import plain
from engine.campaign import Now
from engine.module.names import key_of
from engine.packs.cohorts.pieces.records import Unit
from engine.packs.warmaster.content import ArmyList, WarmasterContent
from engine.packs.warmaster.pieces import Regiment


def _war(asking: Asking) -> WarmasterContent:
    return asking.rules.module.content(WarmasterContent)


def own_list(asking: Asking) -> ArmyList:
    """The army list of most of the faction's units; the first where it has none."""
    lists, counts = _war(asking).army_lists, dict[str, int]()
    for unit in asking.view.all(Unit):
        ext = unit.ext if unit.knows("ext") else None
        if isinstance(ext, Regiment) and ext.list in lists:
            counts[ext.list] = counts.get(ext.list, 0) + 1
    most = max(counts, key=lambda key: counts[key], default=next(iter(lists)))
    return lists[most]


def _offers(asking: Asking, typed: str) -> Iterator[Offer]:
    for army in _war(asking).army_lists.values():
        if has(army.name, typed):
            yield Offer(army.name, army.key)


def _meant(asking: Asking, text: str | None) -> str:
    if text is None:
        return own_list(asking).key
    lists = _war(asking).army_lists
    for army in lists.values():
        if key_of(text) in (key_of(army.key), key_of(army.name)):
            return army.key
    names = ", ".join(army.name for army in lists.values())
    raise Unanswered(f"There is no army list “{plain(text[:60])}”.", f"Name one of: {names}.")


def _card(look: Look, list: str) -> PanelCard:
    war = _war(look)
    return card_of(war, look.faces.looks, war.army_lists[list], look.view.get(Now, 1).turn)


def _make(look: Look, about: str) -> PanelMade:
    others = tuple(
        Further(each.name, picture_of, (each.key,))
        for each in _war(look).army_lists.values()
        if each.key != about
    )
    hint = "Orders: /city train"
    return made_of(_card(look, about), look.view, hint, hints=HINTS, further=others)


def picture_of(look: Look, list: str) -> Sight:
    """The sheet of an army list, and its units in words."""
    from bot.faces.cards.picture import draw_card

    card = _card(look, list)
    words = paged(entry.line for entry in entries_of(card))
    return Sight(draw_card(card, look.view), words[0])


PANEL: Final = Panel(
    name="army-list",
    help="An army list: its units and what they cost, its leaders, its spells, magic items",
    make=_make,
    about=About("name", "Which list; left out, that of your units", _offers, _meant,
                required=False),
)  # fmt: skip
