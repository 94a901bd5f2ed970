"""The campaigns as everything on the event loop reaches them: their stores, ticks, views, plans.

Cogs, schedule and delivery build on this. What a command means stands in the cogs; here are the
few things that all of them need, each done in one way only.
"""

import asyncio
import logging
import secrets
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from operator import itemgetter
from pathlib import Path
from time import perf_counter
from typing import Generic, TypeVar

from bot import faults
from bot.clock import Alarm, Clock
from bot.jobs import knowing
from bot.jobs.agenda import Agenda, Person, make_agenda
from bot.jobs.knowing import PlanResult, asking
from bot.jobs.opened import read_rules
from bot.resolving import Act, ActRefused, Amendment, Resolved, resolve
from bot.shards import ALL, Shards
from bot.store.deputies import Deputy
from bot.store.records import Campaign, CampaignState, Draft, Member
from bot.store.stores import Stores
from bot.store.ticks import Deed, DueTick
from bot.watching import Ending, Unwatched, Watcher
from bot.workers import Workers
from engine.campaign import Player
from engine.dice import SEED_BYTES, Seed
from engine.packs import Rules
from engine.preview import Planned
from engine.state import State
from engine.world import Record, World

T = TypeVar("T")
_log = logging.getLogger(__name__)

# A view takes some eleven times the bytes in which it comes from a worker, and an order or a change
# of a plan about half a KiB, so that both together stay near 50 MiB however large worlds are.
BYTES_KEPT = 4 << 20  # of views, as they came
OUTCOMES_KEPT = 10_000  # of plans: orders and changes
PLAYERS_KEPT = 5_000  # about half a KiB each
RULES_KEPT = 16
AGENDAS_KEPT = 64  # of a few KiB each
ORDER = "order"  # the act of a player who gives, changes, shares or submits orders
TICK_LIMIT = 300.0  # seconds after which a tick that hangs is given up, to be tried anew


@dataclass(frozen=True, slots=True)
class Seat:
    """Who acts, in which campaign: what every player's command starts from."""

    guild: int
    campaign: Campaign
    member: Member
    """Whose seat it is; a deputy acts in the player's."""
    deputy: Deputy | None = None
    """Who acts, if it is not the player."""

    @property
    def player(self) -> int:
        """The player in the world; 0 before the tick that makes it."""
        return self.member.player or 0


@dataclass(frozen=True)
class DraftPlan:
    """A player's draft as it would run: the view as it would be, and each order's outcome."""

    world: World
    orders: tuple[Planned, ...]
    view: World
    """What the player knows now."""
    new: tuple[Record, ...]
    """What the orders would make."""

    @cached_property
    def names(self) -> World:
        """The names of things: those known now, whatever orders do, and the new ones."""
        world = self.view.fork()
        world.put_all(self.new)
        return world

    def of(self, key: str) -> Planned | None:
        """What the order of that key would do."""
        return self._by_key.get(key)

    @cached_property
    def _by_key(self) -> dict[str, Planned]:
        return {planned.key: planned for planned in self.orders}


class _Kept(Generic[T]):
    """The latest results, by what they were made from; older ones are dropped.

    `most` bounds the sum of their sizes, but the very latest is always kept.
    """

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        self._most = most
        self._size = size
        self._sum = 0
        self._held: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable) -> T | None:
        if key in self._held:
            self._held.move_to_end(key)
            return self._held[key]
        return None

    def put(self, key: Hashable, value: T) -> T:
        if key in self._held:
            self._sum -= self._size(self._held.pop(key))
        self._held[key] = value
        self._sum += self._size(value)
        while self._sum > self._most and len(self._held) > 1:
            self._sum -= self._size(self._held.popitem(last=False)[1])
        return value

    def clear(self) -> None:
        """Drop everything."""
        self._held.clear()
        self._sum = 0


def drawn_seed() -> Seed:
    """The seed of a new campaign, which nobody can foresee."""
    return Seed(secrets.token_bytes(SEED_BYTES))


def _unheard(_: int) -> None:
    pass


Follower = Callable[[Seat], Awaitable[None]]
"""Brings a message up to date with a list of orders; takes the seat as it is now."""


