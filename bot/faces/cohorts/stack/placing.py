"""Who of a new stack stands in which battle slot: chosen one by one, the rest in the ranks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from bot.faces.words.text import listed
from engine.orders import Choice, Ref, Refusal, Refused
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.written import Unfit, items

FRONT: Final = (3, 2, 4, 1, 5)
BACK: Final = (8, 7, 9, 6, 10)
"""The slots of a rank, its middle first (cohorts.battle.map)."""
_OUT: Final = 0
_SLOTS: Final[Sequence[int]] = (*FRONT, *BACK, _OUT)
_COLUMNS: Final = ("left flank", "left center", "center", "right center", "right flank")


def said(text: str) -> list[str]:
    """What is chosen so far, from the text of the parameter: a piece, its slot, and so on."""
    try:
        return [item.text for item in items(text) if item.text]
    except Unfit:
        return []


def next_choices(chosen: Sequence[str], people: Iterable[Choice]) -> Iterator[Choice]:
    """The people who go and have no slot yet; behind somebody the slots, the likeliest first.

    `chosen` is what is chosen so far.
    """
    if len(chosen) % 2 == 0:
        yield from (each for each in people if each.value not in chosen[::2])
        return
    names = {each.value: each.label.partition(" · ")[0] for each in people}
    there: dict[int, list[str]] = {slot: [] for slot in _SLOTS}
    for who, slot in _pairs(chosen[:-1]).items():
        there.setdefault(slot, []).append(names.get(who, ""))
    for slot, others in there.items():
        note = f" · beside {listed(filter(None, others))}" if any(others) else ""
        yield Choice(str(slot), f"{_called(slot)}{note}")


def placed(
    who: Sequence[tuple[Ref, Character | Unit]],
    chosen: Sequence[str],
    in_front: Callable[[Ref, Character | Unit], bool],
) -> list[int]:
    """The slot of each who goes: the one chosen, else one of the rank with fewest in it.

    Raises `engine.orders.Refused` if somebody's slot has not been chosen yet.
    """
    if len(chosen) % 2:
        name = next((piece.name for ref, piece in who if str(ref) == chosen[-1]), "the last")
        raise Refused(
            Refusal(
                "missing",
                AssignBattleSlot.rule,
                f"The slot of {name} is not chosen yet.",
                "Choose it, or take the last out.",
            )
        )
    fixed = _pairs(chosen)
    count: dict[int, int] = dict.fromkeys(_SLOTS, 0)
    for ref, _ in who:
        if str(ref) in fixed:
            count[fixed[str(ref)]] += 1
    found: list[int] = []
    for ref, piece in who:
        slot = fixed.get(str(ref))
        if slot is None:
            slot = min(FRONT if in_front(ref, piece) else BACK, key=count.__getitem__)
            count[slot] += 1
        found.append(slot)
    return found


def _pairs(chosen: Sequence[str]) -> Mapping[str, int]:
    """The slots by who stands in them, as far as they are slots."""
    known = {str(slot): slot for slot in _SLOTS}
    pairs = zip(chosen[::2], chosen[1::2], strict=False)
    return {who: known[slot] for who, slot in pairs if slot in known}


def _called(slot: int) -> str:
    if slot == _OUT:
        return "out of battle (slot 0)"
    rank = "front" if slot in FRONT else "back"
    return f"in slot {slot} ({rank}, {_COLUMNS[(slot - 1) % len(_COLUMNS)]})"
