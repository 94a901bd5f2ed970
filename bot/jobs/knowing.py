"""What a faction knows and what a player's orders would do, computed away from the event loop.

The event loop keeps the results (`bot.host`); nothing here can reach the seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.jobs.opened import rules_at, view_at
from engine import preview
from engine.campaign import Player
from engine.dice import ForeseeDice
from engine.packs import Rules
from engine.preview import Planned
from engine.state import State
from engine.world import Record, World


def asking(rules: Rules, world: World, player: int) -> State:
    """A state on what a player knows, for choosers and conditions."""
    state = State(rules, world, ForeseeDice())
    state.player = player
    state.planning = True
    return state


def see(path: Path, campaign: int, tick: int, faction: int) -> World:
    """What the faction knew after the tick."""
    return view_at(path, campaign, tick, faction)


def see_players(path: Path, campaign: int, tick: int, faction: int) -> tuple[Player, ...]:
    """The players as the faction knew them after the tick."""
    return tuple(see(path, campaign, tick, faction).all(Player))


@dataclass(frozen=True, slots=True)
class PlanResult:
    """A plan as what it changes in the view it was made from."""

    orders: tuple[Planned, ...]
    changes: tuple[tuple[str, int, Record | None], ...]

    def on(self, view: World) -> tuple[World, tuple[Record, ...]]:
        """The view as the plan would leave it, and what is new; the view stays as it is."""
        world = view.fork()
        new: list[Record] = []
        for kind, id, record in self.changes:
            if record is not None:
                world.put(record)
                if view.at(record.place) is None:
                    new.append(record)
            elif gone := world.find(world.kinds[kind], id):
                world.remove(gone)
        return world, tuple(new)


def plan(
    path: Path,
    campaign: int,
    tick: int,
    faction: int,
    player: int,
    orders: Sequence[tuple[str, str]],
) -> PlanResult:
    """What these orders (key and stored form) of a player would do after the tick."""
    (made,) = plan_together(path, campaign, tick, faction, [(player, orders)])
    return made


def plan_together(
    path: Path,
    campaign: int,
    tick: int,
    faction: int,
    turns: Sequence[tuple[int, Sequence[tuple[str, str]]]],
) -> tuple[PlanResult, ...]:
    """What the turns of a faction's players would do one after the other after the tick.

    The changes are those of all turns together, the same in each result.
    """
    rules = rules_at(path, campaign, tick)
    view = view_at(path, campaign, tick, faction)
    queued = [
        (player, tuple(rules.read_order(key, body) for key, body in orders))
        for player, orders in turns
    ]
    made = preview.plan_together(rules, view, queued)
    changes = tuple((kind, id, new) for kind, id, _, new in made[0].world.changes()) if made else ()
    return tuple(PlanResult(each.orders, changes) for each in made)
