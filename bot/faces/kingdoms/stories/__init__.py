"""The stories of Kingdoms on the practice table."""

from __future__ import annotations

from typing import Final

from bot.faces.kingdoms.stories.regency import REGENCY
from bot.faces.kingdoms.stories.throne import THRONE

STORIES: Final = (THRONE, REGENCY)
