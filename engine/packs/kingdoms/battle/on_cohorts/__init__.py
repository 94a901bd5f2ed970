"""Battles in lines in the world of Cohorts: its military units fight as armies.

The one part of the pack that reads the base game's pieces. Source:
kingdoms.mapping.battle-for-base-units.
"""
