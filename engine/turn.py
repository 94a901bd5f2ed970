"""Ticks: how submitted orders and productions change a world.

A tick is one atomic, numbered change. `resolve` is pure: the same world, due and dice give the same
world and the same events, byte for byte. When a tick is due is the calendar's matter; storing it
and telling people is the host's.
"""

from __future__ import annotations

import datetime as dt
import traceback
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from engine.campaign import Kept, Now, Player
from engine.dice import shuffled
from engine.ending import close
from engine.events import Entry, OrderFailed
from engine.facts import NotKnown
from engine.labels import noun_of, one_of
from engine.orders import Order, Queued, Ref, Refusal, Refused
from engine.packs import Phase, Rules, Step, Together
from engine.refusals import quoted
from engine.sheet import line_of
from engine.state import State
from engine.world import Missing

if TYPE_CHECKING:
    from engine.dice import Streams
    from engine.world import Place, Row, World


_COURSE: Final = (Now.kind, Player.kind)
"""Records of how far the campaign is and of who takes part in it. A setup that writes no others, as
when a player is excused or leaves, has changed nothing that the closing would have to settle."""

DueKind = Literal["setup", "run", "weekly", "monthly", "edit", "rollback"]
"""The host's own acts or what a player does at once, a run day, or a production; a monthly one is
a weekly one too (cohorts.production.schedule). An edit is what moderators put right, a rollback
the way back to an earlier state: neither is anything that happened in the world, so that the rules
close nothing after it, and nothing ends by it."""
_BY_HAND: Final = ("edit", "rollback")


@dataclass(frozen=True, slots=True)
class Submission:
    """What a player wants done in one run."""

    player: int
    """0 in a setup for the host's own acts, such as seating a new player; else what that player
    does at once."""
    orders: tuple[Queued, ...]
    sequence: tuple[int, ...] = ()
    """Teammates in the order wanted (cohorts.turn.sequence)."""


@dataclass(frozen=True, slots=True)
class Due:
    """A tick to resolve."""

    kind: DueKind
    tick: int
    date: dt.date
    submissions: tuple[Submission, ...] = ()


@dataclass(frozen=True, slots=True)
class Breakage:
    """An order that broke the program, for the moderators and the log."""

    code: str
    player: int
    line: str
    traceback: str


@dataclass(frozen=True, slots=True)
class TickOutcome:
    """What a tick did."""

    world: World
    entries: tuple[Entry, ...]
    faults: tuple[Breakage, ...]
    made: Mapping[int, Mapping[str, Place]]
    """By player (0: the host), what each order made, by its key."""
    before: World
    """The world as it was when the tick began."""


def resolve(
    rules: Rules, world: World, due: Due, dice: Streams, back: Sequence[Row] = ()
) -> TickOutcome:
    """The world after the tick, and what happened; the given world stays as it is.

    `back` is for a rollback: the rows in which the state that it goes back to differs from this
    one. An order that fails, fails alone. Any exception outside orders is raised: then the tick is
    not taken and the world is as before.

    Raises:
        ValueError: the campaign is over.
    """
    state = State(rules, world.fork(), dice, before=world)
    state.back = back
    if state.now.over:
        raise ValueError("the campaign is over, and no tick follows")
    faults: list[Breakage] = []
    state.world.put(state.now.replace(tick=due.tick, date=due.date))
    if due.kind in ("weekly", "monthly"):
        faults.extend(act(state, due))
        faults.extend(produce(state, monthly=due.kind == "monthly"))
    elif due.kind in _BY_HAND:
        faults.extend(act(state, due))
        return _outcome(state, faults)
    else:
        faults.extend(run(state, due))
    if due.kind != "setup" or any(kind not in _COURSE for kind in state.world.touched()):
        for step in rules.closing:
            step.run(state)
    close(state, produced=due.kind in ("weekly", "monthly"))
    return _outcome(state, faults)


def _outcome(state: State, faults: Sequence[Breakage]) -> TickOutcome:
    return TickOutcome(
        state.world, tuple(state.log.entries), tuple(faults), state.made, state.before
    )


