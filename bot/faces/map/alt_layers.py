"""What a layer shows, in words, for the alt text of a map: the facts that its picture is about."""

from collections import Counter
from collections.abc import Iterable

from bot.faces.map.chart import Chart, LayerName, Link, Site
from bot.faces.paint import palette
from bot.faces.paint.text import plain
from engine.hexes import DIRECTION_NAMES, located

Listed = tuple[str, list[str]]  # a heading and what stands behind it


def layer_lists(chart: Chart, layer: LayerName) -> list[Listed]:
    """The lists that a layer adds, the most useful first; none for the political map."""
    match layer:
        case "resources":
            return _resources(chart)
        case "ownership":
            return _holdings(chart)
        case "roads":
            return _ways(chart)
        case "towers":
            return _reaches(chart)
        case "political" | "terrain":
            return []


def _resources(chart: Chart) -> list[Listed]:
    worked = [each for each in chart.resources if each.worked]
    idle = [each for each in chart.resources if not each.worked]
    villages = [each for each in chart.settlements if each.level is not None]
    return [
        ("Worked", [f"{_many(each.name, each.copies)} {each.x},{each.y}" for each in worked]),
        (
            "Not worked, with the village level needed",
            [
                f"{_many(each.name, each.copies)} {each.x},{each.y} level {each.level}"
                for each in idle
            ],
        ),
        ("Villages", [f"{each.x},{each.y} level {each.level}" for each in villages]),
    ]


def _many(name: str, copies: int) -> str:
    spoken = name.replace("_", " ")
    return f"{copies} {spoken}" if copies > 1 else spoken


def _holdings(chart: Chart) -> list[Listed]:
    names = {faction.key: faction.name for faction in chart.factions}
    land = [cell for cell in chart.cells if cell.family != "sea"]
    held = Counter(names.get(cell.owner or "", "nobody") for cell in land)
    order = sorted(held, key=lambda name: (name == "nobody", -held[name], name))
    seats = [each for each in chart.settlements if each.seat]
    seats.sort(key=lambda each: each.seat != "kingdom")
    return [
        ("Land provinces held", [f"{name} {held[name]}" for name in order]),
        ("Capitals", [f"{each.name} {each.x},{each.y} of a {each.seat}" for each in seats]),
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
    return f"{count} of level {level}{change}"


def leads_to(gate: Site) -> str:
    """Where a gate comes out, with the realm if it is another."""
    return f" to {located(*gate.leads, plain(gate.leads_realm))}" if gate.leads else ""


def _distinct(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))


def _reaches(chart: Chart) -> list[Listed]:
    lists: list[Listed] = []
    for kind, look in palette.REACHES.items():
        some = [each for each in chart.reaches if each.kind == kind]
        if kind == "presence":
            lists.append((look.label, [f"{len(each.hexes)} provinces" for each in some]))
            continue
        spots = [(each.centre, each.radius) for each in some if each.centre]
        lists.append((look.label, [f"{x},{y} within {far}" for (x, y), far in spots]))
    return lists
