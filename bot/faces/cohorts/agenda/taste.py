"""What Your turn puts first where several things would be accepted: taste, not rules."""

from __future__ import annotations

from typing import Final

GROWING: Final = (
    "construct-village",
    "attract",
    "train",
    "build-improvement",
    "improve-village",
    "conscript",
)
"""Orders of a city in peace: first what makes it grow, then what guards it."""
THREATENED: Final = (
    "train",
    "build-walls",
    "conscript",
    "construct-village",
    "attract",
    "build-improvement",
    "improve-village",
)
"""Orders of a city with an enemy near."""
HEROES: Final = (
    ("character", "adventure"),
    ("character", "research-spell"),
)
"""What a character does with an action, the rarest chance first; before it what serves itself."""
GUILDS: Final = (
    ("guild", "train-character"),
    ("guild", "research-spell"),
    ("guild", "train-units"),
    ("guild", "improve-self"),
)
"""What a guild does with an action: what serves the player's people before itself."""
SUGGESTED: Final = 3
"""Orders that a line names; all others are one step further."""
NEAR: Final = 3
"""Provinces from an own city within which an enemy is a danger."""
FAR: Final = 6
"""Provinces from a stack within which a place of note or unknown land is worth a journey."""
COMPANY: Final = 40
"""Recruits that make a unit worth training."""
