"""What each layer of the map shows. A new layer is a name in `chart.LayerName` and a line here."""

from dataclasses import dataclass
from typing import Final, Literal

from bot.faces.map.chart import LayerName


@dataclass(frozen=True, slots=True)
class Layer:
    """Which passes draw on a layer."""

    realms: bool = True  # tint, borders and baronies
    forces: bool = True  # stacks and battles
    routes: bool = True
    resources: Literal["never", "zoomed", "always"] = "zoomed"
    symbols: bool = True  # of the terrain
    holdings: bool = False  # realms filled and named, with territories, kingdoms and their capitals
    roads: Literal["none", "plain", "levels"] = "plain"  # without plain ones rivers are faint
    reaches: bool = False  # what towers, castles and pieces see or reach
    faded: float = 0.0  # how much of the terrain's colour gives way to paper


LAYERS: Final[dict[LayerName, Layer]] = {
    "political": Layer(),
    "terrain": Layer(realms=False, forces=False, routes=False),
    "resources": Layer(forces=False, routes=False, resources="always", symbols=False),
    "ownership": Layer(
        forces=False,
        routes=False,
        resources="never",
        symbols=False,
        holdings=True,
        roads="none",
        faded=0.7,
    ),
    "roads": Layer(
        realms=False, forces=False, resources="never", symbols=False, roads="levels", faded=0.45
    ),
    "towers": Layer(
        realms=False,
        routes=False,
        resources="never",
        symbols=False,
        reaches=True,
        roads="none",
        faded=0.45,
    ),
}
