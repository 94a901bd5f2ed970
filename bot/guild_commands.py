"""The slash commands that each guild has for itself, made from the rules of its campaigns.

They are those of orders, of panels and of forecasts; `refresh` brings them up to date. What a
command is like stands with its kind.
"""

import asyncio
import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot import show
from bot.battles import odds
from bot.client import HostBot
from bot.orders import commands as order_commands
from bot.store.errors import StoreError
from bot.store.records import Campaign, CampaignState
from engine.packs import Rules

AT_FIRST = 64  # guilds whose commands are built while Discord tells of its guilds, and kept
LOOKED_INTO = 32  # files looked into in one go, after that

Made = tuple[app_commands.Group | app_commands.Command[Any, Any, Any], ...]

_log = logging.getLogger(__name__)


class GuildCommands(commands.Cog):
    """Keeps every guild's own commands as its campaigns' rules want them."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self._told = asyncio.Event()
        """Set once every guild's commands are told; a guild that is known later is told by itself.
        """
        self._late: set[asyncio.Task[None]] = set()

    async def cog_load(self) -> None:
        # Discord offers the commands of the last time from the start.
        self.bot.look_up = self._look_up
        self.begin.start()

    async def cog_unload(self) -> None:
        self.bot.look_up = None
        self.begin.cancel()
        for task in self._late:
            task.cancel()

    async def _build(self, guilds: Sequence[int]) -> None:
        """Build what can be built; a guild whose file cannot be read is named in the log."""
        stores = self.bot.host.stores
        for guild, campaigns in (await stores.campaigns(guilds)).items():
            try:
                await _build_once(self.bot, guild, campaigns)
            except StoreError as error:
                _log.error("guild=%d has no commands of its own: %s", guild, error)
            except Exception:  # noqa: BLE001 - one guild's trouble must not stop the others
                _log.exception("guild=%d has no commands of its own", guild)

    async def _look_up(self, guild: int) -> None:
        """Build what was not, or could not be, built yet. Raises StoreError while it cannot."""
        if not self.bot.host.stores.expects(guild):
            return
        await build(self.bot, guild)
        if self._told.is_set():  # beside: who asked waits for an answer
            late = asyncio.create_task(tell(self.bot, guild))
            self._late.add(late)
            late.add_done_callback(self._late.discard)

    @tasks.loop(count=1)
    async def begin(self) -> None:
        """Once, after the start: tell Discord the commands of every guild whose are known.

        A guild whose file cannot be read keeps on Discord what it has. What was built for this
        alone is not kept, for of ten thousand guilds it is 50 MB.
        """
        known = 0
        guilds = await asyncio.to_thread(self.bot.host.stores.guilds)
        for first in range(0, len(guilds), LOOKED_INTO):
            some = guilds[first : first + LOOKED_INTO]
            unknown = [guild for guild in some if guild not in self.bot.knows]
            await self._build(unknown)
            known += sum(guild in self.bot.knows for guild in some)
            for guild in some:
                if guild in self.bot.knows and self.bot.get_guild(guild):
                    await tell(self.bot, guild)
            for guild in unknown:
                _forget(self.bot, guild)
        self._told.set()
        _log.info("Commands told: guilds=%d of %d", known, len(guilds))

    @begin.before_loop
    async def _ready(self) -> None:
        guilds = await asyncio.to_thread(self.bot.host.stores.guilds)
        await self._build(guilds[:AT_FIRST])
        await self.bot.wait_until_ready()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Give a server that has invited the bot back the commands that Discord took with it."""
        if not self.bot.host.stores.has_file(guild.id):
            return
        try:
            await refresh(self.bot, guild.id)
        except Exception:  # noqa: BLE001 - discord.py would log it without saying which server
            _log.exception("guild=%d has no commands of its own", guild.id)


async def refresh(bot: HostBot, guild: int) -> None:
    """Give a guild the commands of its campaigns; call it when one is made or ends."""
    await build(bot, guild)
    await tell(bot, guild)


async def build(bot: HostBot, guild: int) -> None:
    """Have the bot know the commands of a guild's campaigns.

    Orders are given in campaigns that go on; one that has ended can still be looked at. Raises
    StoreError if the rules of one that goes on cannot be read.
    """
    async with bot.host.stores.use(guild) as store:
        campaigns = await store.campaigns.all()
    _add(bot, guild, await _commands(bot, guild, campaigns))


async def _build_once(bot: HostBot, guild: int, campaigns: list[Campaign] | StoreError) -> None:
    """As `build`, of campaigns read a while ago, unless they have been built since."""
    if isinstance(campaigns, StoreError):
        raise campaigns
    made = await _commands(bot, guild, campaigns)
    if guild not in bot.knows:
        _add(bot, guild, made)


def _add(bot: HostBot, guild: int, made: Made) -> None:
    place = discord.Object(guild)
    bot.tree.clear_commands(guild=place)
    for command in made:
        bot.tree.add_command(command, guild=place)
    bot.knows.add(guild)


def _forget(bot: HostBot, guild: int) -> None:
    """Have the commands built anew when somebody uses one."""
    bot.tree.clear_commands(guild=discord.Object(guild))
    bot.knows.discard(guild)


async def _commands(bot: HostBot, guild: int, campaigns: Sequence[Campaign]) -> Made:
    """The commands of a guild with these campaigns."""
    going_on: list[Rules] = []
    ended: list[Rules] = []
    for campaign in campaigns:
        if campaign.state is not CampaignState.ENDED:
            going_on.append(await bot.host.rules(guild, campaign))
            continue
        try:
            ended.append(await bot.host.rules(guild, campaign))
        except Exception:  # noqa: BLE001 - what is over keeps nobody from playing what goes on
            _log.exception("guild=%d campaign=%d is over and cannot be read", guild, campaign.id)
    return await asyncio.to_thread(_made, tuple(going_on), tuple(ended))


@lru_cache(maxsize=16)
def _made(going_on: tuple[Rules, ...], ended: tuple[Rules, ...]) -> Made:
    """The commands of campaigns by these rules; guilds with the same rules share them.

    The first that a system has take half a second, and what shows it is read in for them.
    """
    every = (*ended, *going_on)
    return (*order_commands.commands(going_on), *show.commands(every), *odds.commands(every))


async def tell(bot: HostBot, guild: int) -> None:
    """Tell Discord the commands that the bot knows for a guild, if they are not the last ones."""
    try:
        await bot.sync_commands(discord.Object(guild))
    except (discord.HTTPException, OSError):
        _log.exception("guild=%d Discord was not told the guild's commands", guild)


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(GuildCommands(bot))
