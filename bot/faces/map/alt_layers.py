"""What a layer shows, in words, for the alt text of a map: the facts that its picture is about."""

from collections import Counter
from collections.abc import Iterable

from bot.faces.map.areas import AREAS
from bot.faces.map.chart import Chart, Link, Overlay, Site, Spot
from bot.faces.map.layers import Layer
from bot.faces.paint.text import plain
from engine.hexes import DIRECTION_NAMES, located

Listed = tuple[str, list[str]]  # a heading and what stands behind it


def layer_lists(chart: Chart, layer: Layer) -> list[Listed]:
    """The lists that a layer adds, the most useful first; none for a map of everything."""
    lists = [_overlay(each) for each in chart.overlays]
    if layer.resources == "always":
        lists += _resources(chart)
    if layer.holdings:
        lists += _holdings(chart)
    if layer.roads == "levels":
        lists += _ways(chart)
    if layer.reaches:
        lists += _reaches(chart)
    return lists


def _overlay(overlay: Overlay) -> Listed:
    """What lies where, the strongest first."""
    there = (each for each in overlay.spots if each.share > 0)
    spots = sorted(there, key=lambda each: -each.share)
    return plain(overlay.name), [_spot(each, scaled=overlay.scaled) for each in spots]


def _spot(spot: Spot, *, scaled: bool) -> str:
    share = f" {spot.share:.0%}" if scaled and not spot.text else ""
    return f"{spot.x},{spot.y}{share}" + (f" {plain(spot.text)}" if spot.text else "")


def _resources(chart: Chart) -> list[Listed]:
    worked = [each for each in chart.resources if each.worked]
    idle = [each for each in chart.resources if not each.worked]
    terms = chart.terms
    levelled = [each for each in chart.settlements if each.level is not None]
    return [
        ("Worked", [f"{_many(each.name, each.copies)} {each.x},{each.y}" for each in worked]),
        (
            f"Not worked, with the {terms.level} needed",
            [
                f"{_many(each.name, each.copies)} {each.x},{each.y} level {each.level}"
                for each in idle
            ],
        ),
        (
            terms.levelled.capitalize(),
            [f"{each.x},{each.y} level {each.level}" for each in levelled],
        ),
    ]


def _many(name: str, copies: int) -> str:
    spoken = name.replace("_", " ")
    return f"{copies} {spoken}" if copies > 1 else spoken


def _holdings(chart: Chart) -> list[Listed]:
    names = {faction.key: faction.name for faction in chart.factions}
    waters = {each.key for each in chart.every_land() if each.water}
    land = [cell for cell in chart.cells if cell.terrain not in waters]
    held = Counter(names.get(cell.owner or "", "nobody") for cell in land)
    order = sorted(held, key=lambda name: (name == "nobody", -held[name], name))
    seats = [each for each in chart.settlements if each.seat]
    seats.sort(key=lambda each: each.seat != "kingdom")
    kind = chart.terms.kind
    return [
        (f"Land {chart.terms.hexes} held", [f"{name} {held[name]}" for name in order]),
        (
            "Capitals",
            [f"{each.name} {each.x},{each.y} of a {kind(each.seat or '')}" for each in seats],
        ),
    ]


def _ways(chart: Chart) -> list[Listed]:
    levels = Counter(link.level for link in chart.links if link.kind == "road")
    gates = [each for each in chart.sites if each.kind == "gate"]
    barred = [each for each in chart.links if each.kind not in ("river", "road")]
    changes = dict(enumerate(chart.costs.roads, 1))
    return [
        (
            "Stretches of road",
            [_road(level, count, changes) for level, count in sorted(levels.items())],
        ),
        ("Gates", [f"{each.x},{each.y}" + leads_to(each) for each in gates]),
        ("Barriers at", _distinct(_barrier(each) for each in barred)),
    ]


def _barrier(link: Link) -> str:
    """Where a barrier lies; of those that do not bar all both ways also on which side, and whom."""
    told = [f"{link.x},{link.y}"]
    if link.kind == "one-way" or link.modes:
        told[0] += f" {DIRECTION_NAMES[link.direction]}"
        told += ["one way"] if link.kind == "one-way" else []
        told += [f"by {' and '.join(link.modes)}"] if link.modes else []
    return " ".join(told)


def _road(level: int, count: int, changes: dict[int, int]) -> str:
    change = f" ({changes[level]}% of a step's cost)" if level in changes else ""
    change = change.replace("-", "−")
    return f"{count} of level {level}{change}"


def leads_to(gate: Site) -> str:
    """Where a gate comes out, with the realm if it is another."""
    return f" to {located(*gate.leads, plain(gate.leads_realm))}" if gate.leads else ""


def _distinct(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))


def _reaches(chart: Chart) -> list[Listed]:
    lists: list[Listed] = []
    for kind in AREAS:
        says = chart.terms.reach(kind)
        some = [each for each in chart.reaches if each.kind == kind]
        if kind == "presence":
            lists.append((says, [f"{len(each.hexes)} {chart.terms.hexes}" for each in some]))
            continue
        spots = [(each.centre, each.radius) for each in some if each.centre]
        lists.append((says, [f"{x},{y} within {far}" for (x, y), far in spots]))
    return lists
