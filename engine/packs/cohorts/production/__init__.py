"""Production of Cohorts: what the world does by itself when a turn or month ends.

It stands on `guilds` and `cities`, which grow then; what an order sends along then is here too.
"""
