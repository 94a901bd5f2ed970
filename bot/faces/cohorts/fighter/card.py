"""A character or military unit as one card, as far as a faction knows it."""

from __future__ import annotations

from typing import Final

from bot import faces
from bot.faces.cards.card import PanelCard, Row, known_rows
from bot.faces.cohorts.fighter.likeness import likeness_of
from bot.faces.cohorts.fighter.own import own_card
from bot.faces.cohorts.fighter.readings import STALE, own_readings, readings
from bot.faces.cohorts.whereabouts import Whereabouts, seen_outside, whereabouts
from bot.faces.words.known import as_known, text_of
from bot.faces.words.text import word
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.world import World

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
    what = f"{race} {_calling(content, piece)}".strip() or piece.kind
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


def _calling(content: Content, piece: Character | Unit) -> str:
    """What it is by trade: a class, or a kind of unit."""
    if isinstance(piece, Character):
        job = piece.job if piece.knows("job") else ""
        known = content.classes.get(job)
        return known.name.lower() if known else job
    type = piece.type if piece.knows("type") else ""
    made = content.artillery.get(type) or content.ships.get(type)
    return made.name.lower() if made else word(type).replace("-", " ")


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
