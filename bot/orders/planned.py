"""A player's queued orders as they would leave what the faction knows, kept at hand in a worker."""

from collections.abc import Sequence
from pathlib import Path

from bot.faces.choices.offering import labels_of
from bot.jobs.opened import Recent, rules_at, view_at
from engine.dice import ForeseeDice
from engine.labels import Labels
from engine.preview import Plan, plan
from engine.state import State
from engine.world import World

Orders = Sequence[tuple[str, str]]
"""Keys and stored forms."""

_PLANS = Recent(4)


class _Known:
    """A plan with the view that it was made on."""

    def __init__(self, view: World, made: Plan) -> None:
        self.view, self.world, self.orders = view, made.world, made.orders


def planned_at(
    path: Path, campaign: int, tick: int, faction: int, player: int, orders: Orders
) -> tuple[State, Labels]:
    """A state on a player's plan, from which choices are listed, and what things are called in it.

    Nothing is drawn in it, and callers must not change its world.
    """
    rules = rules_at(path, campaign, tick)

    def make() -> _Known:
        view = view_at(path, campaign, tick, faction)
        queued = tuple(rules.read_order(key, body) for key, body in orders)
        return _Known(view, plan(rules, view, player, queued))

    known = _PLANS.get((path, campaign, tick, faction, player, tuple(orders)), make)
    state = State(rules, known.world, ForeseeDice())
    state.player, state.planning = player, True
    return state, labels_of(known)
