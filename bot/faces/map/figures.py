"""The figures of a map: settlements, towers, sites, resources, routes, stacks and battles.

Puts sprites where they belong and keeps what they cover, so that labels can stay clear of them.
"""

import math
from collections import Counter, defaultdict
from dataclasses import replace

import numpy as np
from PIL import Image

from bot.faces.map import markers
from bot.faces.map.chart import Resource, Route, Settlement, Stack, Tower
from bot.faces.map.labels import caption, names_places
from bot.faces.map.placing import Crowd, Label, PlacingRank
from bot.faces.map.scene import MapScene
from bot.faces.paint import badges, palette, sprites
from bot.faces.paint.sprites import PixelBox, Sprite

# Where several stacks stand in one hex, in hex widths from its middle, y down; and their scale.
_FORMATIONS = (
    (((0.0, 0.0),), 1.0),
    (((-0.17, -0.08), (0.17, 0.10)), 0.82),
    (((-0.20, -0.14), (0.20, -0.14), (0.0, 0.17)), 0.72),
)
_SITE_ASIDE_W = (-0.33, -0.26)
"""Where a site is that shares its hex with a building or a stack, in hex widths, y down."""
_STACK_BY_SITE_W = (0.12, 0.07)
"""Where a stack stands that shares its hex with nothing but sites."""
_CORNERS = ((0.0, 0.36), (0.23, 0.27), (-0.23, 0.27), (0.36, 0.1), (-0.36, 0.1))
_BOX_W = 0.075  # of one of a level's boxes
_BESIDE = ((0.31, 0.22), (-0.31, 0.22), (0.36, -0.1), (-0.36, -0.1))
_ROWS = (((0.0, 0.0),), ((-0.18, 0.0), (0.18, 0.0)), ((-0.2, -0.1), (0.2, -0.1), (0.0, 0.2)))


def draw_figures(image: Image.Image, scene: MapScene) -> Crowd:
    """Draw every figure, the lowest first."""
    crowd = Crowd()
    _draw_buildings(image, scene, crowd)
    _draw_walls(image, scene, crowd)
    _draw_sites(image, scene, crowd)
    if scene.layer.resources == "always":
        _draw_deposits(image, scene, crowd)
    elif scene.layer.resources == "zoomed" and scene.style == "zoom":
        _draw_resources(image, scene, crowd)
    routes = scene.chart.routes if scene.layer.routes else ()
    for route in routes:
        _draw_route(image, scene, crowd, route)
    if scene.layer.forces:
        _draw_stacks(image, scene, crowd)
        _draw_battles(image, scene, crowd)
    return crowd


def _draw_sites(image: Image.Image, scene: MapScene, crowd: Crowd) -> None:
    built = {(each.x, each.y) for each in (*scene.chart.settlements, *scene.chart.towers)}
    beset = {(each.x, each.y) for each in scene.chart.stacks}
    shared = Counter((each.x, each.y) for each in scene.chart.sites)
    drawn = Counter[tuple[int, int]]()
    for site in sorted(scene.chart.sites, key=lambda each: each.kind != "gate"):
        spot = site.x, site.y
        beside = spot in built or spot in beset
        if beside:  # at the edge, one below the other
            right, down = _SITE_ASIDE_W[0], _SITE_ASIDE_W[1] + 0.26 * drawn[spot]
        else:
            row = drawn[spot] - (shared[spot] - 1) / 2
            right, down = row * 0.42, -row * 0.16
        aside = right * scene.w, down * scene.w
        drawn[spot] += 1
        sprite = markers.site(site.kind, scene.w * (0.15 if beside else 0.19), site.icon)
        told = scene.layer.roads == "levels" or scene.style == "zoom" or site.leads_realm
        for x, y in scene.places(site.x, site.y):
            box = crowd.add(sprite.paste(image, x + aside[0], y + aside[1]), 4.0)
            if scene.place(site.x, site.y) != (x, y):
                continue
            if site.leads and told:
                text = f"→{site.leads[0]},{site.leads[1]}"
                pill = sprites.pill(text, palette.COUNT_TEXT)
                crowd.labels.append(Label(pill, box, PlacingRank.NUMBER, text))
            name = site.name if names_places(scene) else ""
            if site.leads_realm:
                name = site.leads_realm.removeprefix("the ")
            if name:
                crowd.labels.append(caption(scene, name, box))


