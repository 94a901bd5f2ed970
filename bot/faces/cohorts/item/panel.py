"""`/show item`: an item that the faction has, or any kind of item."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.choices.asking import FROM_LIST, LONGEST, About, Asking, Offer, Unanswered, has
from bot.faces.cohorts.item.facts import item_facts, known_items
from bot.faces.cohorts.item.texts import item_tabs
from bot.faces.panels import Look, Panel, PanelMade
from bot.faces.words.text import plain
from engine.labels import Labels
from engine.module.names import closest, key_of
from engine.packs.cohorts.things.uniques import Unique


def _make(look: Look, about: str) -> PanelMade:
    from bot.faces.cohorts.item.picture import draw_item

    facts = item_facts(look.rules, look.view, look.faction, about)
    return PanelMade(facts.name, facts.turn, item_tabs(facts), draw_item(facts))


def _offers(asking: Asking, typed: str) -> Iterator[Offer]:
    labels = Labels(asking.view)
    for item, name in known_items(asking.rules, asking.view, asking.faction).items():
        if has(name, typed):
            yield Offer(name, labels.text_of(item, Unique.kind))


def _meant(asking: Asking, text: str | None) -> str:
    text = text or ""
    items, labels = known_items(asking.rules, asking.view, asking.faction), Labels(asking.view)
    wanted = key_of(text)
    for item, name in items.items():
        if text == labels.text_of(item, Unique.kind) or wanted == key_of(name):
            return item
    near = closest(text[:LONGEST], list(items.values()))
    hint = f"Did you mean {plain(near)}? " if near else ""
    raise Unanswered(
        f"I find no item “{plain(text[:LONGEST])}” that you know of.", f"{hint}{FROM_LIST}"
    )


PANEL: Final = Panel(
    name="item",
    help="An item: what it gives, how it is made, where yours are",
    make=_make,
    about=About("name", "Which item", _offers, _meant),
)
