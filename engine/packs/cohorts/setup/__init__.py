"""How a campaign of Cohorts begins, and how players take their seats.

It stands on `mapgen` and `production`; nothing of the game itself stands on it.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.setup import joining, renaming

CHAPTER: Final = Chapter(
    events=(
        joining.PlayerJoined,
        joining.PlayerLeft,
        renaming.Renamed,
    ),
    orders=(
        joining.Join,
        joining.Leave,
        joining.Succeed,
        renaming.Rename,
    ),
)