class Host:
    """The campaigns of all guilds."""

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        workers: Workers,
        *,
        words: bool = True,
        new_seed: Callable[[], Seed] = drawn_seed,
        spread: bool = True,
        watcher: Watcher | None = None,
        shards: Shards = ALL,
    ) -> None:
        """`words` is whether campaigns may look through what players type (`bot.wording`).

        `new_seed` gives each new campaign its seed; only a practice table has a special one.
        `spread` is whether new campaigns get a minute of their own in the hour of their runs.
        `watcher` is told what happens. Only guilds on `shards` are looked after.
        """
        self.spread = spread
        self.words = words
        self.new_seed = new_seed
        self.clock = clock
        self.workers = workers
        self.due = Alarm(clock)
        """Rings when a guild has a tick that is due or a message to send."""
        self._watcher = watcher or Unwatched()
        self.after_tick: Callable[[int], None] = _unheard
        """Told the guild of each tick that was made."""
        self.stores = Stores(
            folder, clock, on_earlier=self.due.set, on_commit=self._committed, shards=shards
        )
        self.furnishing: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        """By guild, held while channels and roles are made, so that none is made twice, or while
        people's roles follow their seats, so that the last goes by the seats as they are."""
        self.undoing: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        """By guild, held while an act is undone."""
        self.followers: dict[tuple[int, int, int], dict[int, Follower]] = {}
        """By guild, campaign and player, then by who reads: what follows the player's list
        (`bot.callers.following`)."""
        self._ticking: defaultdict[tuple[int, int], asyncio.Lock] = defaultdict(asyncio.Lock)
        self._busy: Counter[int] = Counter()
        self._views: _Kept[tuple[World, int]] = _Kept(BYTES_KEPT, itemgetter(1))
        self._players: _Kept[tuple[Player, ...]] = _Kept(PLAYERS_KEPT, len)
        # Without the world that each leaves: it would keep a whole view alive.
        self._plans: _Kept[PlanResult] = _Kept(OUTCOMES_KEPT, _outcomes)
        self._agendas: _Kept[Agenda] = _Kept(AGENDAS_KEPT, lambda _: 1)
        self._rules: _Kept[Rules] = _Kept(RULES_KEPT, lambda _: 1)

    async def open(self) -> None:
        """Open the stores and set the alarms; a guild's file that cannot be read is logged."""
        for guild, error in (await self.stores.open()).items():
            _log.error("guild=%d cannot be played: %s", guild, error)
        self.due.set(self.clock.now())

    async def close(self) -> None:
        """Close the stores once nobody uses them."""
        await self.stores.close()

    def path(self, guild: int) -> Path:
        """The guild's file, for workers."""
        return self.stores.path(guild)

    # ------------------------------------------------------------------ ticks

    async def tick(  # noqa: PLR0913 - what a tick may be made of, each by its name
        self,
        guild: int,
        campaign: int,
        due: DueTick,
        *,
        acts: Sequence[Act] = (),
        settings: Mapping[str, int] | None = None,
        state: CampaignState | None = None,
        deed: Deed | None = None,
        amends: Amendment | None = None,
        steps: Mapping[str, str] | None = None,
    ) -> Resolved:
        """Resolve one tick in a worker; one at a time for each campaign.

        Raises what `bot.resolving.resolve` raises, and `WorkerError`; then nothing was written,
        unless the worker was lost right after its commit, so look at the campaign's tick.
        """
        job = partial(
            resolve,
            acts=tuple(acts),
            settings=settings,
            state=state,
            deed=deed,
            amends=amends,
            steps=steps,
        )
        now, began = self.clock.now(), perf_counter()
        ending: Ending = "failed"
        parts: dict[str, float] = {}
        self._busy[guild] += 1
        try:
            async with self._ticking[guild, campaign], self.stores.schedule.held(guild, now):
                made = await self.workers.run(
                    job,
                    self.path(guild),
                    campaign,
                    due,
                    now,
                    limit=TICK_LIMIT,
                    long=True,
                    anew=True,
                )
            faults.hit("tick.made")
            ending, parts = "made", dict(made.seconds)
            # For its turn, a worker, the way there and back.
            parts["waiting"] = perf_counter() - began - sum(parts.values())
            self.after_tick(guild)
            return made
        except ActRefused:
            ending = "refused"
            raise
        finally:
            late = self.clock.now() - due.at if due.cursor and ending == "made" else None
            self._watcher.ticked(due.kind, ending, parts, late)
            self._busy[guild] -= 1
            self.due.set(self.clock.now())

    def _committed(self, act: str) -> None:
        if act == ORDER:
            self._watcher.accepted()

    def busy(self, guild: int) -> bool:
        """Whether a tick of the guild is under way; when it ends, `due` rings."""
        return self._busy[guild] > 0

    # ------------------------------------------------------------------ what is known

    def forget(self) -> None:
        """Keep no view, plan or agenda any more, as when words of the past were changed."""
        self._views.clear()
        self._players.clear()
        self._plans.clear()
        self._agendas.clear()

    async def rules(self, guild: int, campaign: Campaign) -> Rules:
        """The rules that the campaign is played by."""
        kept = self._rules.get(campaign.module_digest)
        if kept is None:
            async with self.stores.use(guild) as store:
                copy = await store.campaigns.module(campaign.module_digest)
            # In a thread: the first campaign of a system has all of that system imported.
            made = await asyncio.to_thread(read_rules, copy)
            kept = self._rules.get(campaign.module_digest)
            kept = kept or self._rules.put(campaign.module_digest, made)
        return kept

    def seen(self, guild: int, campaign: Campaign, faction: int) -> World | None:
        """What the faction knows now, if it is at hand: for autocomplete, which may not wait."""
        kept = self._views.get((guild, campaign.id, campaign.tick, faction))
        return kept[0] if kept else None

    async def view(self, guild: int, campaign: Campaign, faction: int) -> World:
        """What the faction knows now; callers must not change it."""
        kept = self.seen(guild, campaign, faction)
        if kept is None:
            made = await self.workers.fetch(
                knowing.see, self.path(guild), campaign.id, campaign.tick, faction
            )
            kept, _ = self._views.put((guild, campaign.id, campaign.tick, faction), made)
        return kept

    async def players(self, guild: int, campaign: Campaign, faction: int = 1) -> tuple[Player, ...]:
        """The players as the faction knows them; that of anybody tells what all may know."""
        if view := self.seen(guild, campaign, faction):
            return tuple(view.all(Player))
        key = (guild, campaign.id, campaign.tick, faction)
        kept = self._players.get(key)
        if kept is None:
            # A view of a guild that is only looked after would push out one that somebody plays on.
            made = await self.workers.run(
                knowing.see_players, self.path(guild), campaign.id, campaign.tick, faction
            )
            kept = self._players.put(key, made)
        return kept

    def planned(self, seat: Seat, draft: Draft) -> DraftPlan | None:
        """The plan of a draft, if it is at hand."""
        view = self.seen(seat.guild, seat.campaign, seat.member.faction)
        made = self._plans.get(_plan_key(seat, draft))
        return _applied(view, made) if view and made else None

    async def plan(self, seat: Seat, draft: Draft) -> DraftPlan:
        """What the player's draft would do, on what the faction knows now."""
        view = await self.view(seat.guild, seat.campaign, seat.member.faction)
        return _applied(view, await self._planned(seat, draft))

    async def agenda(self, seat: Seat, draft: Draft, person: Person) -> Agenda:
        """Your turn of a player with that draft, as far as the game has it."""
        key = (_plan_key(seat, draft), person)
        kept = self._agendas.get(key)
        if kept is None:
            kept = await self.workers.run(
                make_agenda,
                self.path(seat.guild),
                seat.campaign.id,
                seat.campaign.tick,
                seat.member.faction,
                seat.player,
                [(order.key, order.body) for order in draft.orders],
                await self._planned(seat, draft),
                person,
            )
            self._agendas.put(key, kept)
        return kept

    async def _planned(self, seat: Seat, draft: Draft) -> PlanResult:
        made = self._plans.get(_plan_key(seat, draft))
        if made is None:
            made = await self._foreseen(seat, [(order.key, order.body) for order in draft.orders])
            self._plans.put(_plan_key(seat, draft), made)
        return made

    async def foresee(self, seat: Seat, orders: Sequence[tuple[str, str]]) -> DraftPlan:
        """What a list of orders (key and stored form) would do, as `plan`, without keeping it."""
        view = await self.view(seat.guild, seat.campaign, seat.member.faction)
        return _applied(view, await self._foreseen(seat, orders))

    async def foresee_together(
        self, seat: Seat, turns: Sequence[tuple[int, Sequence[tuple[str, str]]]]
    ) -> list[DraftPlan]:
        """What turns of the faction's players (each with its orders) would do in this sequence."""
        campaign, faction = seat.campaign, seat.member.faction
        view = await self.view(seat.guild, campaign, faction)
        made = await self.workers.run(
            knowing.plan_together,
            self.path(seat.guild),
            campaign.id,
            campaign.tick,
            faction,
            tuple((player, tuple(orders)) for player, orders in turns),
        )
        return [_applied(view, each) for each in made]

    async def _foreseen(self, seat: Seat, orders: Sequence[tuple[str, str]]) -> PlanResult:
        if not orders:
            return PlanResult((), ())
        return await self.workers.run(
            knowing.plan,
            self.path(seat.guild),
            seat.campaign.id,
            seat.campaign.tick,
            seat.member.faction,
            seat.player,
            tuple(orders),
        )

    async def asking(self, seat: Seat, draft: Draft) -> State:
        """A state on the player's plan, from which choices are listed; nothing is drawn in it."""
        plan = await self.plan(seat, draft)
        return asking(await self.rules(seat.guild, seat.campaign), plan.world, seat.player)


def _applied(view: World, made: PlanResult) -> DraftPlan:
    """The plan on the view that it was made from, which stays as it is."""
    world, new = made.on(view)
    return DraftPlan(world, made.orders, view, new)


def _outcomes(made: PlanResult) -> int:
    return 1 + len(made.orders) + len(made.changes)


def _plan_key(seat: Seat, draft: Draft) -> Hashable:
    campaign = seat.campaign
    return seat.guild, campaign.id, campaign.tick, seat.member.user, draft.version
