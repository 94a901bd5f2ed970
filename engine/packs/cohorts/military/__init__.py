"""War between cities and stacks: orders of garrisons, sieges, razing, bombardment.

How battles are fought is the battle system's matter; what a stack runs into on its way, and what
becomes of a city that falls, stands below in `marching`.
"""
