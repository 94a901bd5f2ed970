"""What each layer of the map shows. A new layer is a name in `chart.LayerName` and a line here."""

from dataclasses import dataclass
from typing import Final

from bot.images.chart import LayerName


@dataclass(frozen=True, slots=True)
class Layer:
    """Which passes draw on a layer."""

    realms: bool = True  # tint, borders and baronies
    forces: bool = True  # stacks, battles and routes
    resources: bool = False  # on every map; a zoom shows them in any layer
    symbols: bool = True  # of the terrain


LAYERS: Final[dict[LayerName, Layer]] = {
    "political": Layer(),
    "terrain": Layer(realms=False, forces=False),
    "resources": Layer(forces=False, resources=True, symbols=False),
}
