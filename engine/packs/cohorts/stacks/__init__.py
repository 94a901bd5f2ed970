"""Stacks of Cohorts: putting them into play, what is in them, and their one action a week."""
