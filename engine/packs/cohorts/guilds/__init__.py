"""Guilds of Cohorts: founding and raising them, and everything that they do.

The merchants' markets and offers are here, the books of trade in `trade`. It stands on `magic` and
`cities`; which guilds a city has is in `pieces.guilds`.
"""