def _draw_buildings(image: Image.Image, scene: MapScene, crowd: Crowd) -> None:
    chart = scene.chart
    cities = {(place.x, place.y) for place in chart.settlements}
    kinds = ("village", "town", "burgh", "city", "capital")
    buildings: list[tuple[int, int, Settlement | Tower]] = []
    front = scene.layer.reaches  # where towers are what it is about
    buildings += [(tower.y, 9 if front else 0, tower) for tower in chart.towers]
    buildings += [(place.y, 1 + kinds.index(place.kind), place) for place in chart.settlements]
    for *_, each in sorted(buildings, key=lambda entry: (*entry[:2], entry[2].x)):
        x, y = each.x, each.y
        scale = palette.ZOOM_BUILDING
        if scene.style == "map":
            scale = palette.MAP_BUILDING.get(each.kind, palette.OTHER_MAP_BUILDING)
        sprite = markers.house(
            each.kind,
            scene.livery(each.owner).colour,
            scene.w * scale,
            own=each.owner is not None and each.owner == chart.own,
        )
        if each.level is not None and _tells_levels(scene, each):
            boxes = sprites.level_boxes(each.level, max(scene.w * _BOX_W, 5.0))
            foot = sprite.top + sprite.image.height + boxes.image.height * 0.4
            sprite = sprites.joined((sprite, 0, 0), (boxes, 0, foot))
        tower = isinstance(each, Tower)
        shift = 0.0
        if tower and (x, y) in cities:  # it stands beside the town
            shift = (-0.46 if front else -0.34) * scene.w
        for px, py in scene.places(x, y):
            box = crowd.add(sprite.paste(image, px + shift, py), 1.2 if tower else 2.0)
            if not tower and scene.place(x, y) == (px, py):
                crowd.settled[x, y] = box
        if isinstance(each, Settlement) and each.seat and scene.layer.holdings:
            mark = markers.crown(each.seat, max(scene.w * 0.15, 9.0))
            for px, py in scene.places(x, y):
                spot = px + 0.34 * scene.w, py - 0.30 * scene.w
                crowd.add(mark.paste(image, *spot), 2.0)


def _tells_levels(scene: MapScene, each: Settlement | Tower) -> bool:
    """Whether there is room for levels, or the layer is about them."""
    if scene.style == "zoom":
        return True
    if isinstance(each, Tower):
        return scene.layer.reaches
    return scene.layer.resources == "always"


def _draw_walls(image: Image.Image, scene: MapScene, crowd: Crowd) -> None:
    """Fortifications, before the gates of a city or low in an empty hex."""
    for each in scene.chart.fortifications:
        sprite = markers.walls(each.level, scene.w)
        if each.level and scene.style == "zoom":
            boxes = sprites.level_boxes(each.level, scene.w * _BOX_W)
            sprite = sprites.joined((sprite, 0, 0), (boxes, 0, scene.w * 0.13))
        for x, y in scene.places(each.x, each.y):
            crowd.add(sprite.paste(image, x, y + 0.27 * scene.w), 1.0)


def _draw_resources(image: Image.Image, scene: MapScene, crowd: Crowd) -> None:
    at: dict[tuple[int, int], list[Sprite]] = defaultdict(list)
    for each in scene.chart.resources:
        sprite = badges.resource(each.badge, scene.w * 0.105)
        at[each.x, each.y].append(sprite)
    for (x, y), some in at.items():
        for px, py in scene.places(x, y):
            for sprite, (right, down) in zip(some, _CORNERS, strict=False):
                crowd.add(sprite.paste(image, px + right * scene.w, py + down * scene.w), 0.6)


def _draw_deposits(image: Image.Image, scene: MapScene, crowd: Crowd) -> None:
    """What lies in each hex, told apart by whether it is worked."""
    near = scene.style == "zoom"
    radius = scene.w * (0.15 if near else 0.20)
    at: dict[tuple[int, int], list[Resource]] = defaultdict(list)
    for each in scene.chart.resources:
        at[each.x, each.y].append(each)
    for (x, y), here in at.items():
        spots = _BESIDE if scene.settled[scene.number(x, y)] else _ROWS[min(len(here), 3) - 1]
        for px, py in scene.places(x, y):
            for each, (right, down) in zip(here, spots, strict=False):
                sprite = badges.deposit(
                    each.badge, radius, worked=each.worked, many=each.copies > 1
                )
                spot = px + right * scene.w, py + down * scene.w
                box = crowd.add(sprite.paste(image, *spot), 1.5)
                if not near or scene.place(x, y) != (px, py):
                    continue
                crowd.labels.append(caption(scene, each.name.replace("_", " ").capitalize(), box))
                if each.copies > 2:
                    _corner(crowd, f"×{each.copies}", box, spot, (radius, -radius * 0.8))
                if not each.worked:
                    _corner(crowd, f"{each.level}", box, spot, (radius, radius * 0.8), ghost=True)


