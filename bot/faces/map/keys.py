"""The keys of single layers: what their legends say in addition to that of every map.

Unlike the rest of a legend they tell what is on this very chart, as how many copies of a resource
are worked. How they stand in the panel is said in `legend_parts`.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from bot.faces.map import markers
from bot.faces.map.areas import AREAS
from bot.faces.map.chart import (
    BarrierMode,
    Chart,
    Costs,
    MapTerms,
    ReachKind,
    Seat,
    SettlementKind,
    TowerKind,
)
from bot.faces.map.layers import Layer
from bot.faces.map.legend_parts import Entry, Row, flow, line_sprite, rhythm_sprite
from bot.faces.map.links import draw_levelled, draw_teeth, draw_wedges, drawn_links, letters_of
from bot.faces.map.overlays import OverlayKey, overlay_keys, overlay_rows
from bot.faces.map.realms import draw_bound
from bot.faces.map.scene import MapScene
from bot.faces.map.strides import steps_shown, stride_rows
from bot.faces.paint import badges, palette, sprites
from bot.faces.paint.canvas import Canvas, polylines
from bot.faces.paint.looks import Badge, Land
from bot.faces.paint.palette import FactionLook
from bot.faces.paint.sprites import Sprite

_IN_A_ROW: Final = 4  # terrains of one cost
_PLATE: Final = 15.0  # the radius of a deposit in a key
_SAMPLE: Final = Badge("metal-bar", "#C6CCD6", told="always")


BarrierKind = tuple[bool, tuple[BarrierMode, ...]]
"""Whether it is one-way, and whom alone it bars."""


@dataclass(frozen=True, slots=True)
class Key:
    """What the legend tells of a picture; what is not on it is not in here."""

    resources: tuple[tuple[str, str, int, int], ...] = ()  # class, name, worked and known copies
    badges: tuple[Badge, ...] = ()  # of these
    costs: Costs | None = None
    barriers: tuple[BarrierKind, ...] = ()  # the natural ones that do not bar all both ways
    reaches: tuple[tuple[ReachKind, int], ...] = ()  # with how many towers there are
    steps: tuple[tuple[int, str], ...] = ()  # of a reach that is shown
    steps_are: str = ""
    overlays: tuple[OverlayKey, ...] = ()
    lands: tuple[Land, ...] = ()
    remembered: bool = False  # whether some land is out of view
    unseen: bool = False  # whether some was never seen
    marks: tuple[str, ...] = ()  # of this turn
    buildings: tuple[SettlementKind | TowerKind, ...] = ()
    things: tuple[str, ...] = ()  # figures and lines
    goods: tuple[tuple[str, Badge], ...] = ()
    factions: tuple[FactionLook, ...] = ()  # the reader's own first
    own: str | None = None
    terms: MapTerms = field(default_factory=MapTerms)


def key_of(chart: Chart, scene: MapScene) -> Key:
    """What the legend tells of this chart, which holds no more than lies in the picture."""
    layer, drawn = scene.layer, scene.cell[: scene.seen][scene.within[: scene.seen]]
    numbers: list[int] = np.unique(scene.terrain[drawn]).tolist()
    there = [scene.lands[number] for number in numbers]
    order = chart.samples.coarse if scene.style == "overview" else chart.samples.lands
    named = {land.key for land in there}
    lands = [land for land in order if land.key in named]
    kinds = {each.kind for each in (*chart.settlements, *chart.towers)}
    owners: list[int] = np.unique(scene.owner[drawn]).tolist()
    held: set[str | None] = {chart.factions[number].key for number in owners if number >= 0}
    held |= {each.owner for each in (*chart.settlements, *chart.towers)}
    if layer.forces:
        held |= {each.owner for each in chart.stacks}
    sides = [each for each in chart.factions if each.key in held or each.key == chart.own]
    told = chart.resources if layer.resources == "zoomed" and scene.style == "zoom" else ()
    plates = {each.badge for each in told}
    return replace(
        _own_key(chart, layer),
        overlays=overlay_keys(chart.overlays),
        lands=tuple(lands or there) if layer.symbols else (),
        remembered=bool(((scene.age[drawn] > 0) & ~scene.heard[drawn]).any()),
        # What was never seen is hatched where realms are filled, which the layer's own rows say.
        unseen=not layer.holdings and bool((scene.cell[scene.within] < 0).any()),
        marks=tuple(_marks(chart, layer, fresh=bool(scene.fresh[drawn].any()))),
        buildings=tuple(kind for kind in _BUILDINGS if kind in kinds),
        things=tuple(_things(chart, scene)),
        goods=tuple(each for each in chart.samples.goods if each[1] in plates),
        factions=tuple(sorted(sides, key=lambda each: each.key != chart.own)),
        own=chart.own,
        terms=chart.terms,
    )


_BUILDINGS: Final[tuple[SettlementKind | TowerKind, ...]] = (
    *("village", "town", "burgh", "city", "capital"),
    *("watch", "guard", "wizard", "castle"),
)


def _marks(chart: Chart, layer: Layer, *, fresh: bool) -> Iterator[str]:
    """What is marked for this turn alone."""
    if layer.forces:
        if any(not each.ago for each in chart.battles):
            yield "battle"
        if any(each.ago for each in chart.battles):
            yield "past battle"
        if chart.fallen or any(each.state == "bodies" for each in chart.stacks):
            yield "fallen"
        if any(each.idle and not each.state for each in chart.stacks):
            yield "idle"
        if any(each.state == "empty" for each in chart.stacks):
            yield "empty"
    if fresh:
        yield "fresh"
    if layer.routes and chart.routes:
        yield "route"


def _things(chart: Chart, scene: MapScene) -> Iterator[str]:
    """The figures and lines of which there are some."""
    layer = scene.layer
    if any(each.owner == chart.own for each in chart.settlements) and chart.own:
        yield "own"
    whole = [each for each in chart.stacks if not each.state and layer.forces]
    if any(not each.fleet for each in whole):
        yield "stack"
    if any(each.fleet for each in whole):
        yield "fleet"
    kinds = {each.kind for each in chart.sites}
    yield from (kind for kind in ("hot-spot", "gate") if kind in kinds)
    lines = {each.kind for each in drawn_links(scene)}
    if layer.roads == "plain":
        yield from (kind for kind in ("river", "road") if kind in lines)
    if lines & {"barrier", "one-way", "magic-barrier"}:
        yield "barrier"


def _own_key(chart: Chart, layer: Layer) -> Key:
    if layer.resources == "always":
        found = tuple(_resources(chart))
        badges = {(each.category, each.name): each.badge for each in chart.resources}
        return Key(resources=found, badges=tuple(badges[each[:2]] for each in found))
    if layer.roads == "levels":
        special = [
            (each.kind == "one-way", each.modes)
            for each in chart.links
            if each.kind == "one-way" or each.modes
        ]
        return Key(costs=chart.costs, barriers=tuple(sorted(dict.fromkeys(special))))
    if layer.reaches:
        counts = Counter(reach.kind for reach in chart.reaches)
        return Key(reaches=tuple((kind, counts[kind]) for kind in AREAS if counts[kind]))
    return Key(steps=steps_shown(chart), steps_are=chart.steps_are)


def key_rows(key: Key, layer: Layer) -> list[Row]:
    """The rows of a layer's key, none for layers that need none."""
    return [*overlay_rows(key.overlays), *_own_rows(key, layer)]


