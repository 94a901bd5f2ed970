"""Your turn in Cohorts: one file a subject, and what is tried first by taste."""

from __future__ import annotations

from typing import Final

from bot.faces.agenda import Block
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
    Block(name="Needs you", place=10, entries=dealings.entries),
    Block(name="Danger", place=15, entries=danger.entries),
    Block(name="Quests open here", place=20, entries=quests.entries),
    Block(name="Cities with actions", place=30, entries=cities.entries),
    Block(name="Characters with actions", place=40, entries=heroes.entries),
    Block(name="Points to spend", place=50, entries=points.entries),
    Block(name="Stacks that stand", place=55, entries=stacks.entries),
    Block(name="Guilds with actions", place=60, entries=guilds.entries),
    Block(name="New to you", place=70, entries=fresh.entries),
)
"""The most urgent first."""
