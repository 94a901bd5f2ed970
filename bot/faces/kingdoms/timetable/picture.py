"""The timetable as a picture: a row for each character, a column for each of the six phases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.kingdoms.days import DayFacts, Slot
from bot.faces.kingdoms.looks import VENTURE, looks_of
from bot.faces.kingdoms.people.likeness import likeness_of
from bot.faces.kingdoms.timetable.panel import said
from bot.faces.kingdoms.whereabouts import at, colour_of, full_of, rank
from bot.faces.paint import palette
from bot.faces.paint.card import Heading
from bot.faces.paint.palette import FactionLook
from bot.faces.paint.picture import Picture
from bot.faces.paint.shapes import emblem
from bot.faces.sheet.portrait import portrait
from bot.faces.sheet.sheet import GAP, LEFT, PAD, RIGHT, TOP, Sheet, alt_text, as_large, file_name
from engine.campaign import Faction
from engine.packs import Rules
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.pieces.records import Crown
from engine.packs.kingdoms.pieces.timing import PHASES
from engine.world import World

_ROW: Final = 136
_HEAD: Final = 66
_NAMES: Final = 370
"""Pixels at the left, for portraits and names."""
_FACE: Final = 92
_COLUMN: Final = (RIGHT - LEFT - _NAMES - PAD) / PHASES
_INSET: Final = 5
MOST: Final = 14
"""Characters that the picture shows; the words tell of all."""


def draw_timetable(
    rules: Rules, view: World, crown: Crown, days: Sequence[DayFacts], turn: int
) -> Picture:
    """The six phases of every character of a kingdom, by the orders in the draft."""
    shown = days[:MOST]
    more = 44 if len(days) > len(shown) else 0
    tall = _HEAD + len(shown) * _ROW + more + 12
    sheet = Sheet(round(TOP + tall + GAP))
    sheet.panel((LEFT, TOP, RIGHT, TOP + tall))
    first = LEFT + _NAMES
    for phase in range(1, PHASES + 1):
        x = first + (phase - 0.5) * _COLUMN
        sheet.write(f"{phase}", x, TOP + 36, 34, palette.BRASS, align="middle")
    sheet.write("Phase", LEFT + PAD, TOP + 36, 30, palette.MUTED, face="italic")
    for place, day in enumerate(shown):
        _draw_day(sheet, rules, view, day, TOP + _HEAD + place * _ROW)
    if more:
        told = f"and {len(days) - len(shown)} more, told in words"
        sheet.write(told, LEFT + PAD, TOP + tall - 30, 28, palette.MUTED, face="italic")
    side = view.find(Faction, crown.faction)
    look = FactionLook(side.key, side.name, side.colour, emblem(side.emblem)) if side else None
    heading = Heading("Timetable", crown.name, turn, look)
    alt = alt_text([f"Timetable of {crown.name}, turn {turn}.", *_told(days)])
    return sheet.picture(heading, file_name("timetable", f"turn-{turn}"), alt)


def _draw_day(sheet: Sheet, rules: Rules, view: World, day: DayFacts, top: float) -> None:
    ruler, middle = day.ruler, top + _ROW / 2
    most = full_of(view, rules.module, ruler)
    content, colour = rules.module.content(EncounterContent), colour_of(view, ruler.crown)
    face = portrait(likeness_of(content, view, ruler, colour, most), float(_FACE))
    sheet.put(face, LEFT + 14 + _FACE / 2, middle)
    x, room = LEFT + 14 + _FACE + 16, _NAMES - _FACE - 44.0
    size = as_large(ruler.name, "bold", (31, 29, 27, 25), room)
    sheet.write(ruler.name, x, middle - 22, size, palette.WHITE, width=room)
    where = f"{rank(ruler)}, {at(view, ruler.holding)}"
    small = as_large(where, "medium", (26, 24, 22), room)
    sheet.write(where, x, middle + 20, small, palette.COORDINATE, face="medium", width=room)
    late = sum(1 for slot in day.slots if slot.late)
    if late:
        told = f"{late} too late"
        sheet.write(told, x + room, middle - 22, 24, palette.DOWN, align="right")
    first = LEFT + _NAMES
    for phase in range(1, PHASES + 1):
        if day.at(phase) is None:
            left = first + (phase - 1) * _COLUMN
            box = (left + _INSET, top + 12, left + _COLUMN - _INSET, top + _ROW - 12)
            sheet.round_box(box, palette.TROUGH, 10)
            if not day.able:
                sheet.hatch(box, palette.FRAME, 14.0)
    for slot in day.slots:
        if not slot.late:
            _draw_slot(sheet, rules, slot, first, top)


def _draw_slot(sheet: Sheet, rules: Rules, slot: Slot, first: float, top: float) -> None:
    """An action over its phases: an icon, its name, and what it is about."""
    left = first + (slot.first - 1) * _COLUMN + _INSET
    right = first + slot.last * _COLUMN - _INSET
    sheet.round_box((left, top + 12, right, top + _ROW - 12), palette.BRASS, 10)
    middle = (left + right) / 2
    sign = looks_of(rules).icon("ventures", slot.kind.replace("-", "_"), VENTURE)
    room = right - left - 10
    icon_at, name_at = (38, 78) if slot.about else (50, 98)
    sheet.icon(sign, middle, top + icon_at, 44, palette.INK)
    size = as_large(slot.name, "bold", (28, 26, 24, 22, 20), room)
    sheet.write(slot.name, middle, top + name_at, size, palette.INK, align="middle", width=room)
    size = as_large(slot.about, "medium", (25, 23, 21), room)
    sheet.write(
        slot.about, middle, top + 107, size, palette.INK, face="medium", align="middle", width=room
    )


def _told(days: Sequence[DayFacts]) -> Iterator[str]:
    for day in days:
        yield f"{day.ruler.name}: {said(day)}."
