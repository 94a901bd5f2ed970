"""One tick, from the store through the engine back into the store.

It takes the lease, reads, computes with no transaction open, and commits everything at once: the
new rows, the events, and what Discord must be told. If the campaign changed meanwhile, it computes
again. Apart from `verify`, the only code that reads a seed.
"""

import gc
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import cast

from bot import faces
from bot.jobs.chain import Link, seal
from bot.jobs.opened import rules_of
from bot.jobs.standing import judge
from bot.payload import Payload
from bot.reports import tick_messages
from bot.store.errors import Overtaken, Stale
from bot.store.records import Address, CampaignState, ModuleCopy, NewMessage, Submission
from bot.store.resolving import commit_tick, read_point, read_seed, release_lease, take_lease
from bot.store.steps import CEREMONY
from bot.store.ticks import Deed, DueTick, EntityRow, ReadPoint, TickResult
from bot.store.world import read_module, read_ticks
from engine import __version__, turn
from engine.campaign import Now, Player
from engine.dice import Seed, SeededDice
from engine.events import OrderFailed
from engine.module_compat import bearable
from engine.orders import Queued
from engine.packs import Rules
from engine.replay import replay, write_given
from engine.turn import Breakage, TickOutcome
from engine.world import World

LEASE = timedelta(seconds=30)  # a killed host comes back within it; a late holder is only Stale
_TRIES = 5


@dataclass(frozen=True, slots=True)
class Act:
    """Something the host does to the world in a setup, for a person or for nobody (0)."""

    user: int
    order: str
    """The order as `Queued.to_json` wrote it."""
    player: int = 0
    """Who does it, of what players do at once; 0 for the host. All acts of a tick are of one."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """A tick that is committed."""

    tick: int
    turn: int
    locked_seconds: float
    seconds: Mapping[str, float]
    """How long its parts took, all tries together: reading, playing, writing."""
    faults: tuple[Breakage, ...]


@dataclass(frozen=True, slots=True)
class Amendment:
    """A module that is to take the place of the campaign's, from its tick on."""

    module: ModuleCopy
    was: str
    """The digest of the module in whose place it was decided on."""
    deed: Deed
    """What the audit log says of it."""
    news: str = ""
    """What the herald tells of it."""
    timers: Mapping[str, datetime | None] = field(default_factory=dict[str, datetime | None])
    """What to look at after it."""


class ActRefused(Exception):
    """The rules refuse the host's act; nothing was written."""

    def __init__(self, says: str, rule: str, instead: str) -> None:
        super().__init__(says, rule, instead)
        self.says, self.rule, self.instead = says, rule, instead

    def __str__(self) -> str:
        return self.says


class Unbearable(ActRefused):
    """The module does not fit the world; nothing was written."""

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__(" ".join(reasons), "", "Mend the module, or leave the campaign as it is.")
        self.reasons = tuple(reasons)

    def __reduce__(self) -> tuple[type["Unbearable"], tuple[tuple[str, ...]]]:
        return Unbearable, (self.reasons,)


def resolve(  # noqa: PLR0913 - what a tick may be made of, each by its name
    path: Path,
    campaign: int,
    due: DueTick,
    now: datetime,
    *,
    acts: Sequence[Act] = (),
    settings: Mapping[str, int] | None = None,
    state: CampaignState | None = None,
    deed: Deed | None = None,
    amends: Amendment | None = None,
    steps: Mapping[str, str] | None = None,
) -> Resolved:
    """Resolve one tick and commit it.

    `settings` are for the first tick, which founds the world; `state` is the campaign's state
    afterwards, unless its rules end it with this tick; `deed` is what the audit log says of it;
    `amends` is the module that the tick is made under, and all later ones; `steps` must follow its
    commit, by name with what each has to know. Raises `LeaseHeld`, `Stale` (after some tries, or if
    the module is by now another than the one to be amended), `Overtaken`, `ActRefused`, and
    whatever breaks outside orders; then nothing was written.
    """
    lease = take_lease(path, campaign, now, LEASE)
    spent = _Spent()
    try:
        for tried in range(_TRIES):
            read = _in_its_turn(read_point(path, campaign, due))
            if read.campaign.state is CampaignState.ENDED:
                raise Stale("The campaign has ended.")  # and its seed may be known
            if deed and deed.asked_of not in (None, read.campaign.tick):
                raise Overtaken("A tick was made since this was asked.")
            if amends and amends.was != read.campaign.module_digest:
                raise Stale("The campaign's module has changed.")
            spent.on("reading")
            gc.disable()  # little of a tick is garbage, and each look walks the whole world
            try:
                read, outcome, result = _compute(path, read, acts, settings or {}, state, amends)
                result = replace(
                    result,
                    deed=amends.deed if amends else deed,
                    unseated=_unseated(read, outcome),
                    reseated=_reseated(read, outcome, deed.seats if deed else ()),
                    timers=_timers(result, amends, deed, now),
                    steps=steps or {},
                )
            finally:
                gc.enable()
                spent.on("playing")
            try:
                done = commit_tick(path, lease, read, result, now)
            except Stale:
                if tried == _TRIES - 1:
                    raise
                continue
            finally:
                spent.on("writing")
            return Resolved(
                done.number, read.due.turn, done.locked_seconds, spent.seconds, outcome.faults
            )
        raise AssertionError("the last try returns or raises")
    finally:
        release_lease(path, lease)


