"""The picture of a character or unit: its portrait, state, figures and gear on one card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.cohorts.fighter.facts import FighterFacts, FighterInside, Hero, outside
from bot.faces.cohorts.fighter.plain import mood, plainly
from bot.faces.cohorts.fighter.skills import learned
from bot.faces.cohorts.heading import heading
from bot.faces.cohorts.spelling import spelt
from bot.faces.paint import palette
from bot.faces.paint.picture import Picture
from bot.faces.sheet.likeness import state_words
from bot.faces.sheet.outside import outside_sheet
from bot.faces.sheet.portrait import portrait
from bot.faces.sheet.rows import as_large
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
from bot.faces.words.figures import Figure, amount
from bot.faces.words.text import number

_WIDE: Final = (RIGHT - LEFT - GAP) / 2  # of one of two panels side by side
_RIGHT: Final = LEFT + _WIDE + GAP
_ROOM: Final = RIGHT - LEFT - 2 * PAD
_PORTRAIT: Final = 300  # pixels, of a square
_ROW: Final = 50
_BAR: Final = 74
_TEXT: Final = 30
"""Pixels of every label: 10 on a phone."""
_NOTE: Final = 26
_RATINGS: Final = 11
_SKILLS: Final = 12
_GEAR: Final = 8
_LISTED: Final = 3  # lines of spells, titles and the like

Line = tuple[str, str]
"""A title and the words that belong to it."""


def draw_fighter(facts: FighterFacts) -> Picture:
    """The card of a character or unit as far as its asker knows it."""
    inside = facts.inside
    sheet = _own(facts, inside) if inside else _of_others(facts)
    where = facts.where
    name = file_name(facts.kind, facts.name, f"turn-{where.turn}")
    title = heading(facts.name, facts.what, where)
    return sheet.picture(title, name, fighter_alt(facts))


def _of_others(facts: FighterFacts) -> Sheet:
    """What is known line by line, beside a portrait of what is plain to see."""
    return outside_sheet(outside(facts), facts.caveat, portrait(facts.likeness, 200.0))


def _own(facts: FighterFacts, inside: FighterInside) -> Sheet:
    hero = inside.hero
    state = _PORTRAIT + 2 * 24
    left = [_named(each) for each in hero.attributes] if hero else _troop(facts, inside)
    ratings = [_named(each) for each in inside.ratings[:_RATINGS]]
    ratings += [(each.name, each.value, "points a turn") for each in inside.travel]
    columns = max(len(left), len(ratings))
    sections = list(_sections(inside))
    foot = _foot(facts, inside)
    parts = [_tall_of(lines) for _, lines in sections]
    tall = TOP + state + GAP + HEAD + columns * _ROW + 14 + GAP + sum(parts) + GAP * len(parts)
    lower = 24 + sum(len(lines) for _, lines in foot) * _ROW
    sheet = Sheet(round(tall + lower + GAP))
    _draw_state(sheet, facts, inside, TOP, state)
    top = TOP + state + GAP
    high = HEAD + columns * _ROW + 14
    _draw_column(sheet, LEFT, top, high, "Attributes" if hero else "Soldiers", left)
    _draw_column(sheet, _RIGHT, top, high, "In battle and on the march", ratings)
    top += high + GAP
    for (title, lines), part in zip(sections, parts, strict=True):
        sheet.panel((LEFT, top, RIGHT, top + part), title)
        _draw_lines(sheet, lines, top + HEAD + _ROW / 2)
        top += part + GAP
    sheet.panel((LEFT, top, RIGHT, top + lower))
    y = top + 12 + _ROW / 2
    for title, lines in foot:
        for place, text in enumerate(lines):
            if not place:
                sheet.write(title, LEFT + PAD, y, _TEXT, palette.MUTED, face="italic", width=170)
            sheet.write(
                text, LEFT + PAD + 186, y, _TEXT, palette.PARCHMENT, face="medium",
                width=_ROOM - 186,
            )  # fmt: skip
            y += _ROW
    return sheet


# ---------------------------------------------------------------- state


def _draw_state(
    sheet: Sheet, facts: FighterFacts, inside: FighterInside, top: float, tall: float
) -> None:
    """The portrait at the left, bars with plain words at the right."""
    sheet.panel((LEFT, top, RIGHT, top + tall))
    sheet.put(portrait(facts.likeness, float(_PORTRAIT)), LEFT + 24 + _PORTRAIT / 2, top + tall / 2)
    x = LEFT + 24 + _PORTRAIT + 34
    wide = RIGHT - PAD - x
    bars = list(_bars(facts, inside))
    step = (tall - 28) / len(bars)
    for place, (name, value, share, paint) in enumerate(bars):
        y = top + 14 + place * step + step / 2 - 12
        taken = sheet.write(value, x + wide, y, _TEXT, palette.WHITE, align="right", width=wide)
        sheet.write(name, x, y, _TEXT, palette.PARCHMENT, width=max(wide - taken - 14, 0.0))
        sheet.box((x, y + 24, x + wide, y + 38), palette.TROUGH)
        full = x + wide * min(max(share, 0.0), 1.0)
        if full > x:
            sheet.box((x, y + 24, full, y + 38), paint)


def _bars(facts: FighterFacts, inside: FighterInside) -> Iterator[tuple[str, str, float, str]]:
    """Name, figure in words, how full, and paint of each bar."""
    span = max(inside.next_xp - inside.from_xp, 1)
    missing = max(inside.next_xp - inside.xp, 0)
    yield (
        f"Level {inside.level}",
        f"{missing:,} experience to the next",
        (inside.xp - inside.from_xp) / span,
        palette.BRASS,
    )
    health = float(100 - inside.wounds)
    state = inside.state or state_words(facts.likeness) or "unhurt"
    paint = palette.UP if health > 50 else palette.DOWN
    yield "Health", f"{amount(100 - inside.wounds)}%, {state}", health / 100, paint
    morale = float(inside.morale)
    paint = palette.BAR if morale >= 50 else palette.DOWN
    yield "Morale", f"{amount(inside.morale)}%, {mood(int(morale))}", morale / 100, paint
    if inside.hero:
        mana, most = inside.hero.mana, inside.hero.most_mana
        if most or mana:
            yield "Mana", f"{mana} of {most}", mana / max(most, 1), palette.LINES[1]


# ---------------------------------------------------------------- figures


def _named(each: Figure) -> tuple[str, str, str]:
    """A figure in plain words, with what it is for or what changes its bare value."""
    name, what = plainly(each.name)
    changes = [f"{change} {spelt(source)}" for source, change in each.shares[1:]]
    return name, each.value, what or ", ".join(changes)


def _troop(facts: FighterFacts, inside: FighterInside) -> list[tuple[str, str, str]]:
    rows = [
        ("Soldiers", f"{facts.soldiers:,}", ""),
        ("Counts as level", str(inside.encounter), "in encounters"),
        ("Battle slot", str(inside.slot or "none"), spelt(inside.directive)),
    ]
    if inside.talent_slots:
        rows.append(("Talents", f"{len(inside.talents)} of {inside.talent_slots}", ""))
    return rows


def _draw_column(
    sheet: Sheet,
    x: float,
    top: float,
    tall: float,
    title: str,
    rows: Sequence[tuple[str, str, str]],
) -> None:
    """Names at the left and figures at the right, with what each is for as far as there is room."""
    sheet.panel((x, top, x + _WIDE, top + tall), title)
    wide = _WIDE - 2 * PAD
    for place, (name, value, note) in enumerate(rows):
        y = top + HEAD + (place + 0.5) * _ROW
        taken = sheet.write(
            value, x + PAD + wide, y, _TEXT, palette.WHITE, align="right", width=wide * 0.5
        )
        room = wide - taken - 14
        start = sheet.write(name, x + PAD, y, _TEXT, palette.PARCHMENT, face="medium", width=room)
        room -= start + 12
        if note and room > 90:
            size = as_large(note, "italic", (_NOTE, _NOTE - 2, _NOTE - 4), room)
            sheet.write(
                note, x + PAD + start + 12, y, size, palette.MUTED, face="italic", width=room
            )


# ---------------------------------------------------------------- what it has and can


def _sections(inside: FighterInside) -> Iterator[tuple[str, list[Line]]]:
    """Skills or talents and gear; what there is none of is left out."""
    hero = inside.hero
    if hero and (skills := _skills(hero)):
        yield "Skills", skills
    if inside.talents or inside.born_talents:
        talents = [
            (each.name, spelt(each.text)) for each in (*inside.talents, *inside.born_talents)
        ]
        yield "Talents", _cut(talents, 4, "Overview")
    if inside.gear:
        gear = [
            (each.name, "; ".join(filter(None, (each.place, *each.gives)))) for each in inside.gear
        ]
        yield "Gear", _cut(gear, _GEAR, "Gear")
    if hero and hero.spells:
        yield "Spells", [("", line) for line in _wrapped([each.name for each in hero.spells])]


def _skills(hero: Hero) -> list[Line]:
    """Two skills a line, the best first."""
    known = sorted(learned(hero.skills), key=lambda skill: -skill.effective)
    shown = [
        (f"{each.name} {each.effective}", each.kind if each.bare else "")
        for each in known[:_SKILLS]
    ]
    lines = [("", ", ".join(f"{a} ({b})" if b else a for a, b in shown))]
    more = len(known) - len(shown)
    told = wrapped(lines[0][1] + (f", and {more} more" if more else ""), "medium", _TEXT, _ROOM, 3)
    return [("", line) for line in told] if shown else []


def _cut(lines: list[Line], most: int, tab: str) -> list[Line]:
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], ("", f"and {len(lines) - most + 1} more under {tab}")]


def _wrapped(names: Sequence[str], most: int = _LISTED, room: float = _ROOM) -> list[str]:
    return wrapped(", ".join(names), "medium", _TEXT, room, most)


def _tall_of(lines: Sequence[Line]) -> float:
    return HEAD + len(lines) * _ROW + 14


def _draw_lines(sheet: Sheet, lines: Sequence[Line], y: float) -> None:
    for title, text in lines:
        end = 0.0
        if title:
            end = 16 + sheet.write(
                title, LEFT + PAD, y, _TEXT, palette.PARCHMENT, width=_ROOM * 0.6
            )
        size, paint = (_NOTE, palette.MUTED) if title else (_TEXT, palette.PARCHMENT)
        sheet.write(text, LEFT + PAD + end, y, size, paint, face="medium", width=_ROOM - end)
        y += _ROW


def _foot(facts: FighterFacts, inside: FighterInside) -> list[tuple[str, list[str]]]:
    """Where it is, its spells and states, what is left to do."""
    where, hero = facts.where, inside.hero
    room = _ROOM - 186
    lines = [("Place", [f"{where.at}, {where.ground}" if where.ground else where.at])]
    ails = [f"{s.name} ({s.text})" if s.text else s.name for s in inside.statuses]
    if inside.state or ails:
        lines.append(("State", _wrapped([*filter(None, (inside.state, *ails))], 2, room)))
    if inside.spells:
        lines.append(("Under", _wrapped([each.name for each in inside.spells], 1, room)))
    if hero:
        acts = "can still act" if hero.actions else "has acted"
        points = [
            number(count, f"{what} point")
            for count, what in ((hero.skill_points, "skill"), (hero.attribute_points, "attribute"))
            if count
        ]
        lines.append(("Action", [", ".join((acts, *(f"{each} to spend" for each in points)))]))
        if hero.titles:
            lines.append(("Titles", _wrapped([each.name for each in hero.titles], 2, room)))
    if where.message:
        lines.append(("Message", wrapped(f"“{where.message}”", "medium", _TEXT, room, 1)))
    return lines


# ---------------------------------------------------------------- words for who cannot see it


def fighter_alt(facts: FighterFacts) -> str:
    """What the picture shows, the figures themselves in the order shown."""
    where, inside = facts.where, facts.inside
    owner = f" of {where.owner.name}" if where.owner else ""
    parts = [f"{facts.name}, {facts.what}{owner}, {where.at}, turn {where.turn}."]
    if inside is None:
        parts += [f"{title}: {text}." for title, text in outside(facts)]
        return alt_text([*parts, facts.caveat])
    if facts.soldiers:
        parts.append(f"Soldiers {facts.soldiers:,}.")
    state = inside.state or state_words(facts.likeness)
    parts.append(
        f"Level {inside.level}, experience {inside.xp:,} of {inside.next_xp:,}. Health "
        f"{amount(100 - inside.wounds)}%{f' ({state})' if state else ''}, "
        f"morale {amount(inside.morale)}%."
    )
    hero = inside.hero
    if hero:
        if hero.mana or hero.most_mana:
            parts.append(f"Mana {hero.mana} of {hero.most_mana}.")
        named = (f"{plainly(each.name)[0]} {each.value}" for each in hero.attributes)
        parts.append(f"{', '.join(named)}.")
    figures = [f"{plainly(each.name)[0]} {each.value}" for each in inside.ratings]
    figures += [f"{each.name} {each.value}" for each in inside.travel]
    if figures:
        parts.append(f"{', '.join(figures)}.")
    parts.append(f"Gear: {', '.join(each.name for each in inside.gear) or 'nothing'}.")
    if hero:
        named = [f"{each.name} {each.effective}" for each in learned(hero.skills)]
        parts.append(f"Skills: {', '.join(named) or 'none'}.")
        if hero.spells:
            parts.append(f"Spells: {', '.join(each.name for each in hero.spells)}.")
    if inside.talent_slots or inside.talents:
        parts.append(f"Talents: {', '.join(t.name for t in inside.talents) or 'none'}.")
    return alt_text(
        parts + [f"{title}: {' '.join(lines)}." for title, lines in _foot(facts, inside)]
    )
