"""Laying land: continents, heights, climate and names, for every pack that makes a world of hexes.

It knows no terrain and no rule of any game: what grounds there are is told to it. What is settled
on the land is the matter of the packs.
"""
