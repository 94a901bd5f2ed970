"""Stacks on the march and whom they meet: moves, encounters, guard towers, garrisons, conquest.

What a step costs and which way is shortest stands below, in `movement`; orders that fall upon
somebody without a move stand above, in `military`.
"""
