"""A person wants to be forgotten: seats are given up, then every trace is erased.

For each campaign it is a step (`bot.campaign.steps`), so that it goes on where it was, also after
a restart. What is erased and how the record stays whole stands in `bot.erasing.traces`.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import discord

from bot import faults
from bot.answers import Refused
from bot.campaign.roles import see_to
from bot.campaign.steps import NotYet, not_done
from bot.client import HostBot
from bot.erasing.traces import Erased, erase, sweep
from bot.host import Host, Seat
from bot.moving import moving
from bot.seats import deputising
from bot.seats.seating import By, leave
from bot.store.errors import NotFound, StoreError
from bot.store.guild import GuildStore
from bot.store.moving.packing import SUFFIX
from bot.store.records import Timer
from bot.store.steps import ERASE, SWEEP, step
from bot.workers import WorkerError

_TRIES: Final = 3
GRACE: Final = timedelta(minutes=15)
"""After so long the rounds go on with what the command did not come to."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was done."""

    campaigns: tuple[Erased, ...]
    waits: int
    """In how many campaigns it is still to be done; it goes on by itself."""
    cleaned: bool
    """Whether the deleted bytes are gone from the file as well."""


async def forget(
    bot: HostBot, guild: discord.Guild, person: discord.User | discord.Member, direct: int
) -> Forgotten:
    """Give up the person's seats and erase the person; `direct` is the channel of direct messages.

    Raises `Refused` while a turn is made; nothing was changed then.
    """
    host = bot.host
    if host.busy(guild.id):
        raise Refused("A turn is just being made.", way_out="Try again in a moment.")
    names = {person.name, person.global_name, person.display_name, getattr(person, "nick", None)}
    what = json.dumps({"names": sorted(filter(None, names)), "direct": direct})
    async with host.stores.use(guild.id) as store, store.unit():
        # A copy comes before its original, which identifies the person in it.
        campaigns = [each.id for each in reversed(await store.campaigns.all())]
        for place, campaign in enumerate(campaigns):
            at = host.clock.now() + GRACE + timedelta(microseconds=place)
            await store.timers.put(campaign, step(ERASE, person.id), at, what)
    for file in moving.folder(host).glob(f"{guild.id}-*{SUFFIX}"):
        file.unlink(missing_ok=True)
    done: list[Erased] = []
    waits = 0
    for campaign in campaigns:
        async with host.stores.use(guild.id) as store:
            timer = await store.timers.get(campaign, step(ERASE, person.id))
            if timer is None:
                continue
            try:
                done += await erase_in(bot, guild, store, timer)
            except (NotYet, Refused, StoreError, WorkerError) as hindered:
                await not_done(host, store, timer, hindered)
                waits += 1
    try:
        cleaned = await _clean(host, guild.id)
    except (StoreError, WorkerError):
        cleaned = False  # the step says so, and is repeated
    return Forgotten(tuple(done), waits, cleaned)


async def erase_in(
    bot: HostBot, guild: discord.Guild, store: GuildStore, timer: Timer
) -> list[Erased]:
    """Erase a person from a campaign: the step `ERASE`.

    Raises `Refused`, LeaseHeld or `NotYet` while a turn is made, WorkerError, StoreError.
    """
    host, campaign_id = bot.host, timer.campaign
    about: dict[str, Any] = json.loads(timer.what)
    person = int(timer.name.partition(":")[2])
    campaign = await store.campaigns.get(campaign_id)
    away = await store.campaigns.moved_away(campaign_id)
    for each in await store.deputies.appointed(campaign_id):
        if each.user != person:
            continue
        if away:  # its log is closed
            await store.deputies.end(each.id)
        else:
            await deputising.dismiss(bot, guild.id, campaign, By(person, ""), each)
    if member := await store.members.get(campaign_id, person):
        with suppress(NotFound):  # given up meanwhile
            await leave(host, guild, Seat(guild.id, campaign, member))
    async with host.furnishing[guild.id]:  # the roles go while it is known whose they are
        await see_to(host, guild, campaign_id, person)
    try:
        done = await host.workers.run(
            erase,
            host.path(guild.id),
            campaign_id,
            person,
            about["names"],
            about["direct"],
            host.clock.now(),
            limit=moving.LONG,
            long=True,
        )
    finally:
        host.forget()
    faults.hit("erasure.after_commit")
    host.due.set(host.clock.now())
    return done


async def clean_up(host: Host, guild: int) -> None:
    """Leave no bytes of what was erased: the step `SWEEP`. Raises `NotYet` if others hinder it."""
    if not await _clean(host, guild):
        raise NotYet("The file was in use.")


async def _clean(host: Host, guild: int) -> bool:
    for _ in range(_TRIES):
        began = host.clock.now()
        if await host.workers.run(sweep, host.path(guild), limit=moving.LONG, long=True):
            async with host.stores.use(guild) as store, store.unit():
                for timer in await store.timers.all():
                    if timer.name == SWEEP and timer.at <= began:
                        await store.timers.clear(timer.campaign, SWEEP)
            return True
    return False
