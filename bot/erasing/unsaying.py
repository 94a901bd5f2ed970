"""Taking back what the bot has said of somebody who was erased: messages rewritten or taken away.

Open work stays in the store until it is done; Discord may be away meanwhile.
"""

import logging
from datetime import timedelta
from typing import Final

import aiohttp
import discord

from bot.campaign.steps import NotYet
from bot.client import HostBot
from bot.post.delivery import edit
from bot.post.posting import build, has_key
from bot.post.telling import MODERATORS, tell
from bot.store.guild import GuildStore
from bot.store.outbox import Unsaid
from bot.store.records import Message, MessageState
from bot.store.steps import UNSAYING
from bot.workers import WorkerError

_AT_LAST: Final = timedelta(minutes=10)
"""After so long nothing is under way any more: each try has its limit (`bot.post.delivery`)."""
_LOOKED_AT: Final = 100
"""Latest direct messages among which one is looked for."""

_log = logging.getLogger(__name__)


async def unsay(bot: HostBot, guild: int, store: GuildStore, campaign: int) -> None:
    """Undo what must be undone in a campaign: the step `UNSAYING`.

    One that is hindered holds up no other. Raises `NotYet` while one is still on its way, and
    whatever hinders the last for a time.
    """
    trouble: Exception | None = None
    for each in await store.outbox.unsaid(campaign):
        try:
            if not await _take_back(bot, guild, store, each):
                trouble = NotYet("A message is still on its way.")
                continue
        except discord.NotFound:
            pass  # it is gone
        except discord.Forbidden as error:
            _log.info("guild=%d message=%d is not taken back: %s", guild, each.message, error.text)
            where = f"https://discord.com/channels/{guild}/{each.channel}/{each.message}"
            text = (
                f"⚠️ I may not change a message of mine that names somebody who was erased: {where}"
            )
            await tell(store, campaign, MODERATORS, f"U{each.id}", f"{text} Please delete it.")
        except (discord.HTTPException, aiohttp.ClientError, OSError, WorkerError) as error:
            trouble = error
            continue
        await store.outbox.taken_back(each.id)
    if trouble:
        raise trouble
    async with store.unit():
        if not await store.outbox.unsaid(campaign):  # nobody was erased meanwhile
            await store.timers.clear(campaign, UNSAYING)


async def _take_back(bot: HostBot, guild: int, store: GuildStore, each: Unsaid) -> bool:
    """Take it back; False if it is still on its way to Discord."""
    message = None if each.outbox is None else await store.outbox.get(each.outbox)
    if message is None:
        where = bot.get_partial_messageable(each.channel)
        await where.get_partial_message(each.message).delete()
        return True
    if message.to.role is None:
        return await _take_back_direct(bot, message, each)
    if message.message is None:
        return message.state is MessageState.PARKED
    server = bot.get_guild(guild)
    if server is None or server.unavailable:
        raise OSError("the server cannot be reached")
    channel = server.get_channel(each.channel)
    if isinstance(channel, discord.TextChannel):
        post = await build(bot.workers, bot.host.path(guild), store, message)
        await edit(channel, message.message, post)
    return True


async def _take_back_direct(bot: HostBot, message: Message, each: Unsaid) -> bool:
    """Take away a direct message that was under way when its person was erased.

    Nothing notes where it arrived if we died meanwhile, so it is looked for by its key; False
    until it is found, or so long ago that it never came.
    """
    where = bot.get_partial_messageable(each.channel)
    if message.message is not None:
        await where.get_partial_message(message.message).delete()
        return True
    assert bot.user is not None, "it is connected"
    async for posted in where.history(limit=_LOOKED_AT):
        if posted.author.id == bot.user.id and has_key(posted, message.key):
            await posted.delete()
            return True
    return bot.clock.now() >= message.not_before + _AT_LAST
