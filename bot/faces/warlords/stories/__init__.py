"""The stories of Warlords on the practice table."""

from __future__ import annotations

from typing import Final

from bot.faces.warlords.stories.mounds import MOUNDS

STORIES: Final = (MOUNDS,)
