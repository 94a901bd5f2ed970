"""The picture of a city: its people, actions, works, guilds and resources on one card."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from bot.faces.cohorts.city.facts import UNKNOWN, CityFacts, CityInside, Folk, outside
from bot.faces.cohorts.city.guilds import GuildFacts
from bot.faces.cohorts.city.resources import ResourceFacts
from bot.faces.paint import badges, palette
from bot.faces.paint.canvas import polygons
from bot.faces.paint.card import Heading
from bot.faces.paint.palette import FactionLook
from bot.faces.paint.picture import Picture
from bot.faces.paint.shapes import Part, circle, emblem
from bot.faces.paint.sprites import sprite_of
from bot.faces.paint.text import measure
from bot.faces.sheet.outside import outside_sheet
from bot.faces.sheet.sheet import (
    GAP,
    HEAD,
    LEFT,
    PAD,
    RIGHT,
    TOP,
    Sheet,
    alt_text,
    file_name,
    wrapped,
)

_WALLS: Final = "stone-wall"
_SPLIT: Final = 744  # where the people end and the works begin
_RESOURCES: Final = 14  # rows; the rest is told in the text
_GUILD: Final = 128  # pixels of a guild
_RESOURCE: Final = 46
_DOTS: Final = 6  # actions shown as dots; more are a number
_WORK: Final = 56
_TREND: Final = 190  # pixels of the course of the people
_LINE: Final = 46
_STORE_LINES: Final = 2
_STORE_WIDE: Final = RIGHT - LEFT - 2 * PAD - 166

Trend = Sequence[tuple[int, int]]
"""The people of the city as (turn, count), the earliest first."""


def draw_city(facts: CityFacts, trend: Trend = ()) -> Picture:
    """The card of a city as far as its asker knows it; `trend` is of an own one."""
    where = f"{facts.spot[0]},{facts.spot[1]}" if facts.spot else ""
    owner = facts.owner
    heading = Heading(
        facts.name,
        ", ".join(filter(None, (facts.rank, where))),
        facts.turn,
        FactionLook(owner.key, owner.name, owner.colour, emblem(owner.emblem)) if owner else None,
        facts.own,
    )
    sheet = (
        _own(facts, facts.inside, trend) if facts.inside else outside_sheet(outside(facts), UNKNOWN)
    )
    name = file_name("city", facts.name, f"turn-{facts.turn}")
    return sheet.picture(heading, name, city_alt(facts, trend))


# ---------------------------------------------------------------- an own city


def _own(facts: CityFacts, inside: CityInside, trend: Trend) -> Sheet:
    people = max(len(inside.people), 1)
    row = 58 if people <= 7 else 48
    works = len(inside.works) + 1
    course = _TREND if len(trend) > 1 else 0
    upper = HEAD + max(58 + people * row + 52 + course, round(_WORK * (works + 0.95)))
    guilds = [guild for guild in inside.guilds if guild.level]
    rows = -(-len(guilds) // 2)
    middle = HEAD + rows * _GUILD + (48 if len(guilds) < len(inside.guilds) else 0) + 6
    shown = inside.resources[:_RESOURCES]
    more = len(inside.resources) - len(shown)
    lower = HEAD + 34 + max(len(shown), 1) * _RESOURCE + (40 if more else 0) + 6
    stores = _stores(inside)
    foot = 118 + (len(stores) - 1) * _LINE
    tops = [TOP]
    for height in (upper, middle, lower, foot):
        tops.append(tops[-1] + height + GAP)
    sheet = Sheet(tops[-1])
    _draw_people(sheet, facts, inside, tops[0], upper, row)
    if course:
        low = tops[0] + upper - 58
        _draw_trend(sheet, trend, (LEFT + PAD, low - _TREND + 24, _SPLIT - PAD, low))
    _draw_works(sheet, inside, tops[0], upper)
    _draw_guilds(sheet, inside.guilds, tops[1], middle)
    _draw_resources(sheet, shown, more, tops[2], lower)
    _draw_foot(sheet, facts, stores, tops[3], foot)
    return sheet


def _draw_people(
    sheet: Sheet, facts: CityFacts, inside: CityInside, top: float, tall: float, row: int
) -> None:
    left, right = LEFT, _SPLIT
    count = f"{inside.head_count:,} of {inside.limit:,}"
    sheet.panel((left, top, right, top + tall), "Population", count)
    bar = (left + PAD, top + HEAD, right - PAD, top + HEAD + 16)
    sheet.box(bar, palette.TROUGH)
    full = min(1.0, inside.head_count / max(inside.limit, 1))
    sheet.box((bar[0], bar[1], bar[0] + (bar[2] - bar[0]) * full, bar[3]), palette.BRASS)
    y = top + HEAD + 42
    heads = (("a month", right - PAD - 130), ("recruits", right - PAD)) if inside.people else ()
    for text, x in heads:
        sheet.write(text, x, y, 20, palette.MUTED, face="italic", align="right")
    if any(folk.slaves for folk in inside.people):
        sheet.write("hatched: slaves", left + PAD, y, 20, palette.MUTED, face="italic")
    most = max((folk.free + folk.slaves for folk in inside.people), default=1)
    for number, folk in enumerate(inside.people):
        _draw_folk(sheet, folk, max(most, 1), top + HEAD + 58 + (number + 0.5) * row)
    if not inside.people:
        sheet.write("Nobody lives here.", left + PAD, y + 44, 26, palette.MUTED, face="italic")
    lord = f"Baron {facts.baron}" + (f", player {facts.player}" if facts.player else "")
    text = "; ".join(filter(None, (facts.barony, lord if facts.baron else "")))
    y = top + tall - 30
    sheet.write(text, left + PAD, y, 22, palette.MUTED, face="italic", width=right - left - 2 * PAD)


def _draw_folk(sheet: Sheet, folk: Folk, most: int, y: float) -> None:
    left, right = LEFT + PAD, _SPLIT - PAD
    enslaved = folk.slaves and not folk.free
    paint = palette.MUTED if enslaved else palette.PARCHMENT
    sheet.icon(folk.icon, left + 16, y, 36, paint)
    name = f"{folk.name}, slaves" if enslaved else folk.name
    sheet.write(name, left + 46, y, 26, paint, face="medium", width=154)
    start, end = left + 208, left + 352
    sheet.box((start, y - 13, end, y + 13), palette.TROUGH)
    free = start + (end - start) * folk.free / most
    slaves = free + (end - start) * folk.slaves / most
    sheet.box((start, y - 13, free, y + 13), palette.BAR)
    if folk.slaves:
        slaves = min(max(slaves, free + 10), end)
        free = min(free, slaves - 10)
        sheet.box((free, y - 13, slaves, y + 13), palette.SLAVES)
        sheet.hatch((free, y - 13, slaves, y + 13), palette.PANEL)
    everyone = folk.free + folk.slaves
    count = _short(everyone) if everyone else "–"
    sheet.write(count, right - 222, y, 28, palette.WHITE, align="right", width=104)
    rise = f"+{_short(folk.growth)}" if folk.growth else "–"
    sheet.write(
        rise, right - 130, y, 24, palette.UP if folk.growth else palette.MUTED,
        face="medium", align="right", width=88,
    )  # fmt: skip
    waiting = _short(folk.waiting, 99_999) if folk.waiting or folk.recruits else "–"
    more = f"+{_short(folk.recruits, 9_999)}" if folk.recruits else ""
    width = sheet.write(more, right, y, 20, palette.UP, face="medium", align="right", width=60)
    gap = 8 if width else 0
    sheet.write(waiting, right - width - gap, y, 24, palette.PARCHMENT, align="right", width=70)


def _short(count: int, most: int = 999_999) -> str:
    """A count that has room in its column, in thousands or millions if it is above the most."""
    if count <= most:
        return f"{count:,}"
    return f"{count / 1e6:.1f} M" if count >= 1_000_000 else f"{count // 1000:,} k"


def _draw_works(sheet: Sheet, inside: CityInside, top: float, tall: float) -> None:
    left, right = _SPLIT + GAP, RIGHT
    sheet.panel((left, top, right, top + tall), "Actions left")
    most = max(inside.most_actions, inside.actions)
    if most <= _DOTS:
        sheet.dots(right - PAD - most * 34 + 10, top + 36, inside.actions, most)
    else:
        text = f"{inside.actions} of {inside.most_actions}"
        sheet.write(text, right - PAD, top + 36, 28, palette.WHITE, align="right")
    y = top + HEAD + 22
    if inside.besieged:
        sheet.write("Besieged: no growth, no new actions", left + PAD, y, 24, palette.DOWN)
    else:
        sheet.write("Improvements", left + PAD, y, 30, palette.PARCHMENT)
        note = "+ can be raised"
        sheet.write(note, right - PAD, y, 20, palette.MUTED, face="italic", align="right")
    rows = [(_WALLS, "Walls", inside.walls, 4, True)]
    rows += [(w.icon, w.name, w.level, w.most, bool(w.hindered)) for w in inside.works]
    for number, (icon, name, level, boxes, hindered) in enumerate(rows):
        y = top + HEAD + _WORK * (number + 1.35)
        paint = palette.PARCHMENT if level else palette.MUTED
        sheet.icon(icon, left + PAD + 18, y, 36, paint)
        sheet.write(name, left + PAD + 52, y, 26, paint, face="medium", width=170)
        sheet.boxes(right - PAD - boxes * 32 + 6, y, level, boxes)
        if not hindered and level < boxes:  # it could be raised now
            box = right - PAD - boxes * 32 + 6 + level * 32
            sheet.write("+", box + 13, y, 26, palette.UP, align="middle")


def _draw_guilds(sheet: Sheet, guilds: Sequence[GuildFacts], top: float, tall: float) -> None:
    there = [guild for guild in guilds if guild.level]
    absent = [guild.kind.lower() for guild in guilds if not guild.level]
    idle = sum(1 for guild in there if guild.actions)
    note = f"{idle} of {len(there)} can act" if there else ""
    sheet.panel((LEFT, top, RIGHT, top + tall), "Guilds", note)
    half = (RIGHT - LEFT - 2 * PAD + 24) / 2
    for number, guild in enumerate(there):
        x = LEFT + PAD + (number % 2) * half
        y = top + HEAD + (number // 2) * _GUILD
        _draw_guild(sheet, guild, x, y, half - 24)
    if absent:
        text = f"None here: {', '.join(absent)}"
        y = top + tall - 32
        sheet.write(text, LEFT + PAD, y, 22, palette.MUTED, face="italic", width=RIGHT - 2 * PAD)


def _draw_guild(sheet: Sheet, guild: GuildFacts, x: float, y: float, wide: float) -> None:
    sheet.round_box((x - 8, y, x + wide + 8, y + _GUILD - 12), palette.TROUGH, 10)
    middle = y + 30
    sheet.icon(guild.icon, x + 22, middle, 40, palette.PARCHMENT)
    sheet.dots(x + wide - 24, middle, guild.actions, 1, 11)
    level = f"level {guild.level}"
    taken = sheet.write(level, x + wide - 40, middle, 24, palette.BRASS, align="right")
    if guild.most_mana:
        mana = f"mana {guild.mana}/{guild.most_mana}"
        end = x + wide - 52 - taken
        taken += 12 + sheet.write(mana, end, middle, 20, "#A9D4F0", face="medium", align="right")
    room = wide - 108 - taken
    sheet.write(guild.name or guild.kind, x + 54, middle, 26, palette.PARCHMENT, width=room)
    deeds = guild.now
    if deeds:
        text = "Now: " + ", ".join(deed.words for deed in deeds)
    else:
        text = "Has acted this turn" if not guild.actions else "Nothing to do now"
    paint = palette.PARCHMENT if deeds else palette.MUTED
    for number, line in enumerate(wrapped(text, "medium", 21, wide - 8, 2)):
        sheet.write(line, x + 4, y + 68 + number * 27, 21, paint, face="medium", width=wide - 8)


def _draw_resources(
    sheet: Sheet, resources: Sequence[ResourceFacts], more: int, top: float, tall: float
) -> None:
    sheet.panel((LEFT, top, RIGHT, top + tall), "Resources")
    ends = (498, 590, 690, 806)
    y = top + HEAD + 14
    if resources:
        for text, x in zip(("own use", "open", "traded", "received"), ends, strict=True):
            sheet.write(text, x, y, 20, palette.MUTED, face="italic", align="right")
        sheet.write("from", 840, y, 20, palette.MUTED, face="italic")
    for number, each in enumerate(resources):
        y = top + HEAD + 34 + (number + 0.5) * _RESOURCE
        sheet.put(badges.resource(each.badge, 17.0), LEFT + PAD + 20, y)
        paint = palette.PARCHMENT if each.usable else palette.MUTED
        sheet.write(each.name, LEFT + PAD + 54, y, 26, paint, face="medium", width=300)
        counts = (each.own, each.open, each.traded, each.received)
        for count, x in zip(counts, ends, strict=True):
            text, ink = (str(count), palette.WHITE) if count else ("–", palette.MIST)
            sheet.write(text, x, y, 26, ink, align="right")
        where = ", ".join(each.sources)
        sheet.write(where, 840, y, 21, palette.MUTED, face="medium", width=RIGHT - PAD - 840)
    if not resources:
        y = top + HEAD + 34 + 0.5 * _RESOURCE
        sheet.write("None at hand", LEFT + PAD, y, 26, palette.MUTED, face="italic")
    if more:
        y = top + tall - 26
        text = f"and {more} more under Resources"
        sheet.write(text, LEFT + PAD, y, 22, palette.MUTED, face="italic")


def _draw_foot(
    sheet: Sheet, facts: CityFacts, stores: Sequence[str], top: float, tall: float
) -> None:
    sheet.panel((LEFT, top, RIGHT, top + tall))
    more = [("", line) for line in stores[1:]]
    lines = (("Garrison", facts.garrison), ("Possessions", stores[0]), *more)
    for number, (title, text) in enumerate(lines):
        y = top + 36 + number * _LINE
        sheet.write(title, LEFT + PAD, y, 26, palette.PARCHMENT)
        x = LEFT + PAD + 166
        sheet.write(text, x, y, 24, palette.COORDINATE, face="medium", width=RIGHT - PAD - x)


def _stores(inside: CityInside) -> list[str]:
    """Possessions on at most two lines, the greatest first; none is cut, the rest is counted."""
    greatest = sorted(inside.possessions, key=lambda each: (-each.count, each.name))
    items = [f"{each.count:,} × {each.name}" for each in greatest]
    lines, shown = [""], 0
    for place, item in enumerate(items):
        left = len(items) - place - 1
        longer = f"{lines[-1]}, {item}" if lines[-1] else item
        rest = f", and {left} more" if left and len(lines) == _STORE_LINES else ""
        if measure(longer + rest, "medium", 24) > _STORE_WIDE and lines[-1]:
            if len(lines) == _STORE_LINES:
                break
            lines.append("")
            longer = item
        lines[-1], shown = longer, place + 1
    if shown < len(items):
        lines[-1] += f", and {len(items) - shown} more"
    return lines if items else ["nothing"]


def _draw_trend(sheet: Sheet, trend: Trend, box: tuple[float, float, float, float]) -> None:
    """The people of the last turns as a line, with the first and the last count."""
    left, top, right, bottom = box
    sheet.write(f"Last {len(trend)} turns", left, top, 24, palette.COORDINATE, face="italic")
    first, last = trend[0], trend[-1]
    label = f"{first[1]:,}"
    start = left + measure(label, "medium", 24) + 16
    counts = [count for _, count in trend]
    low, high = min(counts), max(counts)
    upper, lower = top + 44, bottom - 34

    def spot(turn: int, count: int) -> tuple[float, float]:
        x = start + (right - 14 - start) * (turn - first[0]) / max(last[0] - first[0], 1)
        share = (count - low) / (high - low) if high > low else 0.5
        return x, lower - 14 - (lower - upper - 14) * share

    points = [spot(*each) for each in trend]
    ground = [(points[0][0], lower), *points, (points[-1][0], lower)]
    sheet.canvas.fill(polygons(np.array([ground], dtype=float)), "#4A4640")
    sheet.line(points, palette.BRASS, 4.0)
    sheet.line([(start, lower), (points[-1][0], lower)], palette.MUTED, 1.5)
    dot = Part(circle(0, 0, 1), palette.WHITE, palette.INK, 0.2)
    sheet.put(sprite_of((dot,), 8.0), *points[-1])
    sheet.write(label, start - 10, points[0][1], 24, palette.MUTED, face="medium", align="right")
    sheet.write(f"{last[1]:,}", right, top, 26, palette.WHITE, align="right")
    y = lower + 20
    sheet.write(f"turn {first[0]}", start, y, 24, palette.MUTED, face="medium")
    end = points[-1][0]
    sheet.write(f"turn {last[0]}", end, y, 24, palette.MUTED, face="medium", align="right")


# ---------------------------------------------------------------- words for who cannot see it


def city_alt(facts: CityFacts, trend: Trend = ()) -> str:
    """What the picture shows, the figures themselves in the order shown."""
    owner = f" of {facts.owner.name}" if facts.owner else ""
    where = f" at {facts.spot[0]},{facts.spot[1]}" if facts.spot else ""
    parts = [f"{facts.name}{where}, {facts.rank}{owner}, turn {facts.turn}."]
    inside = facts.inside
    if inside is None:
        parts += [f"{title}: {text}." for title, text in outside(facts)]
        return alt_text([*parts, UNKNOWN])
    parts.append(f"People {inside.head_count:,} of {inside.limit:,}:")
    for folk in inside.people:
        slaves = f" and {folk.slaves:,} slaves" if folk.slaves else ""
        rise = f" (+{folk.growth:,} a month)" if folk.growth else ""
        parts.append(f"{folk.name} {folk.free:,}{slaves}{rise};")
    if len(trend) > 1:
        (then, before), (_, now) = trend[0], trend[-1]
        parts.append(f"People {before:,} in turn {then}, {now:,} now.")
    parts.append(f"Actions left {inside.actions} of {inside.most_actions}.")
    levels = [f"walls {inside.walls}"] + [f"{w.name.lower()} {w.level}" for w in inside.works]
    parts.append(f"Levels: {', '.join(levels)}.")
    guilds = [f"{g.name or g.kind} {g.level}" for g in inside.guilds if g.level]
    parts.append(f"Guilds: {', '.join(guilds) or 'none'}.")
    parts.append(f"Garrison: {facts.garrison}.")
    resources = [f"{r.name} {r.own + r.received or 'for others'}" for r in inside.resources]
    return alt_text([*parts, f"Resources: {', '.join(resources) or 'none'}."])
