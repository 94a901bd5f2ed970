"""What a tick makes of players' standing orders: whether each goes on, and why not.

It asks what the order's player knows after the tick and what the faction learned of the order in
it, as `engine.repeats` wants it. Pure, within the tick; the store writes the result.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot import faces
from bot.faces.until_texts import EndedOrder, why_ended
from bot.store.records import StandingOrder
from bot.store.ticks import ReadPoint, StandingChange
from engine.campaign import Player
from engine.dice import ForeseeDice
from engine.orders import Order, Queued
from engine.packs import Rules
from engine.repeats import judged
from engine.state import State
from engine.turn import Due, TickOutcome
from engine.world import World


@dataclass(frozen=True, slots=True)
class StandingOutcome:
    """What became of all standing orders in a tick."""

    changes: tuple[StandingChange, ...]
    ended: Mapping[int, tuple[EndedOrder, ...]]
    """By faction."""


def judge(rules: Rules, read: ReadPoint, due: Due, outcome: TickOutcome) -> StandingOutcome:
    """What becomes of the standing orders that ran in a tick, or that wait for something."""
    if due.kind == "setup" or not read.standing:
        return StandingOutcome((), {})
    players = {member.user: member.player for member in read.members if member.player}
    changes: list[StandingChange] = []
    ended: dict[int, list[EndedOrder]] = {}
    views: dict[int, World] = {}
    for order in read.standing:
        me = outcome.world.find(Player, players.get(order.user) or 0)
        if me is None:
            continue
        queued = dict(_ran(due, me.id)).get(order.key)
        if queued is None and due.kind == "run":
            continue  # it is asked after its own run, and after productions
        if me.faction not in views:
            views[me.faction] = rules.view(outcome.world, me.faction)
        change, told = _judged(rules, order, queued, outcome, me, views[me.faction])
        changes.append(change)
        if told:
            ended.setdefault(me.faction, []).append(told)
    return StandingOutcome(tuple(changes), {each: tuple(told) for each, told in ended.items()})


def _ran(due: Due, player: int) -> Iterator[tuple[str, Queued]]:
    """The orders of a player's turn that was in the tick, by key."""
    for submission in due.submissions:
        if submission.player == player:
            yield from ((queued.key, queued) for queued in submission.orders)


def _judged(
    rules: Rules,
    order: StandingOrder,
    queued: Queued | None,
    outcome: TickOutcome,
    me: Player,
    view: World,
) -> tuple[StandingChange, EndedOrder | None]:
    """What becomes of one; it goes on with what it named bound to what was made."""
    stored = queued or rules.read_order(order.key, order.body)
    bound: Order = stored.order.bound(outcome.made.get(me.id, {}))
    body = Queued(order.key, bound, stored.phase).to_json()
    state = State(rules, view, ForeseeDice())
    state.player, state.planning = me.id, True
    learned = (
        event
        for entry in outcome.entries
        if (entry.player, entry.order) == (me.id, order.key)
        and (event := entry.for_(me.faction)) is not None
    )
    ran = queued is not None
    verdict = judged(state, bound, rules.read_repeat(order.repeat), learned, ran=ran)
    if verdict.why is None:
        goes_on = verdict.repeat.to_json()
        return StandingChange(order.user, order.key, body, goes_on, ran=ran), None
    shown = faces.of(rules)
    why = why_ended(verdict, shown.waits, shown.names(view))
    told = EndedOrder(me.id, shown.line(bound, view), why)
    return StandingChange(order.user, order.key, body, None, why), told
