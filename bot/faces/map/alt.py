"""The alt text of a map, made from the same chart as the picture, the most useful first."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.faces.map.alt_layers import layer_lists, leads_to
from bot.faces.map.chart import Chart, Focus, MapTerms, Stack
from bot.faces.paint.text import plain
from bot.faces.words.text import number

LONGEST: Final = 1024  # what Discord takes
_NAME: Final = 40


def map_alt(chart: Chart, focus: Focus) -> str:
    """What the map shows, in at most 1,024 characters; long lists end in "and 7 more".

    The counts of hexes are those of the whole chart, also for a zoom.
    """
    names = {faction.key: _short(faction.name) for faction in chart.factions}
    heard = sum(1 for cell in chart.cells if cell.heard)
    remembered = sum(1 for cell in chart.cells if cell.age and not cell.heard)
    in_view = len(chart.cells) - remembered - heard
    unseen = chart.width * chart.height - len(chart.cells)
    whose = f"{_of(names[chart.own])} map" if chart.own in names else _short(chart.title) or "Map"
    layer, terms = focus.layer, chart.terms
    whose += f" of {layer.of}" if layer.of else ""
    whose += f" in {_short(chart.realm)}" if chart.realm else ""
    turn = "" if chart.turn is None else f", turn {chart.turn}"
    around = ""
    if focus.kind == "zoom" and focus.centre:
        around = f" around {focus.centre[0]},{focus.centre[1]}"
    elif focus.kind == "window" and focus.frame:
        x, y, wide, tall = focus.frame
        around = f" from {x},{y} to {(x + wide - 1) % chart.width},{y + tall - 1}"
    opening = (
        f"{whose}{around}{turn}: {chart.width} by {chart.height} {terms.hexes}, {in_view} in view, "
        f"{remembered} remembered, {unseen + heard} never seen."
    )
    ranks = ("capital", "city", "burgh", "town")
    cities = [
        each
        for each in chart.settlements
        if each.kind in ranks and (each.owner == chart.own or chart.own is None)
    ]
    cities.sort(key=lambda each: (each.owner is None, ranks.index(each.kind)))
    whose_cities = f"Own {terms.settlements}" if chart.own else terms.settlements.capitalize()
    present = [stack for stack in chart.stacks if not stack.age] if layer.forces else []
    own = [stack for stack in present if stack.owner == chart.own and chart.own is not None]
    waiting = [f"{_short(s.name)} {s.x},{s.y}" for s in own if s.idle]
    others = [stack for stack in present if stack not in own]
    lists = [
        *_reached(chart),
        *layer_lists(chart, layer),
        (whose_cities, [f"{_short(each.name)} {each.x},{each.y}" for each in cities]),
        (f"Own {terms.forces}", [f"{_called(s, terms)} {_count(s)}{s.x},{s.y}" for s in own]),
        ("Waiting for orders", waiting),
        (
            "Others in view",
            [f"{_whose(s, names)} {_count(s)}{s.x},{s.y}" for s in others],
        ),
    ]
    if layer.roads != "levels":
        far = [each for each in chart.sites if each.leads and each.leads_realm]
        lists.append(("Gates", [f"{each.x},{each.y}{leads_to(each)}" for each in far]))
    spots = [f"{_short(each.name)} {each.x},{each.y}" for each in chart.sites if each.name]
    lists.append(("Places of note", list(dict.fromkeys(spots))))
    endings: list[str] = []
    if chart.battles and layer.forces:
        last_one = chart.battles[-1]
        told = f": {plain(last_one.told)}" if last_one.told else ""
        endings.append(f"Last battle at {last_one.x},{last_one.y}{told}.")
        fallen = [f"{_short(each.name)} {each.x},{each.y}" for each in chart.fallen]
        lists.append(("Fallen", fallen))
    for route in chart.routes if layer.routes else ():
        if len(route.hexes) > 1:
            (x, y), (to_x, to_y) = route.hexes[0], route.hexes[-1]
            last = len(route.hexes) - 1
            turns = len({end for end in route.turn_ends if 0 < end < last}) + route.first_turn
            taken = number(turns, chart.terms.step)
            endings.append(f"Planned route: {x},{y} to {to_x},{to_y} in {taken}.")
    return _fit(opening, [(head, items) for head, items in lists if items], endings)


def _reached(chart: Chart) -> list[tuple[str, list[str]]]:
    """What a reach tells, step by step; of long steps only how many hexes they are."""
    title = _short(chart.title)
    lists: list[tuple[str, list[str]]] = []
    for step, name in enumerate(chart.steps):
        there = [f"{each.x},{each.y}" for each in chart.strides if each.step == step]
        if len(there) > _MOST_SPOTS:
            there = [f"{len(there)} {chart.terms.hexes}"]
        lists.append((f"{title}: {chart.steps_are.lower()} {name}", there))
    return lists


_MOST_SPOTS: Final = 30


def _fit(opening: str, lists: list[tuple[str, list[str]]], endings: list[str]) -> str:
    """The parts as one text; the longest list gives way first, routes beyond the first last."""
    kept = [len(items) for _, items in lists]
    while True:
        parts = [opening]
        for (head, items), count in zip(lists, kept, strict=True):
            parts.append(f"{head}: {_listed(items, count)}.")
        text = " ".join([*parts, *endings])
        if len(text) <= LONGEST:
            return text
        if any(kept):
            longest = max(range(len(kept)), key=lambda place: (kept[place], place))
            kept[longest] -= 1
        elif len(endings) > 2:
            endings = endings[:-1]
        else:
            return text[: LONGEST - 1] + "…"


def _listed(items: Sequence[str], count: int) -> str:
    left = len(items) - count
    shown = ", ".join(items[:count])
    if not left:
        return shown
    return f"{shown} and {left} more" if shown else f"{left}"


def _called(stack: Stack, terms: MapTerms) -> str:
    """A piece by its name; one without any by what such pieces are called."""
    return _short(stack.name) or terms.unnamed.capitalize()


def _whose(stack: Stack, names: Mapping[str, str]) -> str:
    """A foreign piece by its side; of what is nobody's a person by name, and a force as wild."""
    if stack.owner is not None:
        return names.get(stack.owner, "unknown")
    return _short(stack.name) if stack.name and (stack.sign or not stack.counted) else "wild"


def _count(stack: Stack) -> str:
    if stack.state == "bodies":
        return "(the dead) "
    if stack.state == "empty" or (stack.counted and stack.count == 0):
        return "(empty) "
    return f"({stack.count}) " if stack.counted and stack.count is not None else ""


def _of(name: str) -> str:
    """The possessive of a name."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _short(name: str) -> str:
    name = plain(name)
    return name if len(name) <= _NAME else name[: _NAME - 1] + "…"
