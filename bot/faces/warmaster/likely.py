"""The orders that players of Warmaster give most, apart from those of Cohorts."""

from __future__ import annotations

from typing import Final

LIKELY: Final = (
    *("stack move", "city train", "army brigade", "army directive", "army commander"),
    *("army deploy", "army equip", "pitched challenge", "pitched accept"),
)
"""The likeliest first; those of Cohorts follow."""
