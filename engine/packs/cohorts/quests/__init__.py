"""Quests of stacks and adventures of characters: what they ask, what they give, how they are done.

Which there are the module says (`content.quests`). It stands on almost everything, as a quest may
need and give anything.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.quests import adventures, questing, rewards

CHAPTER: Final = Chapter(
    events=(
        adventures.AdventureDone,
        questing.QuestBegun,
        questing.QuestDone,
        questing.QuestFailed,
        rewards.RewardGained,
    ),
    orders=(
        questing.PerformQuest,
        adventures.PerformAdventure,
        adventures.PerformRitual,
    ),
)
