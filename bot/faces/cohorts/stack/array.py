"""The battle slots of a stack as they stand in a battle: the front rank above, the back below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.faces.cohorts.stack.facts import MemberFacts, StackFacts
from bot.faces.paint import palette
from bot.faces.sheet.portrait import portrait
from bot.faces.sheet.sheet import GAP, HEAD, LEFT, PAD, RIGHT, Sheet
from engine.packs.cohorts.battle.slots import NAMES, SLOTS

_RANK: Final = len(NAMES)
_CELL: Final = 176  # pixels, of a slot's height
_FACE: Final = 92.0
_SMALL: Final = 68.0
_GAP: Final = 10
_NAMES: Final = 46  # of the row with the names of the columns


def in_slots(facts: StackFacts) -> list[MemberFacts]:
    """Those who report for battle, by slot; nobody where battles know no slots."""
    found = [each for each in facts.members if facts.ranked and each.slot and not each.held]
    return sorted(found, key=lambda each: each.slot)


def tall_of_array(facts: StackFacts) -> float:
    """The height of the panel with the gap below it; 0 where nobody reports for battle."""
    if not in_slots(facts):
        return 0.0
    return HEAD + _NAMES + SLOTS // _RANK * (_CELL + _GAP) + 12 + GAP


def draw_array(sheet: Sheet, facts: StackFacts, top: float) -> None:
    """The panel with the ten slots."""
    found = in_slots(facts)
    if not found:
        return
    bottom = top + tall_of_array(facts) - GAP
    sheet.panel((LEFT, top, RIGHT, bottom), "In battle", "front rank above, back rank below")
    wide = (RIGHT - LEFT - 2 * PAD - (_RANK - 1) * _GAP) / _RANK
    for column, name in enumerate(NAMES):
        x = LEFT + PAD + column * (wide + _GAP) + wide / 2
        sheet.write(
            name, x, top + HEAD + 18, 26, palette.COORDINATE, face="medium", align="middle",
            width=wide,
        )  # fmt: skip
    for slot in range(1, SLOTS + 1):
        row, column = divmod(slot - 1, _RANK)
        left = LEFT + PAD + column * (wide + _GAP)
        upper = top + HEAD + _NAMES + row * (_CELL + _GAP)
        here = [each for each in found if each.slot == slot]
        _draw_slot(sheet, slot, here, (left, upper, left + wide, upper + _CELL))


def _draw_slot(
    sheet: Sheet,
    slot: int,
    here: Sequence[MemberFacts],
    box: tuple[float, float, float, float],
) -> None:
    left, top, right, bottom = box
    sheet.round_box(box, palette.TROUGH, 10)
    sheet.write(str(slot), left + 12, top + 24, 28, palette.BRASS)
    if not here:
        return
    middle = (left + right) / 2
    size = _FACE if len(here) == 1 else _SMALL
    shown = here[:2]
    start = middle - (len(shown) - 1) * (size + 8) / 2
    for place, each in enumerate(shown):
        if each.likeness:
            sheet.put(
                portrait(each.likeness, size), start + place * (size + 8), top + 14 + size / 2
            )
    told = here[0].name if len(here) == 1 else f"{here[0].name} +{len(here) - 1}"
    sheet.write(
        told, middle, bottom - 54, 27, palette.WHITE, align="middle", width=right - left - 12
    )
    men = sum(each.soldiers for each in here)
    note = f"{men:,} soldiers" if men else here[0].what
    sheet.write(
        note, middle, bottom - 22, 25, palette.MUTED, face="medium", align="middle",
        width=right - left - 12,
    )  # fmt: skip
