"""Movement of Cohorts: rates and burdens, what steps cost, barriers, routes, and who drowns.

It stands on `knowledge`, as routes are planned by what is known. The moves themselves, and whom
they meet, are in `marching`.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.movement import barriers, drowning

CHAPTER: Final = Chapter(
    events=(
        drowning.Drowned,
        barriers.BarrierBroken,
    ),
)
