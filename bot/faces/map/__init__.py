"""Hex maps drawn from a `Chart`, the record of what one faction may see.

Build a `Chart` (`bot.faces.map.chart`), call `draw_map` (`bot.faces.map.picture`). Nothing here
knows a rule system, and nothing here decides what a faction may know.
"""
