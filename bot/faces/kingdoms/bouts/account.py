"""The full account of an encounter: both who met, and round by round each chance and draw.

Source: kingdoms.turn.reports.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.battle.account import Account, AccountChapter
from bot.faces.kingdoms.bouts.plans import plan_told
from bot.faces.kingdoms.bouts.rounds import MEETING, called, round_name
from bot.faces.kingdoms.bouts.telling import RANGES, EncounterTeller
from bot.faces.kingdoms.terms import Terms
from bot.faces.words.names import Names
from bot.faces.words.text import listed
from engine.battle import BattleRecord, Engagement
from engine.packs.kingdoms.bouts.contest import fighters
from engine.packs.kingdoms.bouts.fighters import EncounterFighter
from engine.packs.kingdoms.bouts.happenings import RoundBegan
from engine.packs.kingdoms.pieces.abilities import ABILITIES, NAMES


def account(record: BattleRecord, names: Names, title: str) -> Account:
    """The account of a record."""
    chapters = tuple(chapters_of(record.engagements[-1], names, Terms(names.module)))
    return Account(title, chapters)


def chapters_of(fight: Engagement, names: Names, terms: Terms) -> Iterator[AccountChapter]:
    """The chapters of one encounter, from who met to how it ended."""
    both = fighters(fight)
    one, other = (names.show(name) for name in called(both, terms))
    teller = EncounterTeller((one, other), terms)
    came = [f"{name}: {_came(each, terms)}" for name, each in zip((one, other), both, strict=True)]
    yield AccountChapter("Who met", tuple(came))
    chapter, lines, before = MEETING, list[str](), ""
    for event in fight.events:
        if isinstance(event, RoundBegan):
            yield AccountChapter(chapter, tuple(lines))
            chapter, lines = round_name(event), [_at(event.at)]
            if event.free:
                lines.append(f"{teller.by(event.free)} had a free round.")
        told = teller.tell(event, before)
        if told:
            before = told.what
            lines.append(told.line)
    yield AccountChapter(chapter, tuple(lines))


def _at(reach: str) -> str:
    return "In melee." if reach == "melee" else f"At {RANGES[reach]}."


def _came(one: EncounterFighter, terms: Terms) -> str:
    """A fighter as it came: hit points, temper, abilities, what it carried, its plan."""
    parts = [f"{one.hits} of {one.full} hit points", one.temper]
    levels = [(NAMES[each], one.level(each)) for each in ABILITIES]
    parts += [f"{name} {level}" for name, level in levels if level]
    if one.carried:
        parts.append(f"with {listed([terms.item(each) for each in one.carried])}")
    return f"{', '.join(parts)}; plan: {plan_told(one.plan, terms)}."