def _own_rows(key: Key, layer: Layer) -> list[Row]:
    if layer.resources == "always":
        return _resource_rows(key)
    if layer.roads == "levels" and key.costs:
        return _road_rows(key, key.costs)
    if layer.reaches:
        edge = line_sprite(palette.VIEW_EDGE, 2.5), "All in view"
        return flow([*(_reach(key.terms, *each) for each in key.reaches), edge])
    if key.steps:
        return stride_rows(key.steps, key.steps_are)
    return _holding_rows(key.terms) if layer.holdings else []


def _resources(chart: Chart) -> Iterator[tuple[str, str, int, int]]:
    known: Counter[tuple[str, str]] = Counter()
    worked: Counter[tuple[str, str]] = Counter()
    for each in chart.resources:
        known[each.category, each.name] += each.copies
        worked[each.category, each.name] += each.copies * each.worked
    for kind in sorted(known):
        yield *kind, worked[kind], known[kind]


def _resource_rows(key: Key) -> list[Row]:
    rows: list[Row] = []
    classes, level = dict(key.terms.classes), key.terms.level
    kinds: dict[str, list[Entry]] = {kind: [] for kind in classes}
    for (kind, name, worked, known), badge in zip(key.resources, key.badges, strict=True):
        sprite = badges.deposit(badge, _PLATE, worked=bool(worked))
        kinds.setdefault(kind, []).append((sprite, f"{_spoken(name)} {worked}/{known}"))
    for kind, entries in kinds.items():
        if entries:
            rows += flow(entries, classes.get(kind, _spoken(kind)))
    idle = badges.deposit(_SAMPLE, _PLATE, worked=False)
    needed = sprites.pill("2", palette.COUNT_TEXT, ghost=True)
    return rows + flow(
        [
            (badges.deposit(_SAMPLE, _PLATE, worked=True), "Worked"),
            (sprites.joined((idle, 0, 0), (needed, 13, 6)), f"Not worked, {level} needed"),
            (badges.deposit(_SAMPLE, 12.0, worked=True, many=True), "Several copies"),
            (sprites.level_boxes(2, 10.0), level.capitalize()),
            (None, "2/3: worked, of those known"),
        ]
    )


