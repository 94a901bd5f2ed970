"""What one faction cannot know of a world, kind by kind: pairs of worlds that differ in it alone.

`HIDDEN` lists the kinds. Each changes one thing in a copy of the world of
`Veiled`, in which the faction of `me` has its own and others have much that it has never seen.
Tests of views, ticks, lists, panels and pictures go through the list and find no difference.
Source: cohorts.knowledge.view.
"""

from tests.hidden import foreign
from tests.hidden.veil import FARTHER, HIDDEN, Veiled, twin, veiled

__all__ = ["FARTHER", "HIDDEN", "Veiled", "foreign", "twin", "veiled"]
