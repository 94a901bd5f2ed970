"""The film of an ended campaign, made by one short job after the other.

No job holds a worker for long, so maps are drawn and turns resolve meanwhile, and the person
waiting sees progress.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.faces.film import cutting
from bot.faces.film.cutting import Cut
from bot.faces.film.reel import Reel
from bot.faces.paint.picture import Picture
from bot.jobs.reel import bind_film, draw_part, make_reel
from bot.workers import Workers

if TYPE_CHECKING:
    from bot.faces.film.packing import Strip

LONG: Final = 180.0
"""Seconds that one job which looks through a whole campaign may take."""

Progress = Callable[[int, int], Awaitable[None]]
"""Told how many parts are done, of how many."""


async def film(
    workers: Workers,
    path: Path,
    campaign: int,
    faction: int = 0,
    progress: Progress | None = None,
) -> Picture:
    """The film, no larger than Discord takes: what was, or what a faction knew of it.

    Raises NotFound as `bot.jobs.reel.make_reel`, and what is raised by a lost worker.
    """
    reel = await workers.run(make_reel, path, campaign, faction, limit=LONG, long=True)
    cut: Cut | None = cutting.cut_of(reel)
    best: Picture | None = None
    while cut is not None:
        made = await _drawn(workers, reel, cut, progress)
        if isinstance(made, Picture):
            best = made
            if len(made.png) <= cutting.LARGEST:
                break
        size = len(made.png) if isinstance(made, Picture) else made
        cut = cutting.narrower(cut, size)
    assert best, "the smallest is always drawn to its end"
    return best


async def _drawn(
    workers: Workers, reel: Reel, cut: Cut, progress: Progress | None
) -> Picture | int:
    """The film in one size, or how many bytes it would have had if that is plainly too many."""
    strips: list[Strip] = []
    firsts = cutting.parts(reel)
    for done, first in enumerate(firsts):
        if progress:
            await progress(done, len(firsts))
        strips.append(await workers.run(draw_part, reel, cut, first, limit=LONG, long=True))
        size = cutting.foreseen(sum(len(each.blocks) for each in strips), done + 1, len(firsts))
        if size and cutting.narrower(cut, size):
            return size
    return await workers.run(bind_film, reel, tuple(strips), limit=LONG)