def _corner(
    crowd: Crowd,
    text: str,
    box: PixelBox,
    spot: tuple[float, float],
    away: tuple[float, float],
    rank: PlacingRank = PlacingRank.NUMBER,
    *,
    size: int = palette.COUNT_TEXT,
    ghost: bool = False,
) -> None:
    """A number in a pill at a corner of a figure; at another corner where that is taken."""
    (x, y), (right, down) = spot, away
    spots = tuple(
        (x + right * side, y + down * end) for side, end in ((1, 1), (-1, 1), (1, -1), (-1, -1))
    )
    pill = sprites.pill(text, size, ghost=ghost)
    crowd.labels.append(Label(pill, box, rank, text, spots=spots))


def _draw_route(image: Image.Image, scene: MapScene, crowd: Crowd, route: Route) -> None:
    """Draw the way, and give the discs for the ends of its turns to be written."""
    columns = _unwrapped(route, scene.chart.width, wrap=scene.chart.wrap)
    last = len(columns) - 1
    if last < 1:
        return
    stops = sorted({end for end in route.turn_ends if 0 < end < last} | {last})
    crowd.stops.update((route.hexes[stop], None) for stop in stops)
    radius = scene.w * (palette.ROUTE_DISC_W if scene.style == "map" else 0.15)
    left, top, right, bottom = scene.window.frame
    # A window may lie anywhere on a world that goes round.
    first = scene.window.columns[0] // scene.chart.width
    shifts = range(first - 1, first + 3) if scene.chart.wrap else (0,)
    for shift in shifts:
        points = np.array(
            [scene.window.centre(column + shift * scene.chart.width, y) for column, y in columns]
        )
        inside = (
            (points[:, 0] >= left)
            & (points[:, 0] < right)
            & (points[:, 1] >= top)
            & (points[:, 1] <= bottom)
        )
        if inside.any():
            _draw_way(image, scene, crowd, points, stops, radius)
            for number, stop in enumerate(stops, route.first_turn):
                if inside[stop]:
                    _stop(crowd, str(number), points[stop], radius)


def _stop(crowd: Crowd, text: str, point: np.ndarray, radius: float) -> None:
    """The disc of a stop, beside it where another ends there too."""
    x, y = float(point[0]), float(point[1])
    aside = 2.2 * radius
    spots = ((x, y), *((x + right * aside, y + down * aside) for right, down in _ASIDE))
    crowd.labels.append(
        Label(sprites.disc(text, radius), (x, y, x, y), PlacingRank.STOP, text, spots=spots)
    )


_ASIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))


def _unwrapped(route: Route, width: int, *, wrap: bool) -> list[tuple[int, int]]:
    """The route's hexes with columns that run on where it goes around the world."""
    places: list[tuple[int, int]] = []
    for x, y in route.hexes:
        column = x
        if places and wrap:
            before = places[-1][0]
            column = x + round((before - x) / width) * width
        places.append((column, y))
    return places


def _draw_way(
    image: Image.Image,
    scene: MapScene,
    crowd: Crowd,
    points: np.ndarray,
    stops: list[int],
    radius: float,
) -> None:
    """Dots every so far but where the discs come, and an arrow before the end."""
    w = scene.w
    dot = sprites.dot(max(palette.ROUTE_DOT_W * w, 2.2))
    spans = np.hypot(*np.diff(points, axis=0).T)
    lengths = np.concatenate(([0.0], np.cumsum(spans)))
    total = float(lengths[-1])
    for number in range(1, int(total / (palette.ROUTE_STEP_W * w)) + 1):
        at = number * palette.ROUTE_STEP_W * w
        clear = min(abs(at - float(lengths[stop])) for stop in stops)
        if at < 0.35 * w or clear < radius + 0.1 * w or total - at < radius + 0.36 * w:
            continue
        x = float(np.interp(at, lengths, points[:, 0]))
        y = float(np.interp(at, lengths, points[:, 1]))
        crowd.add(dot.paste(image, x, y), 0.7)
    step_x, step_y = points[-1] - points[-2]
    span = math.hypot(step_x, step_y) or 1.0
    reach = radius + 0.20 * w
    degrees = round(math.degrees(math.atan2(step_y, step_x))) % 360
    tip = points[-1] - np.array((step_x, step_y)) / span * reach
    crowd.add(markers.arrow(0.34 * w, degrees).paste(image, float(tip[0]), float(tip[1])), 1.5)