def act(state: State, due: Due) -> Iterator[Breakage]:
    """The host's own acts and what players do at once, of a setup or before a production."""
    for submission in due.submissions:
        turn = Turn(state, submission)
        if submission.player:
            turn.at_once()
        else:
            turn.phase(Phase("setup", "Setup"))
        yield from turn.faults


def produce(state: State, *, monthly: bool) -> Iterator[Breakage]:
    """Weekly production, then the monthly one if it is due; the turn ends with it."""
    state.monthly = monthly
    for part in state.rules.weekly:
        if isinstance(part, Step):
            part.run(state)
        else:
            yield from carry_out_kept(state, part)
    if monthly:
        for step in state.rules.monthly:
            step.run(state)
    now = state.now
    state.world.put(now.replace(turn=now.turn + 1, month=now.month + monthly))


def run(state: State, due: Due) -> Iterator[Breakage]:
    """All turns of a run day, player after player or phase after phase as the packs want it."""
    if due.kind == "setup":
        yield from act(state, due)
        return
    turns = [Turn(state, submission) for submission in in_order(state, due.submissions)]
    for turn in turns:
        appear(state, turn.player)
    parts = state.rules.turn
    for group in [turns] if state.rules.by_phase else [[turn] for turn in turns]:
        for part in parts:
            if isinstance(part, Step):
                part.run(state)
            else:
                run_phase(state, part, group)
        for turn in group:
            turn.keep()
    for turn in turns:
        yield from turn.faults


def run_phase(state: State, phase: Phase, turns: Sequence[Turn]) -> None:
    """Carry out the orders of one phase: turn after turn, or all together."""
    if isinstance(phase, Together):
        settle(state, phase, [each for turn in turns for each in turn.declare(phase)])
        return
    for turn in turns:
        turn.phase(phase)


def settle(state: State, phase: Together, declared: list[Declared]) -> None:
    """Carry out what all players declared for a phase, in the order of its actors."""
    rank = phase.rank
    if rank:
        declared = sorted(declared, key=lambda each: rank(state, each))
    if phase.settle:
        phase.settle(state, declared)
        return
    for each in declared:
        with each.attempt():
            each.order.perform(state)


def appear(state: State, player: int) -> None:
    """Note that a player runs a turn, and so is idle no longer (cohorts.turn.missed-turn)."""
    me = state.world.get(Player, player)
    state.world.put(me.replace(last_run=state.now.turn, missed=0, idle=False))


def carry_out_kept(state: State, phase: Phase) -> Iterator[Breakage]:
    """The orders that were kept for a phase of the production, by player in a random order.

    Source: cohorts.production.orders.
    """
    world = state.world
    kept = [each for each in world.all(Kept) if each.phase == phase.name]
    for each in kept:
        world.remove(each)
    players = sorted({each.player: None for each in kept})
    for player in shuffled(state.stream("production", phase.name), players):
        orders = tuple(
            state.rules.read_order(each.key, each.body) for each in kept if each.player == player
        )
        turn = Turn(state, Submission(player, orders))
        turn.phase(phase)
        yield from turn.faults


def in_order(state: State, submissions: tuple[Submission, ...]) -> list[Submission]:
    """The turns of a day in the order they run (cohorts.turn.run-order)."""
    by_player = {submission.player: submission for submission in submissions}
    drawn = shuffled(state.stream("run", "order"), sorted(by_player))
    faction = {player: state.world.get(Player, player).faction for player in drawn}
    for side in sorted(set(faction.values())):
        running = [player for player in drawn if faction[player] == side]
        wanted = sequence_used(running, {p: by_player[p].sequence for p in running})
        if wanted is None:
            continue
        places = [n for n, player in enumerate(drawn) if player in wanted]
        for place, player in zip(places, wanted, strict=True):
            drawn[place] = player
    return [by_player[player] for player in drawn]


