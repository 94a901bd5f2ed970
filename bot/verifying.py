"""Whether a stored campaign is what its seed, its module and its players' orders make of it.

Every tick is computed again and compared with all that is stored of it, and its place in the chain
is checked. What cannot be checked is said to be so, never passed over. Nothing is written. Apart
from `resolve`, the only code that reads a seed.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast, get_args

from bot import faces
from bot.jobs.chain import Link, seal
from bot.jobs.erased import left_by, same_but_names
from bot.jobs.opened import rules_of
from bot.resolving import sent, told
from bot.store.erasures import read_copied, read_erased_names, read_former_seals
from bot.store.errors import NotFound
from bot.store.records import Campaign, Member, Submission, Tick
from bot.store.resolving import read_seed
from bot.store.states import read_hashes
from bot.store.ticks import EntityRow
from bot.store.world import (
    last_tick,
    read_campaign,
    read_events,
    read_module,
    read_seals,
    read_seats,
    read_submissions,
    read_ticks,
    read_told,
    read_world,
)
from engine import __version__, turn
from engine.campaign import Player
from engine.dice import SEED_BYTES, Seed, SeededDice, seed_hash
from engine.orders import Order
from engine.packs import Rules
from engine.replay import read_given, replay, state_hash, write_given
from engine.rollback import Rollback

PRODUCTIONS = ("weekly", "monthly")
_HOST = 0  # the player of the host's own acts


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """The result of a tick."""

    number: int
    what: str = ""
    """Its kind and date."""
    seal: str = ""
    """The seal at the foot of its reports; empty if it was made before ticks were sealed."""
    faults: tuple[str, ...] = ()
    """What is wrong with it; empty if nothing is."""
    unchecked: tuple[str, ...] = ()
    """What could not be checked of it; empty if everything was."""
    former: tuple[str, ...] = ()
    """The seal of its reports that were sent before somebody was erased."""

    def __str__(self) -> str:
        name = f"tick {self.number}" + (f", {self.what}" if self.what else "")
        if self.faults:
            found = f"WRONG: {'; '.join(self.faults)}"
        elif self.unchecked:
            found = f"NOT CHECKED: {'; '.join(self.unchecked)}"
        else:
            found = "holds"
        anew = f" (before an erasure {', '.join(self.former)})" if self.former else ""
        return f"{name}: {found}" + (f" · seal {self.seal}{anew}" if self.seal else "")


@dataclass(slots=True)
class VerificationResult:
    """The result of everything that was verified."""

    ticks: int = 0
    wrong: int = 0
    """How many faults of campaigns, wrong ticks and missing seals there are."""
    unchecked: int = 0
    """Ticks in which nothing is wrong as far as was checked, but not all could be."""
    _seals: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])

    def add(self, verified: Verified) -> None:
        """Take a tick into account."""
        self.ticks += 1
        self.wrong += bool(verified.faults)
        self.unchecked += bool(verified.unchecked and not verified.faults)
        self._seals.update((verified.number, each) for each in (verified.seal, *verified.former))

    def expect(self, tick: int | None, wanted: str) -> bool:
        """Whether the tick has the seal, or any tick does if none is given."""
        found = any(wanted == mark and tick in (None, number) for number, mark in self._seals)
        self.wrong += not found
        return found

    def __str__(self) -> str:
        if self.wrong:
            return f"{self.wrong} of these {'is' if self.wrong == 1 else 'are'} wrong." + (
                f" {self.unchecked} of {self.ticks} ticks could not be checked in full."
                if self.unchecked
                else ""
            )
        if self.unchecked:
            return (
                f"Nothing wrong was found, but {self.unchecked} of {self.ticks} ticks could not be"
                " checked in full."
            )
        return "All of it holds."


def of_campaign(path: Path, campaign: int) -> Iterator[str]:
    """What is wrong with the campaign as a whole. Raises NotFound."""
    row, module = read_campaign(path, campaign)
    try:
        seed = read_seed(path, campaign)
    except NotFound:
        yield "it has no seed"
        return
    if seed_hash(Seed(seed)) != row.seed_hash:
        yield "the seed is not the one whose hash was published"
    if not module.sound:
        yield "its present module is not the one of its digest"
    for last in read_ticks(path, campaign, row.tick, row.tick):
        if last.engine_version != row.engine_version:
            yield (
                f"it names engine {row.engine_version}, and its last tick was made by "
                f"{last.engine_version}"
            )


def verify(path: Path, campaign: int, *, again: bool = True) -> Iterator[Verified]:
    """Verify tick after tick, from the founding on. Raises StoreError.

    Unless `again` no tick is computed again: only what is stored is compared with its hashes and
    its seals.
    """
    books = _Books.read(path, campaign)
    before: list[EntityRow] = []
    chain = ""
    last = max(books.row.tick, last_tick(path, campaign))
    hashes = [] if again else read_hashes(path, campaign, last)
    for number in range(1, last + 1):
        if number > books.row.tick:
            fault = "it is more than the campaign has had"
            yield Verified(number=number, faults=(fault,))
            continue
        after = read_world(path, campaign, number) if again else []
        try:
            tick = next(iter(read_ticks(path, campaign, number, number)), None)
        except (ValueError, OverflowError) as error:
            yield Verified(number=number, faults=(f"its record cannot be read ({error})",))
        else:
            if tick is None:
                yield Verified(number=number, faults=("it is missing",))
            else:
                stored = (hashes[number - 1], hashes[number]) if hashes else None
                yield _Examined(books, tick, before, after, chain, stored).verified()
                chain = tick.chain or chain
        before = after


# ---------------------------------------------------------------- inside


@dataclass(frozen=True, slots=True)
class _Books:
    """What is read once of a campaign."""

    path: Path
    row: Campaign
    seed: Seed
    submissions: Sequence[Submission]
    seats: Sequence[Member]
    seals: frozenset[tuple[int, str]]
    """Those on messages, by tick."""
    former: Sequence[tuple[int, str]]
    """Those that ticks bore before somebody was erased."""
    names: tuple[str, ...]
    """What stands for those who were erased."""
    copied: int
    """The last tick that was played in the campaign of which this is a copy; 0 if it is none."""

    _sound: dict[str, bool] = field(default_factory=dict[str, bool])

    def sound(self, module: str) -> bool:
        """Whether a module that is kept is the one of its digest."""
        if module not in self._sound:
            self._sound[module] = read_module(self.path, module).sound
        return self._sound[module]

    @classmethod
    def read(cls, path: Path, campaign: int) -> "_Books":
        row, _ = read_campaign(path, campaign)
        try:
            seed = read_seed(path, campaign)
        except NotFound:
            seed = b""
        return cls(
            path,
            row,
            Seed(seed),
            read_submissions(path, campaign),
            read_seats(path, campaign),
            frozenset(read_seals(path, campaign)),
            read_former_seals(path, campaign),
            read_erased_names(path, campaign),
            read_copied(path, campaign),
        )


@dataclass(slots=True)
class _Examined:
    """A tick that is looked at: what is wrong with it, and what could not be checked."""

    books: _Books
    tick: Tick
    before: list[EntityRow]
    after: list[EntityRow]
    chain: str
    """That of the tick before; empty where that has none."""
    stored: tuple[str, str] | None = None
    """The hashes of the stored states before and after it, if it is not to be computed again."""
    faults: list[str] = field(default_factory=list[str])
    unchecked: list[str] = field(default_factory=list[str])
    events: list[bytes] = field(default_factory=list[bytes])
    told: list[tuple[int, int, bytes]] = field(default_factory=list[tuple[int, int, bytes]])
    sent: list[Submission] = field(default_factory=list[Submission])

    def verified(self) -> Verified:
        tick, path = self.tick, self.books.path
        numbered = read_events(path, tick.campaign, tick.number)
        self.events = [body for _, body in numbered]
        self.told = read_told(path, tick.campaign, tick.number)
        self.sent = [s for s in self.books.submissions if s.consumed_tick == tick.number]
        if [number for number, _ in numbered] != list(range(len(numbered))):
            self.faults.append("an event of it is missing")
        self.check_chain()
        self.check_in_time()
        if self.can_be_computed() and self.stored is None:
            try:
                self.faults += self.compute_again()
            except Exception as error:  # noqa: BLE001 - what was meddled with may break any rule
                text = f"it cannot be computed again ({type(error).__name__}: {error})"
                self.faults.append(text)
        return Verified(
            number=tick.number,
            what=f"{tick.kind} of {tick.local_date}",
            seal=seal(tick.chain) if tick.chain else "",
            former=self.former(),
            faults=tuple(self.faults),
            unchecked=tuple(self.unchecked),
        )

    def former(self) -> tuple[str, ...]:
        """The seals that it bore before somebody was erased."""
        return tuple(mark for number, mark in self.books.former if number == self.tick.number)

    def check_chain(self) -> None:
        """Whether it is the tick that was sealed, and its messages have that seal."""
        tick, books = self.tick, self.books
        marks = {mark for number, mark in books.seals if number == tick.number}
        marks.difference_update(self.former())
        if tick.number <= books.copied:
            self.unchecked.append("it was played in the campaign of which this one is a copy")
            return
        if tick.chain is None:
            if self.chain or marks:
                self.faults.append("it has no seal, though it must")
            else:
                self.unchecked.append("it was made before ticks were sealed")
            return
        link = Link(
            seed_hash=books.row.seed_hash,
            module_digest=tick.module_digest,
            engine_version=tick.engine_version,
            number=tick.number,
            kind=tick.kind,
            due_at=tick.due_at,
            local_date=tick.local_date,
            turn=tick.turn,
            orders=tick.orders,
            submissions=self.sent,
            hash_before=tick.hash_before,
            hash_after=tick.hash_after,
            events=self.events,
            events_for=self.told,
        )
        if len(books.seed) != SEED_BYTES or link.chain(books.seed, self.chain) != tick.chain:
            self.faults.append("it is not what was sealed")
        if marks - {seal(tick.chain)}:
            self.faults.append(f"its messages have another seal ({', '.join(sorted(marks))})")

    def check_in_time(self) -> None:
        """Whether it took what was submitted in time, and nothing else (cohorts.turn.cut-off)."""
        tick = self.tick
        if tick.kind != "run":
            if self.sent:
                self.faults.append("it took submissions, and is no run")
            return
        for each in self.books.submissions:
            in_time = each.run_date <= tick.local_date and each.committed_at < tick.due_at
            if each.consumed_tick == tick.number:
                if not in_time:
                    self.faults.append(f"it took submission {each.id}, which came too late for it")
            elif in_time and each.replaced_by is None and each.withdrawn_at is None:
                taken = each.consumed_tick
                if taken is None or taken > tick.number:
                    self.faults.append(f"it left out submission {each.id}, which was in time")

    def can_be_computed(self) -> bool:
        """Whether it makes sense to compute it again; what hinders that is noted."""
        tick = self.tick
        before, after = self.stored or (state_hash(self.before), state_hash(self.after))
        sound = before == tick.hash_before
        if not sound:
            self.faults.append("the stored state before it is not the one it was computed from")
        if after != tick.hash_after:
            self.faults.append("the stored state after it is not the one it left")
        if not self.books.sound(tick.module_digest):
            self.faults.append("the stored module is not the one of its digest")
            sound = False
        if tick.kind not in get_args(turn.DueKind):
            self.faults.append(f"there is no such kind of tick as {tick.kind!r}")
            sound = False
        if tick.number <= self.books.copied:
            return False
        if tick.engine_version != __version__ and self.stored is None:
            self.unchecked.append(
                f"engine {tick.engine_version} made it and this is {__version__}, so that it was"
                " not computed again"
            )
            return False
        return sound

    def compute_again(self) -> Iterator[str]:
        """What comes out otherwise when it is computed again."""
        tick, path = self.tick, self.books.path
        rules = rules_of(read_module(path, tick.module_digest))
        given, settings = read_given(rules, tick.orders)
        yield from self.not_sent(rules, given)
        due = turn.Due(cast("turn.DueKind", tick.kind), tick.number, tick.local_date, given)
        dice = SeededDice(self.books.seed, tick.number)
        replayed = replay(rules, self.before, due, dice, settings, self.back_to(given))
        names = self.books.names
        if replayed.hash_after != tick.hash_after and not same_but_names(
            left_by(self.before, replayed.changes), self.after, names
        ):
            yield "computed again it leaves another state"
        if not same_but_names(replayed.events, self.events, names):
            yield "computed again other things happen"
        if not same_but_names(sorted(told(replayed.outcome)), self.told, names):
            yield "computed again the factions learn other things"

    def back_to(self, given: Sequence[turn.Submission]) -> list[EntityRow]:
        """The state to which a rollback goes back, as it is stored."""
        if self.tick.kind != "rollback":
            return []
        (to,) = (q.order.to for s in given for q in s.orders if isinstance(q.order, Rollback))
        return read_world(self.books.path, self.tick.campaign, to)

    def not_sent(self, rules: Rules, given: Sequence[turn.Submission]) -> Iterator[str]:
        """What it was given that nobody sent, and what was sent and not given to it."""
        if self.tick.kind != "run":
            theirs = (q.order for each in given if each.player != _HOST for q in each.orders)
            if any(self.tick.kind != "setup" or not order.at_once for order in theirs):
                yield "it was given a player's orders, and is no run"
            orders = [queued.order for each in given for queued in each.orders]
            excuses = self.excuses(rules) if self.tick.kind in PRODUCTIONS else orders
            if any(order not in excuses for order in orders):
                yield "it was given other acts of the host than to excuse players"
            return
        run = {each.player: each for each in given}
        submitted = {player: s for s in self.sent if (player := self.player_of(s, run))}
        if len(run) < len(given):
            yield "it was given the orders of a player twice"
        for player in sorted({*run, *submitted}):
            if player not in submitted:
                yield f"orders of player {player} were run that nobody submitted"
            elif player not in run:
                yield f"the orders that player {player} submitted were not run"
            else:
                whole = sent(rules, submitted[player], player)
                if write_given([whole], {}) != write_given([run[player]], {}):
                    yield f"the orders of player {player} are not those that were submitted"

    def excuses(self, rules: Rules) -> list[Order]:
        """The acts with which the host may excuse the players that there were."""
        excuse = faces.of(rules).host_orders.excuse
        players = [id for kind, id, _ in self.before if kind == Player.kind]
        return [excuse(player) for player in players] if excuse else []

    def player_of(self, submission: Submission, run: Collection[int]) -> int:
        """Whose submission it is; 0 if the person had no player yet."""
        at = submission.committed_at
        mine = [s for s in self.books.seats if s.user == submission.user and s.player]
        held = [s for s in mine if s.joined_at <= at and (s.left_at is None or at <= s.left_at)]
        seats = [s.player for s in held or mine if s.player]
        # Of several seats one after the other, that in which the person ran this turn.
        return next((player for player in seats if player in run), next(iter(seats), 0))