def _draw_stacks(image: Image.Image, scene: MapScene, crowd: Crowd) -> None:
    chart, w = scene.chart, scene.w
    sited = {(each.x, each.y) for each in chart.sites}
    at: dict[tuple[int, int], list[Stack]] = defaultdict(list)
    for each in chart.stacks:
        at[each.x, each.y].append(each)
    for (x, y), all_here in sorted(at.items(), key=lambda item: (item[0][1], item[0][0])):
        # The own, the present and the great stand in front.
        here = sorted(
            all_here, key=lambda each: (each.owner != chart.own, each.age, -(each.count or 0))
        )
        spots, scale = _FORMATIONS[min(len(here), len(_FORMATIONS)) - 1]
        width = w * palette.SHIELD_W * scale * (0.72 if scene.style == "zoom" else 0.95)
        shift_x, shift_y = (0.0, 0.0)
        if (x, y) in crowd.settled or (x, y) in crowd.stops:
            shift_x, shift_y = palette.STACK_ASIDE_W[0] * w, -palette.STACK_ASIDE_W[1] * w
        elif (x, y) in sited:
            shift_x, shift_y = _STACK_BY_SITE_W[0] * w, _STACK_BY_SITE_W[1] * w
        for px, py in scene.places(x, y):
            for each, (right, down) in zip(here, spots, strict=False):
                own = each.owner is not None and each.owner == chart.own
                sprite = _figure(scene, each, width)
                spot = px + shift_x + right * w, py + shift_y + down * w
                box = sprite.paste(image, *spot)
                crowd.add(box, 3.5)
                if scene.place(x, y) != (px, py):
                    continue
                crowd.stacks.append((each, box))
                if text := count_text(each):
                    away = width * 0.36, width * 0.46
                    size = max(palette.COUNT_TEXT, round(width * 0.42))
                    rank = PlacingRank.OWN_COUNT if own else PlacingRank.COUNT
                    _corner(crowd, text, box, spot, away, rank, size=size, ghost=each.age > 0)
            if len(here) > len(spots) and scene.place(x, y) == (px, py):
                more = f"+{len(here) - len(spots)}"
                spot = px + shift_x, py + shift_y
                x0, y0 = round(spot[0]), round(spot[1])
                _corner(crowd, more, (x0, y0, x0, y0), spot, (0.36 * w, 0.0))


def _figure(scene: MapScene, each: Stack, width: float) -> Sprite:
    """What a stack looks like: a shield; an empty tent or bones where nobody can act."""
    if each.state:
        return markers.remains(each.state, scene.livery(each.owner).colour, width * 0.8)
    own, livery = each.owner is not None and each.owner == scene.chart.own, scene.livery(each.owner)
    if each.sign and not livery.emblem:
        livery = replace(livery, emblem=each.sign)
    sprite = markers.stack(livery, own, width, fleet=each.fleet, ghost=each.age > 0)
    if each.idle:
        flag = markers.flag(width * 0.9)
        sprite = sprites.joined((sprite, 0, 0), (flag, width * 0.5, -width * 0.62))
    return sprite


def _draw_battles(image: Image.Image, scene: MapScene, crowd: Crowd) -> None:
    """Stars where battles were, paler for those of the turn before; a skull where somebody fell."""
    latest: dict[tuple[int, int], int] = {}
    for each in scene.chart.battles:
        latest[each.x, each.y] = min(each.ago, latest.get((each.x, each.y), each.ago))
    graves = {(each.x, each.y) for each in scene.chart.fallen}
    for (column, row), ago in latest.items():
        size = scene.w * (0.72 if scene.style == "zoom" else 1.0)
        aside = -0.36 * scene.w if (column, row) in crowd.settled else 0.0
        sprite = markers.battle(size, past=ago > 0)
        if (column, row) in graves:
            skull = markers.skull(size * 0.17)
            sprite = sprites.joined((sprite, 0, 0), (skull, size * 0.34, size * 0.24))
        for x, y in scene.places(column, row):
            crowd.add(sprite.paste(image, x + aside, y + aside), 2.5)


def count_text(stack: Stack) -> str:
    """The number in a stack's pill, with a question mark on what is only remembered."""
    number = f"{stack.count:,}" if stack.counted and stack.count is not None else ""
    unknown = stack.counted and stack.count is None
    return f"{number}?" if stack.age or unknown else number
