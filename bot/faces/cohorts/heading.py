"""The title bar of a card of something that somebody has."""

from __future__ import annotations

from bot.faces.cohorts.whereabouts import Whereabouts
from bot.faces.paint.card import Heading
from bot.faces.paint.palette import FactionLook
from bot.faces.paint.shapes import emblem


def heading(title: str, subtitle: str, where: Whereabouts) -> Heading:
    """The title bar, with the shield of whose it is."""
    owner = where.owner
    shown = (
        FactionLook(owner.key, owner.name, owner.colour, emblem(owner.emblem)) if owner else None
    )
    return Heading(title, subtitle, where.turn, shown, where.own)
