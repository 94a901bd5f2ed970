"""Why computer players of Cohorts give their orders, in words that go behind "because"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

REASONS: Final[Mapping[str, str]] = {
    "grow": "{things} is to grow",
    "new_scouts": "there are few on the map yet",
    "man": "{things} is empty",
    "unknown_land": "nobody knows what lies beyond {things}",
}
"""By the reason's key; `things` are what it is about."""
