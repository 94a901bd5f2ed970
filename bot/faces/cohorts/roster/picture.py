"""The picture of a roster: one box a place, and in it who is there with slot, health and state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.cohorts.roster.facts import MARKS, PieceFacts, PlaceFacts, RosterFacts
from bot.faces.cohorts.roster.texts import headline
from bot.faces.paint import palette
from bot.faces.paint.card import Heading
from bot.faces.paint.palette import FactionLook
from bot.faces.paint.picture import Picture
from bot.faces.paint.shapes import Part, circle, emblem
from bot.faces.paint.sprites import sprite_of, words
from bot.faces.sheet.sheet import GAP, LEFT, PAD, RIGHT, TOP, Sheet, alt_text, file_name
from bot.faces.words.text import number
from engine.campaign import Faction as Side

TALLEST: Final = 2400
"""Pixels; what does not fit is counted in the last line."""
_WIDE: Final = (RIGHT - LEFT - GAP) / 2
_ROW: Final = 66
_HEAD: Final = 100
_FOOT: Final = 12
_MOST_ROWS: Final = 14
"""Pieces that one place shows."""
_ICON: Final = {"city": "castle", "stack": "crossed-swords", "loose": "person", "captive": "person"}


def draw_roster(facts: RosterFacts, side: Side) -> Picture:
    """The picture of all that a player has."""
    columns, left_out = _laid(facts.places)
    lowest = max((_end(column) for column in columns), default=TOP)
    tall = round(max(lowest, TOP + _HEAD) + (48 if left_out else 0) + 70)
    sheet = Sheet(tall)
    for number_, column in enumerate(columns):
        y = float(TOP)
        for place in column:
            _draw_place(sheet, place, LEFT + number_ * (_WIDE + GAP), y)
            y += _tall(place) + GAP
    if not facts.places:
        sheet.write("Nothing yet", LEFT + PAD, TOP + 50, 30, palette.MUTED, face="italic")
    y = tall - 36.0
    if left_out:
        told = f"and {number(left_out, 'more place')}: the pages tell of all"
        sheet.write(told, LEFT + PAD, y - 44, 26, palette.MUTED, face="italic")
    sheet.write(headline(facts), LEFT + PAD, y, 28, palette.PARCHMENT, width=RIGHT - LEFT - 2 * PAD)
    shown = FactionLook(side.key, side.name, side.colour, emblem(side.emblem))
    heading = Heading("Roster", facts.player, facts.turn, shown)
    return sheet.picture(heading, file_name("roster", f"turn-{facts.turn}"), roster_alt(facts))


def _laid(places: Sequence[PlaceFacts]) -> tuple[tuple[list[PlaceFacts], list[PlaceFacts]], int]:
    """The places in two columns of like height, in their order, and how many find no room."""
    columns: tuple[list[PlaceFacts], list[PlaceFacts]] = ([], [])
    left_out = 0
    for place in places:
        column = min(columns, key=_end)
        if _end(column) + _tall(place) > TALLEST:
            left_out += 1
        else:
            column.append(place)
    return columns, left_out


def _end(column: Sequence[PlaceFacts]) -> float:
    return TOP + sum(_tall(place) + GAP for place in column)


def _tall(place: PlaceFacts) -> float:
    rows = min(len(place.pieces), _MOST_ROWS)
    return _HEAD + rows * _ROW + _FOOT


def _draw_place(sheet: Sheet, place: PlaceFacts, x: float, top: float) -> None:
    sheet.round_box((x, top, x + _WIDE, top + _tall(place)), palette.PANEL, 12)
    sheet.icon(_ICON[place.kind], x + 44, top + 40, 44, palette.BRASS)
    right = x + _WIDE - PAD
    if place.spot:
        right -= 14 + sheet.write(
            place.spot, right, top + 36, 26, palette.MUTED, face="medium", align="right"
        )
    sheet.write(place.name, x + 80, top + 36, 31, palette.PARCHMENT, width=right - x - 80)
    notes = ", ".join(filter(None, (place.what if place.kind != "city" else "", *place.notes)))
    sheet.write(
        notes, x + 80, top + 74, 24, palette.COORDINATE, face="medium", width=_WIDE - 80 - PAD
    )
    shown = place.pieces
    if len(shown) > _MOST_ROWS:
        shown = shown[: _MOST_ROWS - 1]
    y = top + _HEAD + _ROW / 2 - 4
    for each in shown:
        _draw_piece(sheet, each, x, y)
        y += _ROW
    if len(place.pieces) > len(shown):
        more = f"and {len(place.pieces) - len(shown)} more here"
        sheet.write(more, x + 80, y, 24, palette.MUTED, face="italic")


def _draw_piece(sheet: Sheet, each: PieceFacts, x: float, y: float) -> None:
    """Slot, icon, name over what it is, state at the right, health as a bar below."""
    ground = Part(circle(0, 0, 1), palette.TROUGH, palette.BRASS if each.slot else None, 0.1)
    sheet.put(sprite_of((ground,), 24.0), x + 44, y)
    if each.slot:
        sheet.put(words(str(each.slot), 25, palette.WHITE), x + 44, y)
    else:
        paint = palette.MUTED if each.facts.held else palette.PARCHMENT
        sheet.icon(each.icon, x + 44, y, 32, paint)
    state = _state(each)
    right = x + _WIDE - PAD
    if state:
        paint = palette.DOWN if each.marks[0] in _BAD else palette.UP
        right -= 12 + sheet.write(
            state, right, y - 13, 24, paint, face="medium", align="right", width=200
        )
    faded = palette.MUTED if each.facts.held else palette.WHITE
    sheet.write(each.facts.name, x + 80, y - 13, 27, faded, width=right - x - 80)
    bar = 96 if each.health is not None and each.health < 100 else 0
    room = _WIDE - 80 - PAD - bar - (12 if bar else 0)
    leads = each.kind == "character" and each.facts.level
    level = f", level {each.facts.level}" if leads else ""
    sheet.write(
        f"{each.facts.described}{level}",
        x + 80, y + 17, 24, palette.COORDINATE, face="medium", width=room,
    )  # fmt: skip
    if bar and each.health is not None:
        end = x + _WIDE - PAD
        sheet.box((end - bar, y + 10, end, y + 24), palette.BATTLE_EDGE)
        sheet.box((end - bar, y + 10, end - bar + bar * each.health / 100, y + 24), palette.UP)


_BAD: Final = ("dead", "prisoner", "held", "wounded", "shaken")


def _state(each: PieceFacts) -> str:
    """What matters most of its state, in a word or two."""
    if not each.marks:
        return ""
    if each.marks[0] == "wounded" and each.health is not None:
        return f"health {each.health}%"
    if each.marks[0] == "points":
        return number(each.points, "point")
    return MARKS[each.marks[0]][1]


def roster_alt(facts: RosterFacts) -> str:
    """The places in order, each with who is there."""
    return alt_text(
        [f"Roster of {facts.player}, turn {facts.turn}. {headline(facts)}", *_told(facts)]
    )


def _told(facts: RosterFacts) -> Iterator[str]:
    for place in facts.places:
        who = ", ".join(
            f"{each.facts.name} ({state})" if (state := _state(each)) else each.facts.name
            for each in place.pieces
        )
        at = f" {place.spot}" if place.spot else ""
        soldiers = f", {number(place.soldiers, 'soldier')}" if place.soldiers else ""
        yield f"{place.name}{at}{soldiers}: {who or 'nobody'}."
