"""Whether a stored campaign is what its seed, its module and its players' orders make of it.

Every tick is computed again and compared with what is stored. Nothing is written. Besides
`resolve`, the only code that reads a seed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast, get_args

from bot.jobs.opened import rules_of
from bot.store.records import EntityRow, Tick
from bot.store.resolving import read_seed
from bot.store.world import read_campaign, read_events, read_module, read_ticks, read_world
from engine import __version__, turn
from engine.dice import Seed, SeededDice, seed_hash
from engine.replay import read_given, replay, state_hash


@dataclass(frozen=True, slots=True)
class Verified:
    """What came of a tick."""

    tick: Tick
    faults: tuple[str, ...]
    """What is wrong with it; empty if it holds."""
    passed_over: str = ""
    """Why it was not computed again; its state is compared all the same."""

    def __str__(self) -> str:
        what = f"tick {self.tick.number}, {self.tick.kind} of {self.tick.local_date}: "
        if self.faults:
            return f"{what}WRONG: {'; '.join(self.faults)}"
        return what + (f"not computed again: {self.passed_over}" if self.passed_over else "holds")


def seed_holds(path: Path, campaign: int) -> bool:
    """Whether the seed is the one whose hash was published. Raises NotFound."""
    row, _ = read_campaign(path, campaign)
    return seed_hash(Seed(read_seed(path, campaign))) == row.seed_hash


def verify(path: Path, campaign: int) -> Iterator[Verified]:
    """Verify tick after tick, from the founding on. Raises StoreError."""
    row, _ = read_campaign(path, campaign)
    seed = Seed(read_seed(path, campaign))
    before: list[EntityRow] = []
    for tick in read_ticks(path, campaign, 1, row.tick):
        after = read_world(path, campaign, tick.number)
        yield _verified(path, seed, tick, before, after)
        before = after


def _verified(
    path: Path, seed: Seed, tick: Tick, before: list[EntityRow], after: list[EntityRow]
) -> Verified:
    faults: list[str] = []
    sound = state_hash(before) == tick.hash_before
    if not sound:
        faults.append("the stored state before it is not the one it was computed from")
    if state_hash(after) != tick.hash_after:
        faults.append("the stored state after it is not the one it left")
    if tick.engine_version != __version__:
        other = f"engine {tick.engine_version} made it, and this is {__version__}"
        return Verified(tick, tuple(faults), other)
    if tick.kind not in get_args(turn.DueKind):
        return Verified(tick, tuple(faults), "it came by hand, not by the rules")
    if not sound:
        return Verified(tick, tuple(faults), "what it starts from is wrong")
    try:
        faults += _again(path, seed, tick, before)
    except Exception as error:  # noqa: BLE001 - rows that were meddled with may break any rule
        faults.append(f"it cannot be computed again ({type(error).__name__}: {error})")
    return Verified(tick, tuple(faults))


def _again(path: Path, seed: Seed, tick: Tick, before: list[EntityRow]) -> Iterator[str]:
    """What comes out otherwise when the tick is computed again."""
    rules = rules_of(read_module(path, tick.module_digest))
    submissions, settings = read_given(rules, tick.orders)
    due = turn.Due(cast("turn.DueKind", tick.kind), tick.number, tick.local_date, submissions)
    replayed = replay(rules, before, due, SeededDice(seed, tick.number), settings)
    if replayed.hash_after != tick.hash_after:
        yield "computed again it leaves another state"
    events = read_events(path, tick.campaign, tick.number)
    if replayed.events != [body for _, body in events]:
        yield "computed again other things happen"
