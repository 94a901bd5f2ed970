"""What going back to an earlier tick would undo, and which orders would still make sense then.

For moderators, who may be players too: it says how many orders of whom, never which. What each was
is told to its player alone.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from bot import faces
from bot.jobs.opened import rules_at, view_at, world_at
from bot.store.lines import read_line
from bot.store.numbers import is_computer
from bot.store.records import Member, Submission, Tick
from bot.store.world import (
    read_campaign,
    read_draft,
    read_seats,
    read_submissions,
    read_ticks,
)
from engine import preview
from engine.campaign import Now, Player
from engine.caretaking import CARETAKERS_KEY
from engine.module_compat import bearable


@dataclass(frozen=True, slots=True)
class Kept:
    """A person's own orders that outlive the rollback; a computer has no list."""

    member: Member
    waits: bool
    """Whether they wait for their run; else a run took them that would be undone, and they go back
    into the player's list."""
    orders: tuple[tuple[str, str], ...]
    """Each as (key, stored form)."""
    senseless: tuple[tuple[str, str], ...]
    """Of these the ones that make no sense then: as their player writes them, and why."""


@dataclass(frozen=True, slots=True)
class WayBack:
    """What a rollback would do."""

    tick: int
    turn: int
    """That it would be again."""
    present: int
    """The tick that is the present one."""
    was: int
    """The turn that it is now."""
    ticks: tuple[tuple[int, str], ...]
    """What would be undone, the earliest first: tick, and what was done in it (`done_in`)."""
    runs: Mapping[int, int]
    """By person, how many of their turns would be undone."""
    homeless: tuple[Member, ...]
    """Members who have joined since, and would have to join again."""
    kept: tuple[Kept, ...]
    regained: tuple[Submission, ...]
    """What ticks took that hold again by it, as when a rollback is undone."""
    module_changed: bool
    """Whether the campaign was played by another module then; it goes on with the present one."""
    reasons: tuple[str, ...]
    """Why the present module does not fit that world; none if it could."""


def done_in(tick: Tick) -> str:
    """What a tick did: its kind, and of a setup what was set up."""
    if tick.kind != "setup":
        return tick.kind
    plain: dict[str, Any] = json.loads(tick.orders or "{}")
    orders = [each["order"] for given in plain["submissions"] for each in given["orders"]]
    if not orders:
        return "founding"
    first = orders[0]  # as text where no version could read it
    named: str = cast("dict[str, Any]", first).get("order", "") if isinstance(first, dict) else ""
    if not named.startswith("host "):
        return "order"
    return named.removeprefix("host ")


def look_back(path: Path, campaign: int, to: int) -> WayBack:
    """What a rollback to the state after a tick would do. Raises NotFound."""
    row, _ = read_campaign(path, campaign)
    world = world_at(path, campaign, to)
    present, then_line = read_line(path, campaign, row.tick), read_line(path, campaign, to)
    gone, regained = present - then_line, then_line - present
    ticks = read_ticks(path, campaign, min(gone, default=0), row.tick)
    (then,) = read_ticks(path, campaign, to, to)
    members = [each for each in read_seats(path, campaign) if each.left_at is None]
    sent = read_submissions(path, campaign)
    undone = [each for each in sent if each.consumed_tick in gone]
    runs: dict[int, int] = {}
    for each in undone:
        runs[each.user] = runs.get(each.user, 0) + 1
    homeless = tuple(m for m in members if m.player and world.find(Player, m.player) is None)
    there = [m for m in members if m.player and m not in homeless and not is_computer(m.user)]
    changed = then.module_digest != row.module_digest
    reasons = (
        bearable(rules_at(path, campaign, to), rules_at(path, campaign), world) if changed else []
    )
    return WayBack(
        tick=to,
        turn=world.get(Now, 1).turn,
        present=row.tick,
        was=row.turn,
        ticks=tuple((t.number, done_in(t)) for t in ticks if t.number in gone),
        runs=runs,
        homeless=homeless,
        kept=() if reasons else tuple(_kept(path, campaign, to, there, sent, undone)),
        regained=tuple(
            each for each in sent if each.consumed_tick in regained and not is_computer(each.user)
        ),
        module_changed=changed,
        reasons=tuple(reasons),
    )


def _kept(
    path: Path,
    campaign: int,
    to: int,
    members: Sequence[Member],
    sent: Sequence[Submission],
    undone: Sequence[Submission],
) -> Iterator[Kept]:
    gone = {each.id for each in undone}
    for member in members:
        own = [(s, _own(s)) for s in sent if s.user == member.user]
        waiting = next((orders for s, orders in own if orders and _waits(s)), None)
        first = next((orders for s, orders in own if orders and s.id in gone), None)
        orders = waiting or first
        if orders is None:
            continue
        if waiting is None and read_draft(path, campaign, member.faction, member.player or 0):
            continue  # the player has begun another list, which stays
        senseless = _senseless(path, campaign, to, member, orders)
        yield Kept(member, waiting is not None, tuple(orders), tuple(senseless))


def _waits(each: Submission) -> bool:
    return each.consumed_tick is None and each.withdrawn_at is None and each.replaced_by is None


def orders_of(sent: Submission) -> list[tuple[str, str]]:
    """The orders of a submission, as (key, stored form)."""
    return [(each["key"], json.dumps(each["order"])) for each in json.loads(sent.body)]


def _own(sent: Submission) -> list[tuple[str, str]]:
    """Those that its player gave; the rest a caretaker did."""
    return [each for each in orders_of(sent) if not each[0].startswith(CARETAKERS_KEY)]


def _senseless(
    path: Path, campaign: int, to: int, member: Member, orders: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """The orders that would be refused on what the player's faction knew then, and why.

    By the rules of the present module, since it is by them that they would run.
    """
    rules = rules_at(path, campaign)
    if rules.module.digest() == rules_at(path, campaign, to).module.digest():
        view = view_at(path, campaign, to, member.faction)
    else:
        view = rules.view(world_at(path, campaign, to), member.faction)
    queued = tuple(rules.read_order(key, body) for key, body in orders)
    (made,) = preview.plan_together(rules, view, [(member.player or 0, queued)])
    bodies, face = dict(orders), faces.of(rules)
    for planned in made.orders:
        if planned.refusal:
            order = rules.read_order(planned.key, bodies[planned.key]).order
            yield face.line(order, view), planned.refusal.says
