"""The stories of Warmaster on the practice table."""

from __future__ import annotations

from typing import Final

from bot.faces.warmaster.stories.tollgate import TOLLGATE

STORIES: Final = (TOLLGATE,)
