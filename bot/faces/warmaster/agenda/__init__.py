"""Your turn in Warmaster, beside what Cohorts has a player look at."""

from __future__ import annotations

from typing import Final

from bot.faces.agenda import Block
from bot.faces.warmaster.agenda import armies, challenges

BLOCKS: Final = (
    Block(name="Challenges", place=12, lines=challenges.lines),
    Block(name="Armies to see to", place=58, lines=armies.lines),
)
"""Between those of Cohorts, by their places."""
