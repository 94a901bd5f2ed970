"""The pictures of panels: cards of figures in the look of the maps, one file per panel.

Each draws the facts that `bot.panels` made and nothing else.
"""
