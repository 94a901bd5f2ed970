"""What enchantment makes of an item."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.cohorts.spelling import spelt
from bot.faces.words.figures import effects
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import Item
from engine.packs.cohorts.things.enchantments import (
    convertible,
    enchantable,
    enchanted,
    granted,
    kinds,
)
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.worth.bonuses import modifier


def enchanting_of(content: Content, item: Item) -> Iterator[str]:
    """What can be done to it by enchantment, in sentences."""
    thing = content.item(item.key)
    of = kinds(thing)
    if not of:
        return
    per_level = [
        said
        for each in granted(content, Item(item.key, plus=1), None)
        for said in map(spelt, effects((modifier(each.bonus, each.source, each.rule, each.times),)))
    ]
    if enchantable(content, item):
        used = enchanted(item.plus, item.plus + 1, (item.plus + 1) * max(item.plus, 1)).used
        yield (
            f"A college or a character skilled in it makes 1 of level +{item.plus + 1} "
            f"of {used} of this level."
        )
    if per_level:
        yield f"Each enchantment level gives {', '.join(dict.fromkeys(per_level))}."
    if item.plus and convertible(content, item):
        yield f"A college can make it unique, with up to {item.plus} bestowed enchantments."
    if not item.unique:
        names = [
            each.name
            for each in content.enchantments.values()
            if not each.fits or any(kind in each.fits for kind in of)
        ]
        if names and convertible(content, Item(item.key)):
            yield f"Once it is unique it can bear: {', '.join(names)}."


def bestowed_on(content: Content, item: Item, unique: Unique) -> Iterator[tuple[str, str]]:
    """The enchantments of a unique item, each with what it does."""
    for key in unique.bestowed:
        found = granted(content, item._replace(plus=0), unique.replace(bestowed=(key,)))
        said = effects(modifier(g.bonus, g.source, g.rule, g.times) for g in found)
        yield content.enchantments[key].name, "; ".join(map(spelt, said)) or "no bonus"
