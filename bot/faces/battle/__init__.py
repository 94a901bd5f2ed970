"""Past battles as they are seen, whatever the system: scenes, the account, picture and animation.

All from the record of a battle alone. What stays the same in all scenes is drawn once (`Stage`),
then each scene upon it.
"""
