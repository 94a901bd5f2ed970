"""The steps that must follow commits, done: each kind by its function.

They are noted with what they follow, and repeated until they are done (`bot.campaign.steps`).
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Final

import discord

from bot.answers import Refused
from bot.campaign.roles import TROUBLE, follow, tell_failed
from bot.campaign.status import status_message
from bot.campaign.steps import NotYet
from bot.erasing.erasing import clean_up, erase_in
from bot.erasing.unsaying import unsay
from bot.founding.founding import furnish_anew
from bot.founding.moderating import end
from bot.guild_commands import refresh
from bot.host import Host
from bot.post.telling import MODERATORS, tell
from bot.seats.joining import settle_in
from bot.seats.seating import SeatChange, finish
from bot.store.errors import NotFound
from bot.store.guild import GuildStore
from bot.store.records import CampaignState, Timer
from bot.store.steps import END, ERASE, FURNISH, JOINED, ROLE, SEAT, STATUS, SWEEP, UNSAYING

if TYPE_CHECKING:
    from bot.client import HostBot

Step = Callable[["HostBot", discord.Guild, GuildStore, Timer], Awaitable[None]]


async def do_step(bot: HostBot, guild: int, store: GuildStore, timer: Timer) -> None:
    """Do a step whose time has come; it clears its timer. Raises whatever keeps it from that."""
    here = bot.get_guild(guild)
    if here is None or here.unavailable:
        raise NotYet("The server cannot be reached.")
    await STEPS[timer.name.partition(":")[0]](bot, here, store, timer)


# ---------------------------------------------------------------- each


async def _role(bot: HostBot, guild: discord.Guild, store: GuildStore, timer: Timer) -> None:
    user = int(timer.name.partition(":")[2])
    async with bot.host.furnishing[guild.id]:
        if await store.timers.get(timer.campaign, timer.name) is None:
            return  # a command has done it at once
        try:
            await follow(bot.host, guild, timer.campaign, user)
        except TROUBLE as error:
            await tell_failed(bot.host, store, timer.campaign, user, error)


async def _seat(bot: HostBot, guild: discord.Guild, store: GuildStore, timer: Timer) -> None:
    async with bot.host.furnishing[guild.id]:
        if await store.timers.get(timer.campaign, timer.name) is None:
            return  # the command has done it
        try:
            await finish(bot.host, guild.id, timer.campaign, SeatChange(**json.loads(timer.what)))
        except (Refused, NotFound) as error:  # the seat is another's by now
            async with store.unit():
                await store.timers.clear(timer.campaign, timer.name)
                text = f"⚠️ A change of a seat could not be finished: {error} Please look at it."
                await tell(store, timer.campaign, MODERATORS, f"{timer.name}·!", text)


async def _joined(bot: HostBot, guild: discord.Guild, _: GuildStore, timer: Timer) -> None:
    await settle_in(bot.host, guild.id, timer.campaign, int(timer.name.partition(":")[2]))


async def _erase(bot: HostBot, guild: discord.Guild, store: GuildStore, timer: Timer) -> None:
    await erase_in(bot, guild, store, timer)


async def _sweep(bot: HostBot, guild: discord.Guild, store: GuildStore, timer: Timer) -> None:
    if await store.timers.get(timer.campaign, SWEEP):  # one cleaning is for all of the file
        await clean_up(bot.host, guild.id)


async def _unsay(bot: HostBot, guild: discord.Guild, store: GuildStore, timer: Timer) -> None:
    await unsay(bot, guild.id, store, timer.campaign)


async def _status(bot: HostBot, guild: discord.Guild, store: GuildStore, timer: Timer) -> None:
    await tell_status(bot.host, guild.id, store, timer.campaign)


async def tell_status(host: Host, guild: int, store: GuildStore, campaign: int) -> None:
    """Bring the status message up to date: the step `STATUS`."""
    rules = await host.rules(guild, await store.campaigns.get(campaign))
    async with store.unit("step"):
        await store.timers.clear(campaign, STATUS)
        await store.outbox.add(campaign, await status_message(store, rules, campaign))


async def _furnish(bot: HostBot, guild: discord.Guild, _: GuildStore, timer: Timer) -> None:
    await furnish_anew(bot, guild, timer.campaign)


async def _end(bot: HostBot, guild: discord.Guild, store: GuildStore, timer: Timer) -> None:
    campaign = await store.campaigns.get(timer.campaign)
    gone = await store.campaigns.moved_away(campaign.id)
    if campaign.state is CampaignState.ENDED or gone:
        await store.timers.clear(campaign.id, END)
        return
    said = json.loads(timer.what)
    await end(bot.host, guild.id, campaign, said["who"], said["why"])
    await refresh(bot, guild.id)


STEPS: Final[Mapping[str, Step]] = {
    ROLE: _role,
    SEAT: _seat,
    JOINED: _joined,
    ERASE: _erase,
    SWEEP: _sweep,
    UNSAYING: _unsay,
    STATUS: _status,
    FURNISH: _furnish,
    END: _end,
}
"""By the kind of a step how it is done."""
