"""How a campaign of Cohorts begins, and how players take their seats.

It stands on `mapgen` and `production`; nothing of the game itself stands on it.
"""