def sequence_used(
    running: list[int], sequences: dict[int, tuple[int, ...]]
) -> tuple[int, ...] | None:
    """The sequence a faction's turns follow, or None (cohorts.turn.sequence)."""
    asked: list[tuple[int, ...]] = []
    for sequence in sequences.values():
        named = tuple(dict.fromkeys(player for player in sequence if player in running))
        if len(named) >= 2 and named not in asked:
            asked.append(named)
    return asked[0] if len(asked) == 1 else None


def broken(rules: Rules, code: str) -> Refusal:
    """What a player is told of an order that broke the program."""
    return Refusal(
        "internal_error",
        rules.cites("failed-orders"),
        f"Something in the program broke while this order ran (code {code}).",
        "It changed nothing. The moderators have been told.",
    )


@dataclass(frozen=True, slots=True)
class Declared:
    """An order that a player declared for a phase that all run together; it stood its check."""

    turn: Turn
    queued: Queued
    order: Order
    """With what it names bound."""

    @property
    def player(self) -> int:
        """Who declared it."""
        return self.turn.player

    def attempt(self) -> AbstractContextManager[None]:
        """Inside, its player and order are those of the state; a failure is told and undone."""
        return self.turn.attempt(self.queued)


class Turn:
    """One player's orders as they run: what was made, what failed, how many of a kind ran."""

    def __init__(self, state: State, submission: Submission) -> None:
        self.state = state
        self.player = submission.player
        self.orders = submission.orders
        self.made = state.made_by(submission.player)
        self.count: dict[str, int] = {}
        self.faults: list[Breakage] = []
        timetable = state.rules.timetable
        self.times: Mapping[str, str] = {}
        if timetable:
            self.times = timetable(state, self.player, self.orders)
        self.by_phase: dict[str, list[Queued]] = {}
        """The orders by the phase in which they come up, in the order listed."""
        for queued in self.orders:
            self.by_phase.setdefault(self.runs_in(queued), []).append(queued)

    def phase(self, phase: Phase) -> None:
        """Carry out the orders of one phase, in the order listed."""
        for queued in self.by_phase.get(phase.name, ()):
            with self.attempt(queued):
                self.checked(queued).perform(self.state)

    def at_once(self) -> None:
        """Carry out all orders, in the order listed; those that wait for a run day are refused."""
        for queued in self.orders:
            with self.attempt(queued):
                if not queued.order.at_once:
                    raise Refused(
                        Refusal(
                            "not_allowed",
                            self.state.rules.cites("order-phases"),
                            "This order waits for a run day.",
                            "Put it into your list of orders.",
                        )
                    )
                self.checked_on_view(queued)
                self.checked(queued).perform(self.state)

    def checked_on_view(self, queued: Queued) -> None:
        """Check an order on what its player knows, so that its refusal can tell no more.

        Raises:
            Refused: a condition does not hold there, or hangs on what the player does not know.
        """
        truth = self.state
        view = State(truth.rules, truth.rules.view(truth.world, truth.me.faction), truth.dice)
        view.planning, view.player, view.order = True, self.player, queued.key
        view.made = truth.made
        try:
            Turn(view, Submission(self.player, self.orders)).checked(queued)
        except (NotKnown, Missing) as unknown:
            raise Refused(
                Refusal(
                    "bad_target",
                    truth.rules.cites("unknown-things"),
                    "It hangs on something that you do not know.",
                    "Choose from the list that appears as you type.",
                )
            ) from unknown

    def declare(self, phase: Phase) -> Iterator[Declared]:
        """The orders of one phase that stand their check, in the order listed."""
        for queued in self.by_phase.get(phase.name, ()):
            order = None
            with self.attempt(queued, ends=False):
                order = self.checked(queued)
            if order:
                yield Declared(self, queued, order)

    def keep(self) -> None:
        """Put the orders by that wait for the weekly production, with what they name bound."""
        for phase in self.state.rules.kept:
            for queued in self.by_phase.get(phase.name, ()):
                bound = Queued(queued.key, queued.order.bound(self.made), queued.phase)
                self.state.world.add(
                    Kept,
                    player=self.player,
                    key=queued.key,
                    phase=phase.name,
                    body=bound.to_json(),
                )

    def runs_in(self, queued: Queued) -> str:
        """The phase in which an order comes up; its own if it asks for one that no turn has."""
        asked = self.times.get(queued.key, queued.runs_in)
        return asked if asked in self.state.rules.phases else type(queued.order).phases[0]

    @contextmanager
    def attempt(self, queued: Queued, *, ends: bool = True) -> Generator[None]:
        """Inside, the state is the order's; a failure is told to its player and leaves no trace.

        `ends` is whether the order has been carried out after it, or only checked.
        """
        state = self.state
        state.player, state.order = self.player, queued.key
        try:
            with state.attempt():
                yield
        except Refused as refused:
            self.tell(queued, refused.refusal)
        except Exception:  # noqa: BLE001 - whatever an order breaks, it breaks alone
            code = f"E{state.now.tick}-{self.player}-{queued.key}"
            line = line_of(queued.order, state.world)  # for the moderators
            self.faults.append(Breakage(code, self.player, line, traceback.format_exc()))
            self.tell(queued, broken(state.rules, code))
        finally:
            state.player, state.order = 0, ""

    def wanting(self, queued: Queued, ref: Ref) -> Refusal:
        """Why the thing that another order makes is not there."""
        cites = self.state.rules.cites
        rule = cites("order-phases")
        world, noun = self.state.world, noun_of(ref.kind, self.state.world)
        maker = next((each for each in self.orders if each.key == ref.new), None)
        phases = list(self.state.rules.phases)
        if ref.new in self.made:
            rule = cites("unknown-things")
            wanted, made = (one_of(kind, world) for kind in (ref.kind, self.made[ref.new].kind))
            says = f"It needs {wanted}, and order {ref.new} makes {made}."
            instead = f"Choose {wanted} from the list that appears as you type."
        elif maker is None:
            says, instead = f"It needs the {noun} of order {ref.new}, which is not there.", ""
        elif phases.index(self.runs_in(maker)) > phases.index(self.runs_in(queued)):
            says = f"It runs before order {ref.new}, which makes the {noun} it needs."
            later = [name for name in queued.order.phases if name != queued.runs_in]
            instead = (
                f"Let it run {self.state.rules.when(later[0])}." if later else "Give it next turn."
            )
        else:
            rule = cites("failed-orders")
            says = f"It needs the {noun} of order {ref.new}, which was not carried out."
            instead = f"Mend order {ref.new}, and list it before this one."
        return Refusal("bad_target", rule, says, instead)

    def tell(self, queued: Queued, refusal: Refusal) -> None:
        """Tell the player why the order was not carried out."""
        self.state.emit(
            OrderFailed(
                player=self.player,
                path=" ".join(queued.order.path),
                line=line_of(queued.order, self.state.world, self.state.knows),
                code=refusal.code,
                rule=refusal.rule,
                says=refusal.says,
                instead=refusal.instead,
            )
        )

    def checked(self, queued: Queued) -> Order:
        """The order with what it names bound, after its check.

        Raises:
            Refused: a condition does not hold.
        """
        home = self.state.rules.phases.get(type(queued.order).phases[0])
        if home and home.limit is not None:
            self.count[home.name] = self.count.get(home.name, 0) + 1
            if self.count[home.name] > home.limit:
                raise Refused(
                    Refusal(
                        "not_allowed",
                        home.limit_rule,
                        f"A turn has at most {home.limit} orders of this kind.",
                    )
                )
        order = queued.order.bound(self.made)
        if order is not queued.order:  # which names what others make
            for ref in order.refs().values():
                if ref.new:
                    raise Refused(self.wanting(queued, ref))
        for refusal in order.conditions(self.state):
            raise Refused(refusal)
        if queued.runs_in not in order.phases:
            raise Refused(
                Refusal(
                    "not_allowed",
                    self.state.rules.cites("order-phases"),
                    f"This order does not run in the phase {quoted(queued.phase)}.",
                    f"Its phases are {', '.join(order.phases)}.",
                )
            )
        return order
