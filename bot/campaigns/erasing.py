"""A person wants to be forgotten: seats are given up, then every trace is erased.

What is erased and how the record stays whole stands in `bot.jobs.erasing`.
"""

from dataclasses import dataclass

import discord

from bot.answers import Refused
from bot.campaigns import deputising, moving
from bot.campaigns.joining import leave, take_role
from bot.campaigns.seating import By
from bot.campaigns.status import status_message
from bot.client import HostBot
from bot.host import Seat
from bot.jobs.erasing import Erased, erase, sweep
from bot.post.unsaying import UNSAYING
from bot.store.errors import LeaseHeld
from bot.store.moving.packing import SUFFIX

_TRIES = 3


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was done."""

    campaigns: tuple[Erased, ...]
    cleaned: bool
    """Whether the deleted bytes are gone from the file as well."""


async def forget(
    bot: HostBot, guild: discord.Guild, person: discord.User | discord.Member, direct: int
) -> Forgotten:
    """Give up the person's seats and erase the person; `direct` is the channel of direct messages.

    Raises `Refused` while a turn is made.
    """
    host = bot.host
    if host.busy(guild.id):
        raise Refused("A turn is just being made.", way_out="Try again in a moment.")
    async with host.stores.use(guild.id) as store:
        members = await store.members.of_user(person.id)
        seats = [Seat(guild.id, await store.campaigns.get(m.campaign), m) for m in members]
        acting = [
            (await store.campaigns.get(each.campaign), each)
            for each in await store.deputies.of_user(person.id)
        ]
    for campaign, deputy in acting:  # the role goes while it is known whose it is
        await deputising.dismiss(bot, guild.id, campaign, By(person.id, ""), deputy)
    for seat in seats:
        await leave(host, seat)
        await take_role(host, guild, person, seat.member)
    names = {person.name, person.global_name, person.display_name, getattr(person, "nick", None)}
    try:
        done, cleaned = await host.workers.run(
            erase,
            host.path(guild.id),
            person.id,
            sorted(filter(None, names)),
            direct,
            host.clock.now(),
            limit=moving.LONG,
            long=True,
        )
    except LeaseHeld as held:
        raise Refused(
            "A turn is just being made. Your seats are given up, but nothing is erased yet.",
            way_out="Try again in a moment.",
        ) from held
    finally:
        host.forget()
    for file in moving.folder(host).glob(f"{guild.id}-*{SUFFIX}"):
        file.unlink(missing_ok=True)
    async with host.stores.use(guild.id) as store, store.unit():
        for each in done:
            await store.timers.put(each.campaign, UNSAYING, host.clock.now())
            # It shows the seal of the last tick.
            rules = await host.rules(guild.id, await store.campaigns.get(each.campaign))
            status = await status_message(store, rules, each.campaign)
            await store.outbox.add(each.campaign, status)
    for _ in range(_TRIES):
        if cleaned:
            break
        cleaned = await host.workers.run(sweep, host.path(guild.id), limit=moving.LONG, long=True)
    return Forgotten(tuple(done), cleaned)