class _Spent:
    """How long was spent on what."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._since = time.perf_counter()

    def on(self, part: str) -> None:
        """What has passed since the last call was spent on that."""
        now = time.perf_counter()
        self.seconds[part] = self.seconds.get(part, 0.0) + now - self._since
        self._since = now


def _in_its_turn(read: ReadPoint) -> ReadPoint:
    """An act belongs to whatever turn it is by now, not to that in which it was asked for."""
    if read.due.kind in ("setup", "edit") and read.campaign.tick:
        return replace(read, due=replace(read.due, turn=read.campaign.turn))
    return read


def _compute(
    path: Path,
    read: ReadPoint,
    acts: Sequence[Act],
    settings: Mapping[str, int],
    state: CampaignState | None,
    amends: Amendment | None,
) -> tuple[ReadPoint, TickOutcome, TickResult]:
    module = amends.module if amends else read.module
    rules = rules_of(module)
    if amends and (reasons := unbearable(rules_of(read.module), rules, read.world)):
        raise Unbearable(reasons)
    if read.due.back is not None:
        (then,) = read_ticks(path, read.campaign.id, read.due.back, read.due.back)
        if then.module_digest != module.digest:
            old = rules_of(read_module(path, then.module_digest))
            if reasons := unbearable(old, rules, read.back):
                raise Unbearable(reasons)
    number = read.campaign.tick + 1
    seed = Seed(read_seed(path, read.campaign.id))
    dice = SeededDice(seed, number)
    submissions = _submissions(rules, read, acts)
    due = turn.Due(cast("turn.DueKind", read.due.kind), number, read.due.local_date, submissions)
    replayed = replay(rules, read.world, due, dice, settings, read.back)
    outcome = replayed.outcome
    _refuse(outcome, acts)
    if due.kind == "rollback":  # the turn is again what it was then
        read = replace(read, due=replace(read.due, turn=outcome.world.get(Now, 1).turn))
    link = Link(
        seed_hash=read.campaign.seed_hash,
        module_digest=module.digest,
        engine_version=__version__,
        number=number,
        kind=read.due.kind,
        due_at=read.due.at,
        local_date=read.due.local_date,
        turn=read.due.turn,
        orders=write_given(submissions, settings),
        submissions=read.submissions,
        hash_before=replayed.hash_before,
        hash_after=replayed.hash_after,
        events=replayed.events,
        events_for=told(outcome),
    )
    chain = link.chain(seed, read.chain)
    standing = judge(rules, read, due, outcome)
    outbox = tick_messages(rules, read, due, outcome, seal(chain), standing.ended)
    over = outcome.world.get(Now, 1).over
    if amends and amends.news:
        news = Payload(text=amends.news, seal=seal(chain)).model_dump_json()
        outbox.append(NewMessage(Address(role="herald"), f"T{number}·M", news))
    result = TickResult(
        engine_version=link.engine_version,
        hash_before=link.hash_before,
        hash_after=link.hash_after,
        chain=chain,
        changes=replayed.changes,
        events=link.events,
        events_for=link.events_for,
        outbox=outbox,
        orders=link.orders,
        summary="{}" if read.due.back is None else json.dumps({"back": read.due.back}),
        players=_seats(outcome, acts),
        standing=standing.changes,
        state=CampaignState.ENDED if over else state,
        module=module if amends else None,
    )
    return read, outcome, result


def _timers(
    result: TickResult, amends: Amendment | None, deed: Deed | None, now: datetime
) -> Mapping[str, datetime | None]:
    """What the campaign waits for after the tick, apart from its calendar."""
    over = {CEREMONY: now} if result.state is CampaignState.ENDED else {}
    return {**(amends.timers if amends else {}), **(deed.timers if deed else {}), **over}


def unbearable(old: Rules, new: Rules, rows: Sequence[EntityRow]) -> list[str]:
    """Why the new rules do not fit a world as it is stored; nothing if it could."""
    return bearable(old, new, World.load(old.records, rows))


def _submissions(rules: Rules, read: ReadPoint, acts: Sequence[Act]) -> tuple[turn.Submission, ...]:
    if acts:
        queued = tuple(rules.read_order(f"a{n}", act.order) for n, act in enumerate(acts, 1))
        return (turn.Submission(acts[0].player, queued),)
    if read.due.kind in ("weekly", "monthly"):
        excuses = tuple(_excuses(rules, read))
        return (turn.Submission(0, excuses),) if excuses else ()
    players = {member.user: member.player for member in read.members}
    return tuple(
        sent(rules, submission, player)
        for submission in read.submissions
        if (player := players.get(submission.user)) is not None
    )


def _excuses(rules: Rules, read: ReadPoint) -> Iterator[Queued]:
    """The players who were on vacation on some day of the week that ends.

    Source: cohorts.turn.missed-turn.
    """
    excuse = faces.of(rules).host_orders.excuse
    if excuse is None:
        return
    week = rules.module.calendar.week_of(read.due.local_date)
    for member in read.members:
        away = any(
            each.user == member.user and each.first <= week.last and each.last >= week.first
            for each in read.vacations
        )
        if member.player and away:
            yield Queued(f"a{member.player}", excuse(member.player))


def sent(rules: Rules, submission: Submission, player: int) -> turn.Submission:
    """What a player sent, as a tick is given it."""
    orders = json.loads(submission.body)
    queued = tuple(rules.read_order(each["key"], json.dumps(each["order"])) for each in orders)
    return turn.Submission(player, queued, tuple(json.loads(submission.sequence)))


def _refuse(outcome: TickOutcome, acts: Sequence[Act]) -> None:
    """A host's act that the rules refuse is no tick at all."""
    for entry in outcome.entries if acts else ():
        if isinstance(entry.event, OrderFailed):
            raise ActRefused(entry.event.says, entry.event.rule, entry.event.instead)


