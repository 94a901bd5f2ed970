"""Quests of stacks and adventures of characters: what they ask, what they give, how they are done.

Which there are the module says (`content.quests`).
"""
