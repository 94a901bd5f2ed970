"""What pieces can do: levels, skills, bonuses, mana and ratings, and what raises or lowers them.

Figures, and the plain changes of them such as XP and healing. It stands on `things` and `pieces`;
orders, knowledge and places are above it.
"""
