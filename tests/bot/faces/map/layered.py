"""The charts of `sample` with further things that layers show: bounds, walls, reaches, copies.

As there, nothing follows rules; everything that a layer can show is on it somewhere.
"""

from dataclasses import replace
from itertools import groupby

from bot.faces.cohorts.map import atlas
from bot.faces.map.chart import Chart, Costs, Fortification, Link, Reach, ReachKind, Resource, Site
from bot.faces.paint.looks import WATERS
from engine.hexes import Grid, Hex
from tests.bot.faces.map.sample import deposit, sample_chart, scramble

LAYERS = {layer.name: layer for layer in atlas.LAYERS}
"""The layers of Cohorts by their names."""
COSTS = Costs(
    (
        *(("grassland", 8), ("arid", 9), ("moors", 9), ("desert", 10), ("forest", 10)),
        *(("hills", 10), ("heavy_forest", 12), ("swamp", 12), ("mountains", 14), ("crags", 16)),
    ),
    (-5, -15, -30, -50),
    (5, 15, 30, 50),
)
_RADII: dict[ReachKind, int] = {"watch": 2, "wizard": 3, "guard": 2, "castle": 2}


def layered_chart(width: int = 24, height: int = 18, salt: int = 9) -> Chart:
    """A sample chart with all that the layers can show."""
    chart = sample_chart(width, height, salt)
    grid = Grid(width, height)
    cells = tuple(
        replace(
            cell,
            territory=None if cell.barony is None else cell.barony // 2,
            kingdom=None if cell.barony is None else cell.barony // 5,
        )
        for cell in chart.cells
    )
    settlements = tuple(
        replace(
            each,
            level=1 + (each.x + each.y) % 4 if each.kind == "village" else None,
            seat={"capital": "kingdom", "city": "territory"}.get(each.kind),
        )
        for each in chart.settlements
    )
    towers = tuple(
        replace(each, level=None if each.kind == "castle" else 1 + each.x % 4)
        for each in chart.towers
    )
    own = [each for each in settlements if each.owner == chart.own]
    walls = [(each.x, each.y) for each in settlements if each.kind in ("capital", "city")]
    roads = groupby(chart.links, key=lambda each: each.kind)
    links = [
        replace(link, level=1 + number // 3 % 4) if kind == "road" else link
        for kind, some in roads
        for number, link in enumerate(some)
    ]
    held = [cell for cell in cells if cell.owner == chart.own and cell.terrain not in WATERS]
    return replace(
        chart,
        cells=cells,
        settlements=settlements,
        towers=towers,
        fortifications=tuple(
            Fortification(x, y, 1 + number % 4 if number % 3 else None)
            for number, (x, y) in enumerate(walls)
        ),
        links=(*links, *(Link(cell.x, cell.y, 1, "magic-barrier") for cell in held[4:6])),
        sites=tuple(
            replace(each, leads=(3, 4)) if each.kind == "gate" else each for each in chart.sites
        )
        + tuple(Site(cell.x, cell.y, "gate", leads=(11, 2)) for cell in held[9:10]),
        resources=tuple(
            replace(
                each,
                copies=1 + (scramble(each.x, each.y, 3) < 0.2),
                worked=scramble(each.x, each.y, 4) < 0.5,
                level=1 + int(3 * scramble(each.x, each.y, 5)),
            )
            for each in (*chart.resources, *_more(chart))
        ),
        reaches=tuple(_reaches(grid, chart, [(each.x, each.y) for each in own])),
        costs=COSTS,
    )


def _more(chart: Chart) -> list[Resource]:
    names = [("mithril", "resource"), ("saffron", "flora"), ("courser", "herd"), ("fish", "food")]
    return [
        deposit(each.x, each.y, *names[number % 4])
        for number, each in enumerate(chart.settlements)
        if each.owner == chart.own
    ]


def _reaches(grid: Grid, chart: Chart, homes: list[tuple[int, int]]) -> list[Reach]:
    seen = {hex_: None for home in homes for hex_ in grid.within(Hex(*home), 1)}
    found = [Reach("presence", tuple(hex_.spot for hex_ in seen), owner=chart.own)] if seen else []
    for number, home in enumerate(homes):
        kind = tuple(_RADII)[number % 4]
        x, y = (home[0] + number % 3 - 1) % grid.width, home[1]
        hexes = tuple((hex_.x, hex_.y) for hex_ in grid.within(Hex(x, y), _RADII[kind]))
        found.append(Reach(kind, hexes, (x, y), _RADII[kind], chart.own))
    return found
