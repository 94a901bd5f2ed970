"""Who is in a city, as far as is known."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.cards.card import Row
from bot.faces.cohorts.looks import PERSON, UNIT
from bot.faces.cohorts.stack.facts import HELD, held_as
from bot.faces.words.text import number, percent, word
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.records import Character, City, Unit
from engine.world import World


def garrison(view: World, city: City) -> str:
    """Who is known to be in the city, in a few words; empty if nobody is."""
    pieces = list(pieces_in(view, city.place))
    kinds = [held_as(each) or each.kind for each in pieces]
    counts = {kind: kinds.count(kind) for kind in ("unit", "character", "agent")}
    parts = [number(count, kind) for kind, count in counts.items() if count]
    soldiers = sum(
        each.soldiers
        for each in pieces
        if isinstance(each, Unit) and not held_as(each) and each.knows("soldiers")
    )
    if soldiers:
        parts.insert(1, f"{soldiers:,} soldiers")
    parts += [number(kinds.count(each), each, HELD[each]) for each in HELD if each in kinds]
    return ", ".join(parts)


def residents(view: World, city: City) -> Iterator[Row]:
    """Each of them, with what is known of it."""
    for piece in pieces_in(view, city.place):
        calling = ""
        if isinstance(piece, Character):
            calling = piece.job if piece.knows("job") else ""
        elif piece.knows("type"):
            calling = getattr(piece, "type")  # noqa: B009 - units and agents alone have one
        race = piece.race if piece.knows("race") else ""
        parts = [word(f"{race} {calling}").strip()]
        if isinstance(piece, Unit) and piece.knows("soldiers") and piece.soldiers:
            parts.append(number(piece.soldiers, "man", "men"))
        if piece.knows("level") and (level := getattr(piece, "level")):  # noqa: B009
            parts.append(f"level {level}")
        if isinstance(piece, Character | Unit):
            parts += _ails(piece)
        said = ", ".join(filter(None, parts)) or piece.kind
        icon = UNIT if isinstance(piece, Unit) else PERSON
        yield Row(piece.name if piece.knows("name") else piece.kind, said, icon=icon)


def _ails(piece: Character | Unit) -> Iterator[str]:
    if isinstance(piece, Character) and piece.knows("dead") and piece.dead:
        yield "dead"
    if piece.knows("captor") and piece.captor:
        yield "prisoner"
    elif isinstance(piece, Unit) and piece.knows("morale") and piece.morale < 100:
        yield f"morale {percent(piece.morale)}"
    if piece.knows("wounds") and piece.wounds:
        yield f"wounds {percent(piece.wounds)}"
