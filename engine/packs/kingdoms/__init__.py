"""Kingdoms: kings and heroes, armies in lines, encounters by plan, and offices at the end.

Four packs that can be switched on one by one (kingdoms.mapping.packs): `battle`, `bouts`, `arts`
and `crowns`, which is the game itself.
"""
