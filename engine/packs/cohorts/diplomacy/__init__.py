"""Diplomacy of Cohorts: votes about other factions, majorities, and the results.

What may be done against whom is here too (`hostility`), so it stands below all that attacks; it
stands on `trade`, which ends where war begins.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.diplomacy import decisions, orders, parting, votes, wars

CHAPTER: Final = Chapter(
    records=(
        votes.Vote,
        votes.Counter,
        wars.War,
    ),
    events=(
        orders.VoteCast,
        orders.VoteRescinded,
        decisions.CounterAdvanced,
        decisions.RelationChanged,
        parting.FriendParted,
    ),
    orders=(
        orders.DeclareWar,
        orders.SueForPeace,
        orders.DeclareAlliance,
        orders.BreakAlliance,
        orders.RescindVotes,
    ),
)
