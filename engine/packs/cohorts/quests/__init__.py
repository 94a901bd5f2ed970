"""Quests of stacks and adventures of characters: what they ask, what they give, how they are done.

Which there are the module says (`content.quests`). It stands on almost everything, as a quest may
need and give anything.
"""
