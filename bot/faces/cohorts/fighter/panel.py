"""`/show character` and `/show unit`, with a map of where each own spell reaches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot import faces
from bot.faces.cards.card import PanelCard, Row, known_rows, made_of
from bot.faces.cohorts.choosing import about_a
from bot.faces.cohorts.fighter.likeness import likeness_of
from bot.faces.cohorts.fighter.own import own_card
from bot.faces.cohorts.fighter.spell_reach import may_cast, reach_words, spell_reach
from bot.faces.cohorts.fighter.spells import castable
from bot.faces.cohorts.members import calling_of
from bot.faces.cohorts.whereabouts import Whereabouts, seen_outside, whereabouts
from bot.faces.panels import Further, Look, Panel, PanelMade, Sight
from bot.faces.words.figures import amount
from bot.faces.words.known import as_known, text_of
from bot.faces.words.text import listed, word
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.memories import Insight
from engine.packs.cohorts.knowledge.spied import insights
from engine.packs.cohorts.pieces.records import Character, Map, Unit
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


UNKNOWN: Final = "Its level, strength, gear and plans are hidden from you."
HELD: Final = "How it fares in the hands of others is hidden from you."


def card_of(rules: Rules, view: World, faction: int, piece: Character | Unit) -> PanelCard:
    """The sheet of a character or unit as far as a faction knows it."""
    content, where = rules.module.content(Content), whereabouts(view, faction, piece)
    known = content.races.get(text_of(piece, "race"))
    race = known.name if known else text_of(piece, "race")
    own = (
        as_known(lambda: own_card(rules, view, where, piece), None)
        if piece.knows("level")
        else None
    )
    what = f"{race} {calling_of(rules.module, piece)}".strip() or piece.kind
    head, boxes = own or (_of_others(rules, view, where, piece, what), ())
    return PanelCard(
        piece.kind,
        text_of(piece, "name") or piece.kind,
        what,
        where.turn,
        where.owner.id if where.owner else 0,
        likeness=likeness_of(content, piece, where.owner.colour if where.owner else 0),
        head=head,
        boxes=boxes,
        own=where.own,
    )


def _of_others(
    rules: Rules, view: World, where: Whereabouts, piece: Character | Unit, what: str
) -> tuple[Row, ...]:
    """What is plain to see, what was read of it, and how far one can rely on that."""
    soldiers = piece.soldiers if isinstance(piece, Unit) and piece.knows("soldiers") else 0
    told = ("Soldiers", f"{soldiers:,}" if soldiers else "")
    lines, combat = seen_outside(what, where, told), faces.of(rules).combat
    read = readings(rules, view, piece)
    if read:
        lines += read
    elif piece.knows("level"):
        lines += own_readings(rules.module.content(Content), view, piece)
    elif combat:
        lines += combat.seen(rules, view, piece)
    caveat = HELD if where.own else STALE if read else UNKNOWN
    more = "Spells and agents may find out more"
    return (*known_rows(lines), Row(caveat, tone="faint", told=more))


_HINTS: Final = {
    "Attributes": "Orders: /spend attribute-points",
    "Skills": "Orders: /spend skill-points",
    "Spells": "Orders: /character cast; mana that is added makes a spell stronger",
    "Combat spells": "Orders: /set combat-spell",
    "Covert work": "Orders: /covert",
    "Ratings": "/rules explains how they are used",
    "Gear": "/show item tells more of each",
}


def _character(look: Look, about: str) -> PanelMade:
    return _fighter(look, look.view.get(Character, int(about)))


def _unit(look: Look, about: str) -> PanelMade:
    return _fighter(look, look.view.get(Unit, int(about)))


def _fighter(look: Look, piece: Character | Unit) -> PanelMade:
    view, content = look.view, look.rules.module.content(Content)
    card = card_of(look.rules, view, look.faction, piece)
    spells: dict[str, str] = {}
    if card.boxes and isinstance(piece, Character) and may_cast(piece):
        spells = castable(view, content, piece)
    further = [
        Further(f"Range of {name}", spell_map, (piece.id, key)) for key, name in spells.items()
    ]
    hint = "Orders: /transfer character, /set slot, /set talents" if card.boxes else ""
    return made_of(card, view, hint, f"{piece.kind}:{piece.id}", _HINTS, further)


def spell_map(look: Look, id: int, spell: str) -> Sight:
    """The map around an own character, with the reach of a spell it knows and whom it meets."""
    from bot.faces.cohorts.map.chart import chart_of
    from bot.faces.cohorts.map.strides import frame, spans
    from bot.faces.map.chart import Focus
    from bot.faces.map.picture import draw_map

    view = look.view
    facts = spell_reach(look.rules, view, view.get(Character, id), spell)
    centre = view.get(Map, 1).grid.at(facts.province - 1)
    made, steps = spans(view, facts.price, facts.most)
    chart = replace(
        chart_of(look.rules, view, look.faction, realm=centre.realm),
        strides=tuple(made),
        steps=steps,
        steps_are="Takes",
        title=f"{facts.spell} by {facts.caster}",
        subtitle=f"{facts.most} mana to add",
    )
    part = frame(view, centre, made)
    focus = Focus("window", (centre.x, centre.y), frame=part, legend="factions")
    return Sight(draw_map(chart, focus), reach_words(facts))


CHARACTER: Final = Panel(
    name="character",
    help="A character: attributes, skills, spells, what it can do",
    make=_character,
    about=about_a(Character, "Which character that you know of"),
)
UNIT: Final = Panel(
    name="unit",
    help="A military unit: soldiers, ratings, talents, gear",
    make=_unit,
    about=about_a(Unit, "Which unit that you know of"),
)
