"""Covert missions: what spies, thieves and assassins do from afar, and what keeps them off.

It stands on `characters`, as missions are actions of theirs.
"""
