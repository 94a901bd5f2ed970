"""The shape of the map, its directions and distances, on `engine.hexes`."""

from collections.abc import Mapping

from engine.hexes import Grid, Hex
from tests.rules.harness import Given, rule


def spot(hex_: Hex | None) -> tuple[int, int] | None:
    """A place as a case writes it; None beyond the edge."""
    return hex_.spot if hex_ else None


@rule("cohorts.world.map-shape", "width", "height", "from", "direction")
@rule("cohorts.world.hex-directions", "width", "height", "from", "direction")
def step(given: Given) -> Mapping[str, object]:
    grid = Grid(given["width"], given["height"])
    start = Hex(*given["from"])
    if "direction" in given:
        return {"to": spot(grid.neighbour(start, given["direction"]))}
    return {"neighbors": [spot(each) for each in grid.neighbours(start)]}


@rule("cohorts.world.hex-distance", "width", "height", "from", "to")
def distance(given: Given) -> Mapping[str, object]:
    grid = Grid(given["width"], given.get("height", 200))
    return {"distance": grid.distance(Hex(*given["from"]), Hex(*given["to"]))}
