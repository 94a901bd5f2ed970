"""Past battles as they are seen, whatever the system: scenes, the account, picture and animation.

A system's face offers a `Contest` (`bot.faces.contests`) that makes a `Battle` in scenes of a
record, with the `Stage` that draws them; everything here is made from those. What stays the same in
all scenes is drawn once (`Backdrop`), then each scene upon it.
"""
