"""What one faction cannot know of a Warmaster campaign, by pairs of worlds that differ in it alone.

`HIDDEN` lists the kinds in addition to those of the base game (`tests.hidden`). Each changes one
thing in a copy of the world of `Mustered`: what others told their armies, what they carry, what
they bought. Sources: warmaster.map.orders, warmaster.battle.kinds.
"""

from tests.hidden.warmaster import foreign
from tests.hidden.warmaster.veil import HIDDEN, Mustered, mustered, twin

__all__ = ["HIDDEN", "Mustered", "foreign", "mustered", "twin"]
