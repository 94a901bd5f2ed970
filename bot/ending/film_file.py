"""The film of an ended campaign as a file for its host: large, slow, and as long as it comes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from bot.faces.film import cutting
from bot.jobs.reel import bind_film, draw_part, make_reel

if TYPE_CHECKING:
    from bot.faces.film.packing import Strip


def write_film(
    path: Path,
    campaign: int,
    target: Path,
    *,
    faction: int = 0,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> int:
    """Draw every turn at full size into the target file; gives how many bytes it has.

    `told` hears how many parts are done, of how many. Raises NotFound as
    `bot.jobs.reel.make_reel`, and OSError if the file cannot be written.
    """
    reel = make_reel(path, campaign, faction, every=True)
    cut, firsts = cutting.full_cut(), cutting.parts(reel)
    strips: list[Strip] = []
    for done, first in enumerate(firsts):
        told(done, len(firsts))
        strips.append(draw_part(reel, cut, first))
    told(len(firsts), len(firsts))
    made = bind_film(reel, tuple(strips)).png
    target.write_bytes(made)
    return len(made)
