"""Lets the bot make its backups for as long as it runs, if the host wants any."""

from discord.ext import commands, tasks

from bot.backups.making import Backups
from bot.client import HostBot


class BackupRounds(commands.Cog):
    """Holds the standing task."""

    def __init__(self, bot: HostBot, backups: Backups) -> None:
        self._bot = bot
        self._backups = backups

    async def cog_load(self) -> None:
        self._bot.standing.append(self.go_on)
        self.go_on.start()

    async def cog_unload(self) -> None:
        self._bot.standing.remove(self.go_on)
        self.go_on.cancel()

    @tasks.loop(count=1)
    async def go_on(self) -> None:
        """Make what is due; see `Backups`."""
        await self._backups.go_on()

    @go_on.before_loop
    async def _ready(self) -> None:
        await self._bot.wait_until_ready()


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    if bot.backups is not None:
        await bot.add_cog(BackupRounds(bot, bot.backups))
