"""How an item is made: what it takes, who knows how, and which own cities could make it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.faces.cards.card import Box, Row, known_rows
from bot.faces.cohorts.city.making import possible
from bot.faces.cohorts.spelling import spelt
from bot.faces.words.figures import effects
from bot.faces.words.text import number
from engine.packs.cohorts.content import Content, Potion
from engine.packs.cohorts.content.item_keys import Item
from engine.packs.cohorts.content.items import Made
from engine.packs.cohorts.content.land import Needs
from engine.packs.cohorts.pieces.ownership import of_faction
from engine.packs.cohorts.pieces.records import Character, City
from engine.packs.cohorts.things.enchantments import (
    convertible,
    enchantable,
    enchanted,
    granted,
    kinds,
)
from engine.packs.cohorts.things.secrets import knows_how
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.worth.bonuses import modifier
from engine.world import World

_MOST: Final = 8
"""Rows of a box that the picture shows."""


def box_of(title: str, tab: str, rows: Iterable[Row], note: str = "") -> Box:
    """A box of the sheet of an item; the picture shows its first rows."""
    return Box(title, tuple(rows), note, wide=True, tab=tab, most=_MOST)


def making_boxes(
    view: World, content: Content, faction: int, thing: Made | Potion
) -> Iterator[Box]:
    """What it takes, who knows how, and which own cities could make it, the most first."""
    cities = [
        (*possible(view, content, city, thing), city)
        for city in view.all(City)
        if city.knows("population") and of_faction(view, city, faction)
    ]
    cities.sort(key=lambda each: (-each[1], each[2].name))
    rows = list(known_rows(_made(content, thing)))
    if thing.item_level:
        knowing = [city.name for _, _, city in cities if knows_how(city, thing)]
        knowing += (
            each.name
            for each in view.all(Character)
            if each.knows("recipes") and thing.key in each.recipes
        )
        known = f"known to {', '.join(knowing) or 'nobody of yours'}"
        rows.append(Row(f"Secret of level {thing.item_level}", text=known))
    yield box_of("Making", "Making", rows)
    if cities:
        yield box_of("Your cities", "Making", [
            Row(city.name, text=refusal.says) if refusal
            else Row(city.name, f"{most:,}", "with one action")
            for refusal, most, city in cities
        ])  # fmt: skip


def _made(content: Content, thing: Made | Potion) -> Iterator[tuple[str, str]]:
    if isinstance(thing, Potion):
        brewers = [g.name.lower() for g in content.guilds.values() if thing.keyword in g.brews]
        yield "Brewed by", " or ".join(brewers) or "characters alone"
        needs = (
            f"{count} {content.resources[key].name}" for key, count in thing.ingredients.items()
        )
        yield "Takes", ", ".join(needs)
        if thing.least_quality > 1:
            yield "At least of quality", content.brewing.name_of(thing.least_quality)
        return
    works = content.improvements[thing.made_in].name
    yield "Made in", f"{works} of level {thing.level}"
    if thing.needs:
        yield "Takes", _needs(content, thing.needs)
    makes = "makes" if thing.cost == 1 else "make"
    each = f"{number(thing.cost, 'point')} {makes} {thing.yields}"
    yield "Ratio", f"{thing.cost}:{thing.yields} ({each})"
    if thing.guild:
        guild = content.guilds[thing.guild.kind].name.lower()
        yield "Guild", f"{guild} of level {thing.guild.level}"
    if thing.race:
        yield "People", f"{content.races[thing.race].plural} must live there"


def _needs(content: Content, needs: Needs) -> str:
    """Every need with its alternatives: "Iron or Mithril, any herd"."""
    names = {key: each.name for key, each in content.resources.items()}
    return ", ".join(" or ".join(names.get(each, each) for each in need) for need in needs)


# ---------------------------------------------------------------- enchanting


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
