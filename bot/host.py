"""The campaigns as everything on the event loop reaches them: their stores, ticks, views, plans.

Cogs, schedule and delivery build on this. What a command means stands in the cogs; here are the
few things that all of them need, each done in one way only.
"""

import asyncio
import logging
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from bot.clock import Alarm, Clock
from bot.jobs import knowing
from bot.jobs.knowing import PlanResult
from bot.jobs.resolve import Act, Resolved, resolve
from bot.store.records import Campaign, CampaignState, Draft, Due, Member
from bot.store.stores import Stores
from bot.workers import Workers
from engine.dice import ForeseeDice
from engine.packs import Rules
from engine.preview import Planned
from engine.state import State
from engine.world import World

T = TypeVar("T")
_log = logging.getLogger(__name__)

VIEWS_KEPT = 24
PLANS_KEPT = 48
RULES_KEPT = 16
TICK_LIMIT = 300.0  # seconds after which a tick that hangs is given up, to be tried anew


@dataclass(frozen=True, slots=True)
class Seat:
    """Who acts, in which campaign: what every player's command starts from."""

    guild: int
    campaign: Campaign
    member: Member

    @property
    def player(self) -> int:
        """The player in the world; 0 before the tick that makes it."""
        return self.member.player or 0


@dataclass(frozen=True, slots=True)
class Plan:
    """A player's draft as it would run: the view as it would be, and each order's outcome."""

    world: World
    orders: tuple[Planned, ...]

    def of(self, key: str) -> Planned | None:
        """What the order of that key would do."""
        return next((planned for planned in self.orders if planned.key == key), None)


class _Kept(Generic[T]):
    """The latest results, by what they were made from; older ones are dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable) -> T | None:
        if key in self._held:
            self._held.move_to_end(key)
            return self._held[key]
        return None

    def put(self, key: Hashable, value: T) -> T:
        self._held[key] = value
        self._held.move_to_end(key)
        while len(self._held) > self._most:
            self._held.popitem(last=False)
        return value


class Host:
    """The campaigns of all guilds."""

    def __init__(self, folder: Path, clock: Clock, workers: Workers) -> None:
        self.clock = clock
        self.workers = workers
        self.due = Alarm(clock)
        """Rings when a guild has a tick that is due or a message to send."""
        self.stores = Stores(folder, clock, on_earlier=self.due.set)
        self._ticking: defaultdict[tuple[int, int], asyncio.Lock] = defaultdict(asyncio.Lock)
        self._busy: Counter[int] = Counter()
        self._views: _Kept[World] = _Kept(VIEWS_KEPT)
        self._plans: _Kept[Plan] = _Kept(PLANS_KEPT)
        self._rules: _Kept[Rules] = _Kept(RULES_KEPT)

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

    async def tick(
        self,
        guild: int,
        campaign: int,
        due: Due,
        *,
        acts: Sequence[Act] = (),
        settings: Mapping[str, int] | None = None,
        state: CampaignState | None = None,
    ) -> Resolved:
        """Resolve one tick in a worker; one at a time for each campaign.

        Raises what `bot.jobs.resolve.resolve` raises, and `WorkerError`; then nothing was written,
        unless the worker was lost right after its commit, so look at the campaign's tick.
        """
        job = partial(resolve, acts=tuple(acts), settings=settings, state=state)
        now = self.clock.now()
        self._busy[guild] += 1
        try:
            async with self._ticking[guild, campaign], self.stores.schedule.held(guild, now):
                return await self.workers.run(
                    job, self.path(guild), campaign, due, now, limit=TICK_LIMIT, long=True
                )
        finally:
            self._busy[guild] -= 1
            self.due.set(self.clock.now())

    def busy(self, guild: int) -> bool:
        """Whether a tick of the guild is under way; when it ends, `due` rings."""
        return self._busy[guild] > 0

    # ------------------------------------------------------------------ what is known

    async def rules(self, guild: int, campaign: Campaign) -> Rules:
        """The rules that the campaign is played by."""
        kept = self._rules.get(campaign.module_digest)
        if kept is None:
            async with self.stores.use(guild) as store:
                copy = await store.campaigns.module(campaign.module_digest)
            kept = self._rules.put(campaign.module_digest, Rules.read(copy.body))
        return kept

    def seen(self, guild: int, campaign: Campaign, faction: int) -> World | None:
        """What the faction knows now, if it is at hand: for autocomplete, which may not wait."""
        return self._views.get((guild, campaign.id, campaign.tick, faction))

    async def view(self, guild: int, campaign: Campaign, faction: int) -> World:
        """What the faction knows now; callers must not change it."""
        kept = self.seen(guild, campaign, faction)
        if kept is None:
            made = await self.workers.run(
                knowing.see, self.path(guild), campaign.id, campaign.tick, faction
            )
            kept = self._views.put((guild, campaign.id, campaign.tick, faction), made)
        return kept

    def planned(self, seat: Seat, draft: Draft) -> Plan | None:
        """The plan of a draft, if it is at hand."""
        return self._plans.get(_plan_key(seat, draft))

    async def plan(self, seat: Seat, draft: Draft) -> Plan:
        """What the player's draft would do, on what the faction knows now."""
        kept = self.planned(seat, draft)
        if kept is None:
            kept = await self.foresee(seat, [(order.key, order.body) for order in draft.orders])
            self._plans.put(_plan_key(seat, draft), kept)
        return kept

    async def foresee(self, seat: Seat, orders: Sequence[tuple[str, str]]) -> Plan:
        """What a list of orders (key and stored form) would do, as `plan`, without keeping it."""
        view = await self.view(seat.guild, seat.campaign, seat.member.faction)
        if not orders:
            return Plan(view, ())
        made: PlanResult = await self.workers.run(
            knowing.plan,
            self.path(seat.guild),
            seat.campaign.id,
            seat.campaign.tick,
            seat.member.faction,
            seat.player,
            tuple(orders),
        )
        world = view.fork()
        for kind, id, record in made.changes:
            if record is not None:
                world.put(record)
            elif gone := world.find(world.kinds[kind], id):
                world.remove(gone)
        return Plan(world, made.orders)

    async def asking(self, seat: Seat, draft: Draft) -> State:
        """A state on the player's plan, from which choices are listed; nothing is drawn in it."""
        plan = await self.plan(seat, draft)
        return asking(await self.rules(seat.guild, seat.campaign), plan.world, seat.player)


def asking(rules: Rules, world: World, player: int) -> State:
    """A state on what a player knows, for choosers and conditions."""
    state = State(rules, world, ForeseeDice())
    state.player = player
    state.planning = True
    return state


def _plan_key(seat: Seat, draft: Draft) -> Hashable:
    campaign = seat.campaign
    return seat.guild, campaign.id, campaign.tick, seat.member.user, draft.version
