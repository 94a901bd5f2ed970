"""Pictures for Discord: hex maps drawn from a `Chart`, the record of what one faction may see.

Build a `Chart` (`bot.images.chart`), call `draw_map` (`bot.images.map`). Nothing here knows the
rules, the store or Discord, and nothing here decides what a faction may know.
"""
