"""What people call an item: "Mithril axe +3", "Standard potion of strength", "Human recruits".

The world names items by `item_keys.Item`; this reads such a name out, and finds the kind that a
text means. Nothing here says what an item does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from engine.module import key_of
from engine.module.names import display_of
from engine.module.sections import Named
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import Item, item_of, race_of_recruits
from engine.packs.cohorts.things.scrolls import spell_on
from engine.packs.cohorts.things.uniques import unique_of
from engine.world import World

N = TypeVar("N", bound=Named)


def item_name(content: Content, world: World, name: str) -> str:
    """What people call an item of the world; a unique one by its own name where that is known."""
    item = item_of(name)
    written = spell_on(content, name)
    if written:
        level = f" (level {item.quality})" if item.quality else ""
        return f"Scroll of {written.name}{level}"
    text = _kind(content, item.key)
    if item.quality:
        text = f"{_quality(content, item.quality)} {_within(text)}"
    if item.plus:
        text = f"{text} +{item.plus}"
    if item.poison:
        text = f"Poisoned {_within(text)} ({_poison(content, item)})"
    unique = unique_of(world, item)
    return f"{unique.name} ({_within(text)})" if unique and unique.knows("name") else text


def kind_called(kinds: Iterable[N], text: str) -> N | None:
    """The kind of item whose key or name is that text, however it is spelt, or None."""
    wanted = key_of(text)
    return next((each for each in kinds if wanted in (key_of(each.key), key_of(each.name))), None)


def _kind(content: Content, key: str) -> str:
    race = content.races.get(race_of_recruits(key))
    if race:
        return f"{race.name} recruits"
    known = content.item(key) or content.resources.get(key)
    return known.name if known else content.thing_names.get(key) or display_of(key)


def _poison(content: Content, item: Item) -> str:
    quality = _quality(content, item.poison_quality)
    return f"{_within(quality)} {_within(_kind(content, item.poison))}"


def _quality(content: Content, quality: int) -> str:
    """The name of a quality; a module may have had more of them when the item was made."""
    named = len(content.brewing.qualities)
    return content.brewing.name_of(quality) if quality <= named else f"Quality {quality}"


def _within(text: str) -> str:
    """A name as it stands within a sentence."""
    return text[:1].lower() + text[1:]


__all__ = ["item_name", "kind_called"]
