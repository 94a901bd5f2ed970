"""A layer of the map: what it is called and shows, which passes draw it, what it fills in itself.

Which layers there are says each system's face; the renderer takes any.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from bot.faces.map.chart import Chart
    from bot.faces.map.survey import Survey

Fill = Callable[["Survey", "Chart"], "Chart"]
"""Gives the chart with what only one layer shows."""


def as_it_is(survey: Survey, chart: Chart) -> Chart:
    """Fill in nothing."""
    return chart


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer by its name, with what the renderer draws on it."""

    name: str = "usual"
    """As the menu has it; at most 40 plain letters, for it stands in file names too."""
    shows: str = ""
    """What it shows in one line of at most 100 letters, for people who choose."""
    of: str = ""
    """What it is a map of, for the alt text, such as "the terrain"; empty for that of all."""
    fill: Fill = as_it_is
    """A function of a module. What it calls may know the system, the renderer does not."""
    realms: bool = True
    """Tint, borders and baronies."""
    forces: bool = True
    """Stacks and battles."""
    routes: bool = True
    resources: Literal["never", "zoomed", "always"] = "zoomed"
    symbols: bool = True
    """Of the terrain."""
    holdings: bool = False
    """Realms filled and named, with territories, kingdoms and their capitals."""
    roads: Literal["none", "plain", "levels"] = "plain"
    """Without plain ones rivers are faint."""
    reaches: bool = False
    """What towers, castles and pieces see or reach."""
    faded: float = 0.0
    """How much of the terrain's colour gives way to paper, 0 to 1."""


USUAL: Final = Layer()
"""The map of everything, where no face says which layer is meant."""
