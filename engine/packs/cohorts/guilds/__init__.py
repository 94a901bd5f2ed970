"""Guilds of Cohorts: founding and raising them, and everything that they do."""
