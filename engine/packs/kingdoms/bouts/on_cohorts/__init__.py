"""Encounters in the world of Cohorts: its characters fight each other by plan.

The one part of the pack that reads the base game's pieces. Source:
kingdoms.mapping.abilities-for-base-characters.
"""
