"""The picture of the relations: a matrix of factions, each cell a sign, a word and since when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cohorts.relations.facts import FactionFacts, RelationsFacts
from bot.faces.cohorts.relations.texts import STANDS, since
from bot.faces.paint import palette
from bot.faces.paint.card import Heading
from bot.faces.paint.palette import FactionLook, livery
from bot.faces.paint.picture import Picture
from bot.faces.paint.shapes import emblem
from bot.faces.paint.sprites import Sprite, shield
from bot.faces.paint.text import measure
from bot.faces.sheet.sheet import GAP, LEFT, PAD, RIGHT, TOP, Sheet, alt_text, wrapped
from engine.packs.cohorts.content.diplomacy import Relationship

MOST: Final = 10
"""Factions that the matrix has room for; the words tell of all."""
_HEAD: Final = 112
_FOOT: Final = 20
_NAMES: Final = 300  # pixels of the column of names
_LOOK: Final[dict[Relationship, tuple[str, str, str]]] = {
    "at_war": ("crossed-swords", "#7A1420", "#FFD3CF"),
    "allied": ("polar-star", "#24543F", "#CFF0DC"),
    "neutral": ("", palette.TROUGH, palette.MUTED),
}
"""Icon, ground and ink of each relation; the word stands beside, so colour is never alone."""


def draw_relations(facts: RelationsFacts) -> Picture:
    """The matrix of how all known factions stand to each other."""
    sides = facts.sides[:MOST]
    width = RIGHT - LEFT - 2 * PAD - _NAMES
    wide = width / max(len(sides), 3)
    row = min(max(wide * 0.62, 84.0), 118.0)
    tall = _HEAD + row * len(sides) + _FOOT
    sheet = Sheet(round(TOP + tall + GAP))
    sheet.panel((LEFT, TOP, RIGHT, TOP + tall))
    left, top = LEFT + PAD + _NAMES, TOP + _HEAD
    for place, side in enumerate(sides):
        x = left + (place + 0.5) * wide
        sheet.put(_shield(side, 46.0), x, TOP + _HEAD / 2)
        y = top + (place + 0.5) * row
        sheet.put(_shield(side, 46.0), LEFT + PAD + 24, y)
        paint = palette.WHITE if side.own else palette.PARCHMENT
        lines = wrapped(side.faction.name, "bold", 27, _NAMES - 84, 2)
        for number, line in enumerate(lines):
            at = y + (number - (len(lines) - 1) / 2) * 32
            sheet.write(line, LEFT + PAD + 62, at, 27, paint, width=_NAMES - 76)
        for other, across in enumerate(sides):
            box = (left + other * wide + 4, top + place * row + 4,
                   left + (other + 1) * wide - 4, top + (place + 1) * row - 4)  # fmt: skip
            _draw_cell(sheet, facts, side, across, box)
    heading = Heading("Relations", "", facts.turn, _faction(facts.side(facts.me)), own=True)
    return sheet.picture(heading, f"relations-turn-{facts.turn}.png", relations_alt(facts))


def _draw_cell(
    sheet: Sheet,
    facts: RelationsFacts,
    one: FactionFacts,
    other: FactionFacts,
    box: tuple[float, float, float, float],
) -> None:
    left, top, right, bottom = box
    if one is other:
        sheet.hatch(box, palette.TROUGH)
        return
    stands = facts.stands[one.faction.id, other.faction.id]
    icon, ground, ink = _LOOK[stands]
    sheet.round_box(box, ground, 8)
    x, y, wide = (left + right) / 2, (top + bottom) / 2, right - left
    turn = since(facts, one.faction.id, other.faction.id)
    word = STANDS[stands]
    size = next((s for s in (27, 25) if measure(word, "bold", s) <= wide - 12), 24)
    high = bottom - top
    has_icon = bool(icon) and high > 70
    rows = has_icon + 1 + bool(turn)
    y -= (rows - 1) * 14
    if has_icon:
        sheet.icon(icon, x, y - 2, 34, ink)
        y += 33
    sheet.write(word, x, y, size, ink, align="middle", width=wide - 8)
    if turn:
        sheet.write(
            f"turn {turn}", x, y + 28, 24, ink, face="medium", align="middle", width=wide - 8
        )


def _shield(side: FactionFacts, size: float) -> Sprite:
    return shield(livery(side.faction.colour, emblem(side.faction.emblem)), side.own, size)


def _faction(side: FactionFacts) -> FactionLook:
    found = side.faction
    return FactionLook(found.key, found.name, found.colour, emblem(found.emblem))


def relations_alt(facts: RelationsFacts) -> str:
    """Every pair, wars first; pairs that are neutral are the rest."""
    return alt_text(
        [f"Relations of {len(facts.sides)} factions, turn {facts.turn}.", *_told(facts)]
    )


def _told(facts: RelationsFacts) -> Iterator[str]:
    ids = [side.faction.id for side in facts.sides]
    order: tuple[Relationship, ...] = ("at_war", "allied", "neutral")
    for stands in order:
        pairs = [
            f"{facts.side(a).faction.name} and {facts.side(b).faction.name}"
            + (f" since turn {turn}" if (turn := since(facts, a, b)) else "")
            for place, a in enumerate(ids)
            for b in ids[place + 1 :]
            if facts.stands[a, b] == stands
        ]
        if pairs:
            yield f"{STANDS[stands].capitalize()}: {'; '.join(pairs)}."
