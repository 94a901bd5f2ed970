"""The life of a campaign on the host: made, opened, joined, run by its calendar, ended.

Use cases of moderators and newcomers, each one unit of work on the store; commands call them.
"""
