"""Agents: how they enter service, what they do with their action, and how they end.

Guilds summon and hunt them (`of_guilds`); it stands on `guilds` and `characters`.
"""
