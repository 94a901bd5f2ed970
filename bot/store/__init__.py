"""The store: campaigns, drafts, submissions, worlds, events and the outbox, one file per guild.

The event loop uses `Stores` and `GuildStore`; the worker that resolves a tick uses `resolving`
and `world`. It knows no rule and no Discord: what it keeps for them it does not look into.
"""
