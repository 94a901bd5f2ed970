"""A running campaign on a host without Discord: what its players' commands do, called directly."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.catching_up import catch_up
from bot.clock import MovableClock
from bot.host import Host, Seat
from bot.orders import ordering, submitting
from bot.payload import Payload
from bot.resolving import resolve
from bot.rounds import _ASIDE
from bot.store.records import Campaign, Submission
from bot.store.ticks import DueTick
from bot.workers import Workers
from engine.orders import Order
from engine.packs.cohorts.pieces.records import Character, City, Province
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.world import World
from tests.bot.samples import ALONE, GUILD, MONDAY, founded


class Hosted:
    """The campaign, seen by its first player."""

    def __init__(self, host: Host, clock: MovableClock, made: Campaign, user: int) -> None:
        self.host, self.clock, self.made, self.user = host, clock, made, user
        self.campaign = made.id

    # ------------------------------------------------------------------ time

    async def tick(self, kind: str, *, day: dt.date | None = None, **more: Any) -> None:
        """One tick now, without the schedule."""
        now = self.clock.now()
        due = DueTick(kind, now, day or now.date(), 1, day)
        path = self.host.path(GUILD)
        await asyncio.to_thread(resolve, path, self.campaign, due, now, **more)

    async def days(self, number: int) -> None:
        """Let that many days go by: what is due is made, and what timers ask for as well."""
        for _ in range(number):
            self.clock.move(dt.timedelta(days=1))
            await catch_up(self.host, GUILD, self.campaign)
            async with self.host.stores.use(GUILD) as store:
                timers = await store.timers.all()
            for timer in timers:
                if timer.name in _ASIDE and timer.at <= self.clock.now():
                    await _ASIDE[timer.name](self.host, GUILD, self.campaign)

    # ------------------------------------------------------------------ looking

    async def seat(self, user: int | None = None) -> Seat:
        async with self.host.stores.use(GUILD) as store:
            member = await store.members.get(self.campaign, user or self.user)
            assert member is not None
            return Seat(GUILD, await store.campaigns.get(self.campaign), member)

    async def view(self) -> World:
        """What the player's faction knows."""
        seat = await self.seat()
        return await self.host.view(GUILD, seat.campaign, seat.member.faction)

    async def hero(self) -> str:
        """The name of a character of the player's."""
        view, seat = await self.view(), await self.seat()
        return next(iter(view.by(Character, "player", seat.player))).name

    async def city(self) -> tuple[City, World]:
        """The city of the player, in the view of the faction."""
        view, seat = await self.view(), await self.seat()
        barons = {each.id for each in view.by(Character, "player", seat.player)}
        return next(c for c in view.all(City) if c.knows("baron") and c.baron in barons), view

    async def spot(self) -> str:
        """The coordinates of a province where the player has a city."""
        city, view = await self.city()
        province = view.get(Province, city.province)
        return f"{province.x},{province.y}"

    async def keys(self) -> list[str]:
        """The keys of the orders that are prepared."""
        return [each.key for each in (await ordering.draft_of(self.host, await self.seat())).orders]

    async def submissions(self) -> list[Submission]:
        async with self.host.stores.use(GUILD) as store:
            return list(reversed(await store.submissions.of_user(self.campaign, self.user, 50)))

    async def reports(self) -> str:
        """All that the faction was told."""
        async with self.host.stores.use(GUILD) as store:
            ticks = [tick.number for tick in await store.campaigns.ticks(self.campaign, last=200)]
            sent = [m for tick in ticks for m in await store.outbox.of_tick(self.campaign, tick)]
        told = (Payload.model_validate_json(each.payload) for each in sent)
        return "\n".join(card.text for payload in told for card in payload.cards)

    # ------------------------------------------------------------------ acting

    async def give(self, cls: type[Order], **texts: str) -> str:
        """The key of an order that is given."""
        return (await ordering.give(self.host, await self.seat(), cls, texts)).queued.key

    async def activate(self, name: str = "Iron Guard", user: int | None = None) -> ordering.Given:
        texts = {"province": await self.spot(), "name": name}
        return await ordering.give(self.host, await self.seat(user), ActivateStack, texts)

    async def submit(self, *wanted: str | None) -> submitting.Submitted:
        return await submitting.submit(self.host, await self.seat(), *wanted)


@asynccontextmanager
async def hosted(
    data: Path, workers: Workers, name: str = "The Long War", players: Mapping[int, str] = ALONE
) -> AsyncIterator[Hosted]:
    """A campaign that runs, at eight on a Monday; the cut-off is at 14:00 there."""
    clock = MovableClock(MONDAY)
    host = Host(data, clock, workers)
    await host.open()
    made = await founded(host, GUILD, name, players)
    yield Hosted(host, clock, made, next(iter(players)))
    await host.close()
