"""The slash commands that each guild has for itself, made from the rules of its campaigns.

They are those of orders, of panels and of forecasts; `refresh` brings them up to date. What a
command is like stands with its kind.
"""

import logging

import discord
from discord.ext import commands, tasks

from bot.client import HostBot
from bot.cogs import odds, order_commands, show
from bot.store.errors import StoreError
from bot.store.records import CampaignState
from engine.packs import Rules

_log = logging.getLogger(__name__)


class GuildCommands(commands.Cog):
    """Keeps every guild's own commands as its campaigns' rules want them."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self._built: set[int] = set()

    async def cog_load(self) -> None:
        # Before anyone is heard: Discord offers the commands of the last time from the start.
        for guild in self.bot.host.stores.guilds():
            try:
                await build(self.bot, guild)
            except StoreError as error:
                _log.error("guild=%d has no commands of its own: %s", guild, error)
            except Exception:  # noqa: BLE001 - one guild's trouble is not that of others
                _log.exception("guild=%d has no commands of its own", guild)
            else:
                self._built.add(guild)
        self.bot.find_again = self._find_again
        self.begin.start()

    async def cog_unload(self) -> None:
        self.bot.find_again = None
        self.begin.cancel()

    async def _find_again(self, guild: int) -> None:
        """Build what could not be built at the start. Raises StoreError while it still cannot."""
        if guild not in self._built:
            await build(self.bot, guild)
            self._built.add(guild)
            await tell(self.bot, guild)

    @tasks.loop(count=1)
    async def begin(self) -> None:
        """Once, after the start: tell Discord the commands of every guild whose are known.

        A guild whose file cannot be read keeps on Discord what it has.
        """
        for guild in sorted(self._built):
            if self.bot.get_guild(guild):
                await tell(self.bot, guild)

    @begin.before_loop
    async def _ready(self) -> None:
        await self.bot.wait_until_ready()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Give a server that has invited the bot back the commands that Discord took with it."""
        if guild.id not in self.bot.host.stores.guilds():
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

    Orders are given in campaigns that go on; one that has ended can still be looked at.
    """
    going_on, ended = await _played(bot, guild)
    every = (*ended, *going_on)
    place = discord.Object(guild)
    bot.tree.clear_commands(guild=place)
    made = (*order_commands.commands(going_on), *show.commands(every), *odds.commands(every))
    for command in made:
        bot.tree.add_command(command, guild=place)


async def _played(bot: HostBot, guild: int) -> tuple[list[Rules], list[Rules]]:
    """The rules of the guild's campaigns that go on, and of those that have ended.

    Raises StoreError if those of one that goes on cannot be read.
    """
    async with bot.host.stores.use(guild) as store:
        campaigns = await store.campaigns.all()
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
    return going_on, ended


async def tell(bot: HostBot, guild: int) -> None:
    """Tell Discord the commands that the bot knows for a guild, if they are not the last ones."""
    try:
        await bot.sync_commands(discord.Object(guild))
    except (discord.HTTPException, StoreError):
        _log.exception("guild=%d Discord was not told the guild's commands", guild)


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(GuildCommands(bot))
