"""How areas of each kind show, on the layer that is about what towers and pieces see or reach."""

from dataclasses import dataclass
from typing import Final

from bot.faces.map.chart import ReachKind


@dataclass(frozen=True, slots=True)
class Area:
    """How an area of one kind shows: the colour and rhythm of its border, what strews it."""

    colour: str
    ink: str
    rhythm: str
    pattern: str


AREAS: Final[dict[ReachKind, Area]] = {  # from the outermost border to the innermost
    "presence": Area("#FFFFFF", "#1B1F2A", "rungs", ""),
    "watch": Area("#F2B632", "#1B1F2A", "plain", ""),
    "wizard": Area("#8E4FD0", "#FFFFFF", "diamonds", "stars"),
    "guard": Area("#B3203A", "#FFFFFF", "teeth", "strokes"),
    "castle": Area("#1B2F66", "#FFFFFF", "checks", "crosses"),
}
