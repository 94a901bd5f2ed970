"""Cities of Cohorts: their actions, what they build, train and make.

It stands on `stacks`, where what they train may go. Their people are in `pieces.people`, the
resources they have in `trade.access`; their guilds stand above.
"""
