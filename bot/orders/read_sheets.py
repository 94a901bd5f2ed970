"""Order sheets, written and read away from the event loop: a hostile one may take a while.

Names are those that the player's faction knows; nothing here can reach the seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.faces.gaps import gaps_told
from bot.jobs.opened import rules_at, view_at
from bot.offences import offence_in
from bot.store.records import Wording
from engine.dice import ForeseeDice
from engine.names import free_texts
from engine.packs import Rules
from engine.sheet import LineFault, decode, order_lines, read, write
from engine.state import State
from engine.written import Unfit


def write_sheet(
    path: Path,
    campaign: int,
    tick: int,
    faction: int,
    player: int,
    orders: Sequence[tuple[str, str]],
) -> str:
    """The sheet of these orders (key and stored form)."""
    rules, state = _opened(path, campaign, tick, faction, player)
    return write([rules.read_order(key, body) for key, body in orders], state)


@dataclass(frozen=True, slots=True)
class SheetRead:
    """What a sheet holds: its orders (key, empty if new, and stored form), and what is wrong."""

    orders: tuple[tuple[str, str], ...] = ()
    faults: tuple[LineFault, ...] = ()
    offences: tuple[tuple[int, str], ...] = ()
    """The lines with a word that would offend others, and that word."""
    gaps: str = ""
    """Parts of its texts that pictures cannot show."""


def read_sheet(
    path: Path, campaign: int, tick: int, faction: int, player: int, data: bytes, wording: Wording
) -> SheetRead:
    """Read a sheet, and look through the texts in it as the campaign's `wording` says."""
    rules, state = _opened(path, campaign, tick, faction, player)
    try:
        text = decode(data)
        orders, faults = read(text, rules, state)
    except Unfit as unfit:
        return SheetRead(faults=tuple(LineFault(0, *problem) for problem in unfit.problems))
    offences: list[tuple[int, str]] = []
    if not faults:
        for (line, _), each in zip(order_lines(text), orders, strict=True):
            words = (offence_in(typed, wording) for typed in free_texts(each.order))
            if word := next(filter(None, words), ""):
                offences.append((line, word))
    return SheetRead(
        orders=tuple((each.key, each.to_json()) for each in orders),
        faults=tuple(faults),
        offences=tuple(offences),
        gaps=gaps_told(text for each in orders for text in free_texts(each.order)),
    )


def _opened(path: Path, campaign: int, tick: int, faction: int, player: int) -> tuple[Rules, State]:
    rules = rules_at(path, campaign, tick)
    state = State(rules, view_at(path, campaign, tick, faction), ForeseeDice())
    state.player = player
    return rules, state