def told(outcome: TickOutcome) -> list[tuple[int, int, bytes]]:
    """What each faction learned in a tick, as (faction, event number, body)."""
    players: dict[int, list[int]] = {}
    for player in outcome.world.all(Player):
        players.setdefault(player.faction, []).append(player.id)
    return [
        (faction, number, entry.dump_for(faction, players.get(faction, ())))
        for number, entry in enumerate(outcome.entries)
        for faction in entry.audience
    ]


def _unseated(read: ReadPoint, outcome: TickOutcome) -> tuple[int, ...]:
    """The members whose player is not in the world any more, as after a way back."""
    if read.due.kind not in ("rollback", "edit"):
        return ()
    return tuple(
        member.user
        for member in read.members
        if member.player and outcome.world.find(Player, member.player) is None
    )


def _reseated(
    read: ReadPoint, outcome: TickOutcome, seats: Sequence[tuple[int, int, int]]
) -> tuple[tuple[int, int, int], ...]:
    """Of these seats those that are free, of people who have none, and whose player there is."""
    gone = _unseated(read, outcome)
    held = [each for each in read.members if each.user not in gone]
    users = {each.user for each in held}
    players = {each.player for each in held}
    return tuple(
        (user, faction, player)
        for user, faction, player in seats
        if user not in users
        and player not in players
        and outcome.world.find(Player, player) is not None
    )


def _seats(outcome: TickOutcome, acts: Sequence[Act]) -> dict[int, int]:
    """The players that the host's acts made, by the person they were made for."""
    made = outcome.made.get(0, {})
    return {
        act.user: place.id
        for number, act in enumerate(acts, 1)
        if act.user and (place := made.get(f"a{number}")) and place.kind == "player"
    }
