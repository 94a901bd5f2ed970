"""Your turn in Cohorts: one file a subject, and what is tried first by taste."""

from __future__ import annotations

from typing import Final

from bot.faces.agenda import NEW, Block
from bot.faces.cohorts.agenda import (
    cities,
    danger,
    dealings,
    fresh,
    guilds,
    heroes,
    points,
    quests,
    stacks,
)

# Places go by tens, the draft stands at 90: what comes to stand between finds room. Standing
# orders belong at 80.
BLOCKS: Final = (
    Block(name="Needs you", place=10, lines=dealings.lines),
    Block(name="Danger", place=15, lines=danger.lines),
    Block(name="Quests open here", place=20, lines=quests.lines),
    Block(name="Cities with actions", place=30, lines=cities.lines),
    Block(name="Characters with actions", place=40, lines=heroes.lines),
    Block(name="Points to spend", place=50, lines=points.lines),
    Block(name="Stacks that stand", place=55, lines=stacks.lines),
    Block(name="Guilds with actions", place=60, lines=guilds.lines),
    Block(name=NEW, place=70, lines=fresh.lines),
)
"""The most urgent first."""
