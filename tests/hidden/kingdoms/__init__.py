"""What one kingdom cannot know of a world of Kingdoms, by pairs of worlds that differ in it alone.

`HIDDEN` lists the kinds. Each changes one thing in a copy of the world of `Shrouded`; tests of
views, ticks, lists, messages and panels go through the list and find no difference for the first
kingdom. Nothing is added by them, so that what a tick makes has the same numbers in both.
Source: kingdoms.map.visibility.
"""

from tests.hidden.kingdoms import foreign
from tests.hidden.kingdoms.veil import HIDDEN, Shrouded, shrouded, twin

__all__ = ["HIDDEN", "Shrouded", "foreign", "shrouded", "twin"]
