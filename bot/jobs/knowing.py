"""What a faction knows and what a player's orders would do, computed away from the event loop.

The event loop keeps the results (`bot.host`); nothing here can reach the seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.jobs.opened import rules_at, view_at
from engine import preview
from engine.preview import Planned
from engine.world import Record, World


def see(path: Path, campaign: int, tick: int, faction: int) -> World:
    """What the faction knew after the tick."""
    return view_at(path, campaign, tick, faction)


@dataclass(frozen=True, slots=True)
class PlanResult:
    """A plan as what it changes in the view it was made from."""

    orders: tuple[Planned, ...]
    changes: tuple[tuple[str, int, Record | None], ...]


def plan(
    path: Path,
    campaign: int,
    tick: int,
    faction: int,
    player: int,
    orders: Sequence[tuple[str, str]],
) -> PlanResult:
    """What these orders (key and stored form) of a player would do after the tick."""
    rules = rules_at(path, campaign, tick)
    view = view_at(path, campaign, tick, faction)
    queued = tuple(rules.read_order(key, body) for key, body in orders)
    made = preview.plan(rules, view, player, queued)
    changes = tuple((kind, id, new) for kind, id, _, new in made.world.changes())
    return PlanResult(made.orders, changes)
