"""Strategic magic: who casts what, on whom, how far, and what comes of it.

It stands on `marching`, since spells carry stacks into meetings. Who can cast which spell, and the
spells that lie on something, are in `worth`.
"""
