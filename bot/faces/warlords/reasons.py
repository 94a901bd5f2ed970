"""Why computer players of Warlords give their own orders, in words that go behind "because"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

REASONS: Final[Mapping[str, str]] = {
    "calling": "{things} has yet to choose what to fight as",
    "relic": "{things} has nothing as powerful to wear there: the power is {figure}",
    "arm": "{things} should stand with its like",
    "temple": "{things} stands at a temple",
    "war_spell": "a spell of {things} helps a whole stack until the month ends",
    "forge": "{things} can make a relic",
    "bless": "{things} can bless who is about to fight",
}
"""By the reason's key; `things` are what it is about, `figure` the number that weighed."""
