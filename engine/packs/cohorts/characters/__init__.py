"""Characters: what they do with their actions, and what comes of it.

It stands on `guilds` and `magic`, whose work some of them do themselves; their skills and figures
are in `worth`.
"""
