"""The campaign as a whole: points, how it ends, who is out, and who follows the dead.

It stands on everything else. Source: cohorts.campaign.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.campaign import elimination, leading, tidings, winning

CHAPTER: Final = Chapter(
    records=(winning.Dominion,),
    events=(
        elimination.PlayerOut,
        elimination.FactionOut,
        leading.LeaderCame,
        winning.DominionHeld,
        winning.DominionLost,
        *tidings.EVENTS,
    ),
)
