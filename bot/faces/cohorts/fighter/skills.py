"""The skills of a character: of which kind each is, how far it goes, and what raises it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cards.card import Box, Row
from bot.faces.cohorts.rows import shares_of
from bot.faces.words.figures import figure
from bot.faces.words.text import number
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.worth import bonuses
from engine.packs.cohorts.worth.levels import heroic_level
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
