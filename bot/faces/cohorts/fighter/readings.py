"""What a faction was told of somebody of others from within, and when: by spells, spies, battles.

It may have changed since; what is plain of him now stands in the panel itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.warlords.card import war_bearing
from bot.faces.words.figures import amount
from bot.faces.words.text import listed, word
from engine.battle import BATTLE
from engine.facts import NotKnown
from engine.packs import Rules
from engine.packs.cohorts.battle.guess import recalled
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.memories import Insight
from engine.packs.cohorts.knowledge.spied import insights
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.warlords.system import WarlordsBattles
from engine.world import World

Line = tuple[str, str]
"""A title and words."""
STALE: Final = "It may have changed since it was read."
_PLAIN: Final = ("Fights as", "Strength", "Hits", "Medals")
"""Figures of a card that say enough by their value."""


def readings(rules: Rules, view: World, piece: Character | Unit) -> tuple[tuple[str, str], ...]:
    """What was last read of a piece, as titles and words; nothing if it never was."""
    read = insights(view).get(piece.place)
    if read is None:
        return ()
    lines = [("Read", f"in turn {read.turn}"), *_told(rules, view, read)]
    if isinstance(rules.contests.get(BATTLE), WarlordsBattles):
        lines += _card(rules, view, piece)
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
    if read.level and not (read.ext and read.ext.counts_as()):  # a card says more than its level
        yield "Level", str(read.level) + (f", {read.xp:,} XP" if read.xp else "")
    if read.skills:
        yield "Skills", listed(f"{word(key)} {level}" for key, level in read.skills.items())
    if read.equipment:
        yield "Wears", listed(item_name(content, view, item) for item in read.equipment.values())
    if read.wounds:
        yield "Wounds", f"{amount(read.wounds)}%"
    if read.captor:
        yield "State", "a prisoner"


def _card(rules: Rules, view: World, piece: Character | Unit) -> Iterator[tuple[str, str]]:
    """How it fights by Warlords, if all was read that this takes."""
    there = (*view.by(Character, "holder", piece.holder), *view.by(Unit, "holder", piece.holder))
    filled = recalled(view, there)
    known = filled.get(type(piece), piece.id)
    try:
        fight = war_bearing(rules, filled, known)
        slot = known.slot
    except NotKnown:
        return
    yield "Fights as", next(each.value for each in fight.ratings)
    plain = [f"{each.name.lower()} {each.value}" for each in fight.ratings if each.name in _PLAIN]
    rest = [
        f"{each.name.lower()} {each.value}" for each in fight.ratings if each.name not in _PLAIN
    ]
    yield "Card", ", ".join((*plain[1:], *rest))
    yield "Place in line", f"battle slot {slot}" if slot else "behind the line, it does not fight"
    yield "State", ", ".join(each.name for each in fight.state)
    yield "Relics", ", ".join(f"{each.name} ({', '.join(each.gives)})" for each in fight.relics)
