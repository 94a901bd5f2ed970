"""What every campaign can be asked for, whatever its rules: standings, goal and history."""

from __future__ import annotations

from typing import Final

from bot.faces.overview import goal, history, standings
from bot.faces.panels import Panel

PANELS: Final[tuple[Panel, ...]] = (standings.PANEL, goal.PANEL, history.PANEL)
