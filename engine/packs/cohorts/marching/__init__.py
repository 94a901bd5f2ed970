"""Stacks on the march and whom they meet: moves, encounters, guard towers, garrisons, conquest.

What a step costs and which way is shortest stands below, in `movement`; orders that fall upon
somebody without a move stand above, in `military`.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.marching import (
    conquest,
    encounters,
    garrisons,
    guard_towers,
    hearing,
    march,
    moving,
)

CHAPTER: Final = Chapter(
    events=(
        march.StackMoved,
        march.MoveEnded,
        encounters.WouldMeet,
        encounters.StacksMet,
        guard_towers.TowerFired,
        hearing.BattleHeard,
        conquest.CityConquered,
        garrisons.GarrisonStayed,
        garrisons.StackSheltered,
    ),
    orders=(moving.Move, moving.MoveAlong),
)
