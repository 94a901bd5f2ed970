"""What only characters have, on their card: attributes, skills, spells, covert work, titles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cards.card import Box, Row
from bot.faces.choices.asking import planning
from bot.faces.cohorts.fighter.combat_spells import combat_spell_rows
from bot.faces.cohorts.fighter.missions import covert_rows
from bot.faces.cohorts.fighter.ratings import attributes
from bot.faces.cohorts.fighter.spells import spell_rows_of
from bot.faces.cohorts.rows import brief_row, figure_rows, goods_of, shares_of
from bot.faces.words.figures import figure
from bot.faces.words.text import number
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import Item
from engine.packs.cohorts.covert.bodyguards import guards_of
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.worth import bonuses
from engine.packs.cohorts.worth.levels import heroic_level
from engine.packs.cohorts.worth.mana import capacity, monthly
from engine.packs.cohorts.worth.skills import bare, kind_of, most
from engine.world import World

_DRAWN: Final = 9


def skill_boxes(view: World, content: Content, character: Character) -> Iterator[Box]:
    """The skills that a character has, then those it trains and those that it could learn."""
    learned: list[tuple[int, Row]] = []
    ready: dict[str, list[str]] = {"trained": [], "untrained": []}
    for key, skill in content.skills.items():
        kind, level = kind_of(content, character, key), bare(content, character, key)
        cap = most(kind, character.level)
        effective = bonuses.skill_level(view, content, character, key)
        if not effective:
            ready.setdefault(kind, []).append(f"{skill.name} (to {cap})")
            continue
        add = 0 if kind == "built-in" else max(0, cap - level)
        told = f"bare {level} of {cap}, heroic {heroic_level(effective)}"
        told += f", points can add {add}" if add else ""
        if level:
            found = bonuses.skill(view, content, character, key)
            told += f": {shares_of(figure(skill.name, found, 'Bare', effective))}"
        learned.append((-effective, Row(skill.name, str(effective), kind, told=told)))
    points = character.skill_points
    note = f"{number(points, 'point')} to spend" if points else ""
    rows = tuple(row for _, row in sorted(learned, key=lambda each: each[0]))
    none = (Row("None learned yet", tone="faint"),)
    yield Box("Skills", rows or none, note, wide=True, columns=3, tab="Skills", most=_DRAWN)
    rows = tuple(
        Row(title, text=", ".join(ready[kind]))
        for kind, title in (("trained", "Trained"), ("untrained", "Untrained"))
        if ready[kind]
    )
    if rows:
        yield Box("Not learned yet", rows, tab="Skills", drawn=False)


def mana_row(view: World, content: Content, hero: Character) -> Iterator[Row]:
    """Its mana, if it has or can have any."""
    most = capacity(view, content, hero)
    if most or hero.mana:
        month = f"The month brings up to {monthly(view, content, hero)}"
        full = hero.mana / max(most, 1)
        yield Row("Mana", f"{hero.mana} of {most}", share=full, tone="mana", told=month)


def attribute_box(view: World, content: Content, hero: Character) -> Box:
    """The effective attributes, which are what counts."""
    points = hero.attribute_points
    note = f"{number(points, 'point')} to spend" if points else ""
    rows = tuple(figure_rows(attributes(view, content, hero)))
    return Box("Attributes", rows, note, tab="Attributes")


def skill_and_spell_boxes(rules: Rules, view: World, hero: Character) -> Iterator[Box]:
    """Its skills, spells, combat spells and covert work, as far as it has any."""
    content = rules.module.content(Content)
    yield from skill_boxes(view, content, hero)
    if spells := tuple(spell_rows_of(view, content, hero)):
        yield Box("Spells", spells, wide=True, columns=2, tab="Spells", most=6)
    if combat := tuple(combat_spell_rows(view, content, hero)):
        note = f"{hero.mana} mana to put in"
        yield Box("Combat spells", combat, note, tab="Combat spells", drawn=False)
    if work := tuple(covert_rows(planning(rules, view, hero.player), hero)):
        yield Box("Covert work", work, tab="Covert work", drawn=False)


def action_row(hero: Character) -> Row:
    """Whether it can act, and what it has to spend."""
    points = hero.action_points
    extra = f"and {number(points, 'action point')}" if points else ""
    spare = ((hero.skill_points, "skill point"), (hero.attribute_points, "attribute point"))
    told = " and ".join(number(points, what) for points, what in spare if points)
    act = "dead" if hero.dead else "has an action left" if hero.actions else "has acted"
    return Row("Action", act, extra, told=f"{told} to spend" if told else "")


def brief_rows(view: World, content: Content, hero: Character) -> Iterator[Row]:
    """Who guards whom, what works on it, and its titles."""
    client = view.find(Character, hero.guarding)
    yield from brief_row("Bodyguard of", [client.name] if client else [])
    yield from brief_row("Guarded by", (each.name for each in guards_of(view, hero)))
    yield from brief_row("Potions until the month ends", _draughts(view, content, hero))
    titles = (content.titles.get(key) for key in hero.titles)
    yield from brief_row("Titles", (each.name for each in titles if each))


def _draughts(view: World, content: Content, hero: Character) -> Iterator[str]:
    for key, quality in hero.draughts.items():
        yield item_name(content, view, str(Item(key, quality=quality)))


def recipe_and_store_boxes(view: World, content: Content, hero: Character) -> Iterator[Box]:
    """What it carries, what works on it, its titles, and what it knows to make."""
    if items := goods_of(content, view, hero.place):
        rows = tuple(Row(name, f"{count:,}") for name, count in items)
        yield Box("Carried", rows, tab="Gear", drawn=False)
    known = (content.titles.get(key) for key in hero.titles)
    tab = "Titles and recipes"
    if titles := tuple(Row(each.name, text=each.text) for each in known if each):
        yield Box("Titles", titles, tab=tab, drawn=False)
    if hero.recipes:
        rows = tuple(Row(item_name(content, view, key)) for key in hero.recipes)
        yield Box("Knows how to make", rows, tab=tab, drawn=False)
    if draughts := tuple(Row(name) for name in _draughts(view, content, hero)):
        yield Box("Potions at work", draughts, "until the month ends", drawn=False)
