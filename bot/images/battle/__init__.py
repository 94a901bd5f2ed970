"""Pictures and animations of battles, drawn from the scenes of `bot.battles` alone.

What stays the same in all scenes is drawn once (`Stage`), then each scene upon it.
"""
