"""What a faction was told of foreign pieces by spying, and when: by spells, spies, battles.

It may have changed since; what is plain to see now stands in the panel itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot import faces
from bot.faces.words.figures import amount
from bot.faces.words.text import listed, word
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.memories import Insight
from engine.packs.cohorts.knowledge.spied import insights
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.things.item_names import item_name
from engine.world import World

Line = tuple[str, str]
"""A title and words."""
STALE: Final = "It may have changed since it was read."


def readings(rules: Rules, view: World, piece: Character | Unit) -> tuple[tuple[str, str], ...]:
    """What was last read of a piece, as titles and words; nothing if it never was."""
    read = insights(view).get(piece.place)
    if read is None:
        return ()
    lines = [("Read", f"in turn {read.turn}"), *_told(rules, view, read)]
    if combat := faces.of(rules).combat:
        lines += combat.read(rules, view, piece)
    return tuple((title, text) for title, text in lines if text)


def own_readings(content: Content, view: World, piece: Character | Unit) -> Iterator[Line]:
    """What is known of an own piece of which others have the rest, as titles and words."""
    yield "Level", str(piece.level)
    if isinstance(piece, Character) and piece.knows("skills") and piece.skills:
        yield "Skills", listed(f"{word(key)} {level}" for key, level in piece.skills.items())
    if piece.knows("equipment") and piece.equipment:
        yield "Wears", listed(item_name(content, view, item) for item in piece.equipment.values())
    if piece.knows("wounds") and piece.wounds:
        yield "Wounds", f"{amount(piece.wounds)}%"
    if piece.knows("captor") and piece.captor:
        yield "State", "a prisoner"


def _told(rules: Rules, view: World, read: Insight) -> Iterator[tuple[str, str]]:
    content = rules.module.content(Content)
    carded = read.ext and read.ext.counts_as(read.wounds or 0)
    if read.level and not carded:  # a card says more than its level
        yield "Level", str(read.level) + (f", {read.xp:,} experience" if read.xp else "")
    if read.skills:
        yield "Skills", listed(f"{word(key)} {level}" for key, level in read.skills.items())
    if read.equipment:
        yield "Wears", listed(item_name(content, view, item) for item in read.equipment.values())
    if read.wounds:
        yield "Wounds", f"{amount(read.wounds)}%"
    if read.captor:
        yield "State", "a prisoner"
