"""Your turn in the game of kings: one file a subject."""

from __future__ import annotations

from typing import Final

from bot.faces.agenda import NEW, Block
from bot.faces.kingdoms.agenda import armies, features, fresh, held, needs, reach, time, treasury

BLOCKS: Final = (
    Block(name="Needs you", place=10, lines=needs.lines),
    Block(name="Treasury", place=20, lines=treasury.lines),
    Block(name="Bound to the sea", place=25, lines=held.lines),
    Block(name="Characters with time left", place=30, lines=time.lines),
    Block(name="Within reach", place=35, lines=reach.lines),
    Block(name="Armies without a leader", place=40, lines=armies.lines),
    Block(name="Features known", place=50, lines=features.lines),
    Block(name=NEW, place=70, lines=fresh.lines),
)
"""The most urgent first."""
