"""Combat spells in a battle: `casting` runs the two phases, `attacks` and `laying` do the effects.

What a spell does is said in the module (`content.combat`); how characters load spells is no matter
of a battle.
"""
