"""How fast somebody goes alone, in each way of moving, and what makes it so."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.words.figures import Figure, figure
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.land import MODES
from engine.packs.cohorts.movement.rates import by_itself
from engine.packs.cohorts.pieces.records import Piece
from engine.world import World


def travel(view: World, content: Content, piece: Piece) -> tuple[Figure, ...]:
    """The rate of a piece in each mode in which it goes by itself."""
    return tuple(_rates(view, content, piece))


def _rates(view: World, content: Content, piece: Piece) -> Iterator[Figure]:
    for mode in MODES:
        mover = by_itself(view, content, piece, mode)
        if mover:
            slower = (("Overburden", f"−{mover.penalty}%"),) if mover.penalty else ()
            yield figure(f"By {mode}", mover.normal, "Base", mover.rate, slower)