def _spoken(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _holding_rows(terms: MapTerms) -> list[Row]:
    bounds = ("barony", "territory", "kingdom")
    seats: tuple[tuple[Seat, float], ...] = (("kingdom", 13.0), ("territory", 12.0))
    return flow(
        [
            *((_bound(part), terms.kind(part).capitalize()) for part in bounds),
            *(
                (markers.crown(seat, size), f"{terms.kind(seat).capitalize()}'s capital")
                for seat, size in seats
            ),
            (_hatching(), "Never seen"),
        ]
    )


def _road_rows(key: Key, costs: Costs) -> list[Row]:
    roads: list[Entry] = [
        (_road(level), f"{level}: {_percent(change)}")
        for level, change in enumerate(costs.roads, 1)
    ]
    rivers = ", ".join(_percent(change) for change in costs.rivers)
    lines: list[Entry] = [
        (line_sprite(palette.RIVER, 4.0), f"River along the step 1–{len(costs.rivers)}: {rivers}"),
        (_barrier(palette.BARRIER), "Barrier"),
        *_special_barriers(key.barriers),
        (_barrier(palette.MAGIC_BARRIER), "Magic, bars one way"),
        (markers.site("gate", 15.0), "Gate"),
    ]
    rows = [*flow(roads, "Road"), *flow(lines)]
    steps: dict[int, list[str]] = {}
    for terrain, points in costs.terrains:
        steps.setdefault(points, []).append(_spoken(terrain))
    names: list[Entry] = [
        (
            sprites.pill(str(points), palette.COUNT_TEXT),
            ", ".join((part[0], *map(str.lower, part[1:]))),
        )
        for points, some in steps.items()
        for part in (some[at : at + _IN_A_ROW] for at in range(0, len(some), _IN_A_ROW))
    ]
    return [*rows, *flow(names, "Points on foot")]


def _special_barriers(kinds: tuple[BarrierKind, ...]) -> Iterator[Entry]:
    """The barriers on the chart that are one-way, and those that bar some modes only."""
    if any(one_way for one_way, _ in kinds):
        yield _barrier(palette.BARRIER, one_way=True), "Open as the wedge points"
    for modes in dict.fromkeys(modes for _, modes in kinds if modes):
        yield sprites.pill(letters_of(modes), palette.COUNT_TEXT), f"Bars {' and '.join(modes)}"


def _percent(change: int) -> str:
    return f"{change:+d}%".replace("-", "−")


def _reach(terms: MapTerms, kind: ReachKind, count: int) -> Entry:
    look, says = AREAS[kind], terms.reach(kind)
    text = says if kind == "presence" else f"{says} ({count})"
    return rhythm_sprite(look.colour, look.rhythm, look.ink), text


def _road(level: int) -> Sprite:
    canvas = Canvas(84, 26)
    path = polylines(np.array((((2, 13), (82, 13)),), dtype=float))
    canvas.stroke(path, palette.PAPER, 24.0, cap="butt")
    draw_levelled(canvas, path, level, 52.0)
    return Sprite(canvas.image(), -42, -13)


def _bound(part: str) -> Sprite:
    canvas = Canvas(64, 22)
    path = polylines(np.array((((2, 11), (62, 11)),), dtype=float))
    canvas.stroke(path, palette.PAPER, 20.0, cap="butt")
    draw_bound(canvas, path, part, 52.0)
    return Sprite(canvas.image(), -32, -11)


def _hatching() -> Sprite:
    canvas = Canvas(56, 24, palette.UNSEEN)
    lines = np.array([((x, 26.0), (x + 28.0, -2.0)) for x in range(-28, 56, 11)])
    canvas.stroke(polylines(lines), palette.HATCH, 1.6, cap="butt")
    return Sprite(canvas.image(), -28, -12)


def _barrier(paint: str, *, one_way: bool = False) -> Sprite:
    canvas = Canvas(64, 26)
    line = np.linspace((4.0, 8.0), (60.0, 8.0), 5)[None]
    canvas.stroke(polylines(line), palette.PAPER, 24.0, cap="butt")
    outward = np.array(((0.0, 60.0),))
    draw_teeth(canvas, line, outward, paint)
    if one_way:
        draw_wedges(canvas, line[:, 2] + (0.0, 4.0), outward * 0.8)
    return Sprite(canvas.image(), -32, -13)
