"""The reason codes of a skirmish, in addition to the common ones."""

from __future__ import annotations

from typing import Final

CODES: Final = ("companion", "drilled", "wall")
