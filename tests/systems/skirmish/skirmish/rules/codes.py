"""The reason codes that a skirmish brings besides the common ones."""

from __future__ import annotations

from typing import Final

CODES: Final = ("companion", "drilled", "wall")
