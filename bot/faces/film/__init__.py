"""The film of a campaign: whose the land was turn after turn, with battles and captions.

`reel` says what it shows in plain values; `stage` lays its frames out and draws them, `cards` its
first and last; `packing` makes an animation of them that Discord takes. They know no system.
"""
