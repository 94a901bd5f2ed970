"""Diplomacy of Cohorts: votes about other factions, majorities, and what comes of them.

What may be done against whom is here too (`hostility`), so it stands below all that attacks; it
stands on `trade`, which ends where war begins.
"""
