"""Order sheets, written and read away from the event loop: a hostile one may take a while.

Names are those that the player's faction knows; nothing here can reach the seed.
"""

from collections.abc import Sequence
from pathlib import Path

from bot.jobs.opened import rules_at, view_at
from engine.dice import ForeseeDice
from engine.forms import Unfit
from engine.packs import Rules
from engine.sheet import LineFault, decode, read, write
from engine.state import State


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


def read_sheet(
    path: Path, campaign: int, tick: int, faction: int, player: int, data: bytes
) -> tuple[list[tuple[str, str]], list[LineFault]]:
    """The orders of a sheet (key, empty if new, and stored form), and what is wrong with it."""
    rules, state = _opened(path, campaign, tick, faction, player)
    try:
        orders, faults = read(decode(data), rules, state)
    except Unfit as unfit:
        return [], [LineFault(0, *problem) for problem in unfit.problems]
    return [(each.key, each.to_json()) for each in orders], faults


def _opened(path: Path, campaign: int, tick: int, faction: int, player: int) -> tuple[Rules, State]:
    rules = rules_at(path, campaign, tick)
    state = State(rules, view_at(path, campaign, tick, faction), ForeseeDice())
    state.player = player
    return rules, state
