"""The shape of the map, its directions and distances, on `engine.hexes`."""

from engine.hexes import APART, Grid, Hex
from tests.rules.harness import Given, Result, rule


def spot(hex_: Hex | None) -> tuple[int, int] | None:
    """A place as a case writes it; None beyond the edge."""
    return hex_.spot if hex_ else None


@rule("cohorts.world.map-shape")
@rule("cohorts.world.hex-directions")
def step(given: Given) -> Result:
    grid = Grid(given["width"], given["height"])
    start = Hex(*given["from"])
    if "direction" in given:
        return {"to": spot(grid.neighbour(start, given["direction"]))}
    return {"neighbors": [spot(each) for each in grid.neighbours(start)]}


@rule("cohorts.world.hex-distance")
def distance(given: Given) -> Result:
    """Between two places of one realm, or to the same place of one beside it; null without end."""
    alone = Grid(given["width"], given.get("height", 200), given.get("wraps", True))
    grid = Grid(alone.width, alone.height, alone.wraps, (alone,))
    realm = {"same": 0, "another": 1}[given.get("to_realm", "same")]
    x, y = given["to"]
    away = grid.distance(Hex(*given["from"]), Hex(x, y, realm))
    return {"distance": None if away == APART else away}
