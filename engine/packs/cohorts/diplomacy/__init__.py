"""Diplomacy of Cohorts: votes about other factions, majorities, and what comes of them."""
