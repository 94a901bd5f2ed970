"""The commands that only look (/map, /battle, /report, /rules, /help, /about), as one extension."""

from bot.client import HostBot
from bot.cogs.about import About
from bot.cogs.battles import Battles
from bot.cogs.help import HelpCog
from bot.cogs.maps import Maps
from bot.cogs.reports import Reports
from bot.cogs.rulebook import RulesCog


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(Maps(bot))
    await bot.add_cog(Battles(bot))
    await bot.add_cog(Reports(bot))
    await bot.add_cog(RulesCog())
    await bot.add_cog(HelpCog())
    await bot.add_cog(About())
