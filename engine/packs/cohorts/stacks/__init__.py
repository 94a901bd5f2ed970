"""Stacks of Cohorts: putting them into play, what is in them, and their one action a week.

What befalls their pieces is here too: harm, captivity, drowning with a ship, leaving a player. It
stands on `movement` and `trade`.
"""
