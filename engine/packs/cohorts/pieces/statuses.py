"""A lasting state of a character or unit, as its module describes it.

Rules that a status hinders ask here which ones a piece has, and read off what they forbid. How they
come, go and kill stands in `harm`, what they do at productions in `production.statuses`, and battle
statuses in `battle`. Sources: cohorts.status.persistent, cohorts.status.supernatural.
"""

from __future__ import annotations

from engine.packs.cohorts.content import Content, LastingStatus, Nature
from engine.packs.cohorts.pieces.records import Character, Piece, Unit


def borne(content: Content, piece: Piece) -> list[LastingStatus]:
    """The lasting statuses on a piece by key; an agent has none.

    A view that does not know them raises NotKnown. Marks such as that of a lost soul, and statuses
    that belong to battles, are not among them.
    """
    if not isinstance(piece, Character | Unit):
        return []
    table = content.statuses
    return [table[key] for key in piece.statuses if key in table]


def exposing(content: Content, piece: Character) -> str:
    """The lasting status that keeps a character from all covert missions; empty for none.

    Source: cohorts.battle-status.burning.
    """
    table = content.battle_statuses
    found = (table[key] for key in piece.statuses if key in table)
    return next((status.name for status in found if not status.covert), "")


def nature_of(content: Content, piece: Piece) -> Nature | None:
    """The supernatural status of a piece, None for an ordinary one."""
    return content.natures.get(piece.nature) if isinstance(piece, Character | Unit) else None
