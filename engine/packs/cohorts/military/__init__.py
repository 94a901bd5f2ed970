"""War between cities and stacks: garrisons and their orders, conquest, sieges, bombardment.

How battles are fought is the battle system's matter; what a stack runs into on its way stands in
`movement.encounters`, what becomes of a city that falls in `conquest`.
"""
