"""Kingdoms: kings and heroes, armies in battle lines, encounters, magic and an Empire to win.

Four packs that a module switches on alone (kingdoms.mapping.packs): `battle`, `bouts`, `arts` and
`crowns`. What they share stands below them, in `content` and `pieces`.
"""
