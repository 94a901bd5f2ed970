"""The roles of people on Discord follow their seats: players and deputies have the door.

Every change of a seat notes a step for each person whom it concerns (`migrations/0017_steps.sql`).
It compares the person's roles with the seats at that time, so that it may be repeated, and is done
for people who left the server and came back, or lost a role by hand.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

import aiohttp
import discord

from bot import faults
from bot.campaign.steps import NotYet, not_done, why_not
from bot.faces.words.text import plain
from bot.host import Host
from bot.post.telling import MODERATORS, tell
from bot.store.guild import GuildStore
from bot.store.steps import FURNISH, ROLE, step

TROUBLE: Final = (NotYet, discord.HTTPException, aiohttp.ClientError, OSError)
"""What may keep a person's roles from following for a time."""


async def factions_of(
    store: GuildStore, campaign: int, user: int, now: datetime
) -> tuple[frozenset[int], datetime | None]:
    """The factions whose channels a person may read, and when that changes by itself.

    They are that of the person's seat, and those of the seats in which the person is a deputy.
    """
    member = await store.members.get(campaign, user)
    factions = {member.faction} if member and member.player else set[int]()
    changes: list[datetime] = []
    for each in await store.deputies.former(campaign, user):
        if each.ended_at or await store.seats.holder(campaign, each.player) is None:
            continue
        if each.acts(now):
            factions.add(each.faction)
        changes += [at for at in (each.first, each.until) if at and at > now]
    return frozenset(factions), min(changes, default=None)


async def follow(host: Host, guild: discord.Guild, campaign: int, user: int) -> list[str]:
    """Give a person the roles of these factions and take all others of the campaign.

    Returns what was given in words; nobody who has left the server has any. To be called with the
    guild's lock of `host.furnishing`, which is held while a seat changes. Raises `NotYet` where a
    role is gone, and `discord.HTTPException`.
    """
    given: list[str] = []
    async with host.stores.use(guild.id) as store:
        while True:
            wanted, _ = await factions_of(store, campaign, user, host.clock.now())
            given += await _set(host, guild, store, campaign, user, wanted)
            faults.hit("role.after_setting")
            async with store.unit("step"):
                now, later = await factions_of(store, campaign, user, host.clock.now())
                if now != wanted:
                    continue  # the seat has changed hands meanwhile
                if later:
                    await store.timers.put(campaign, step(ROLE, user), later)
                else:
                    await store.timers.clear(campaign, step(ROLE, user))
                return given


async def see_to(host: Host, guild: discord.Guild, campaign: int, user: int) -> bool:
    """Have a person's roles follow at once; returns whether they do.

    If they cannot, the moderators are told, and it is tried again.
    """
    try:
        await follow(host, guild, campaign, user)
    except TROUBLE as error:
        async with host.stores.use(guild.id) as store:
            await tell_failed(host, store, campaign, user, error)
        return False
    return True


async def tell_failed(
    host: Host, store: GuildStore, campaign: int, user: int, error: Exception
) -> None:
    """Note that a person's roles could not be set, and tell the moderators the first time."""
    name = step(ROLE, user)
    async with store.unit():
        timer = await store.timers.get(campaign, name)
        if timer is None:  # it was asked for though no seat had changed
            await store.timers.put(campaign, name, host.clock.now())
            timer = await store.timers.get(campaign, name)
            assert timer is not None, "it was set just now"
        await not_done(host, store, timer, error)
        if timer.tries:
            return
        plays, _ = await factions_of(store, campaign, user, host.clock.now())
        why = plain(why_not(error)).rstrip(".")
        text = (
            f"⚠️ I could not give <@{user}> the role of the faction: {why}. I try it again; "
            "`/campaign repair` does so at once."
            if plays
            else f"⚠️ <@{user}> has left, but I could not take away the role of the faction: "
            f"{why}. Whoever has it reads the faction's secrets, so please take it away by hand."
        )
        await tell(store, campaign, MODERATORS, f"R{user % 10_000}·!", text)


async def have_followed(store: GuildStore, campaign: int, user: int, now: datetime) -> None:
    """Note that a person's roles are to be compared with the seats; to be called in a unit."""
    await store.timers.put(campaign, step(ROLE, user), now)


async def people_of(store: GuildStore, campaign: int) -> list[int]:
    """Everybody who may have a role of the campaign, in order of joining, deputies last."""
    people = [each.user for each in await store.members.of_campaign(campaign) if each.player]
    people += [each.user for each in await store.deputies.appointed(campaign)]
    return list(dict.fromkeys(people))


async def _set(
    host: Host,
    guild: discord.Guild,
    store: GuildStore,
    campaign: int,
    user: int,
    wanted: frozenset[int],
) -> list[str]:
    if guild.unavailable:
        raise NotYet("The server cannot be reached.")
    places = await store.places.of_campaign(campaign)
    known = {each.role: each.snowflake for each in places if each.role.startswith("role:")}
    ours = {name: guild.get_role(id) for name, id in known.items() if name != "role:moderators"}
    try:
        person = await guild.fetch_member(user)
    except discord.NotFound:
        return []
    want = {f"role:{faction}" for faction in wanted}
    has = {role.id for role in person.roles}
    give = [role for name, role in ours.items() if name in want and role and role.id not in has]
    take = [role for name, role in ours.items() if name not in want and role and role.id in has]
    if take:
        await person.remove_roles(*take, reason="Plays for this faction no more")
    if give:
        await person.add_roles(*give, reason="Plays for this faction")
    # Before the campaign has its channels there is none; when they are made, everybody's are set.
    if any(name in ours and ours[name] is None for name in want):
        await store.timers.put(campaign, FURNISH, host.clock.now())
        raise NotYet("The role is gone; I make it anew.")
    return [f"the role {role.name} for {person.display_name}" for role in give]
