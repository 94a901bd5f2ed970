"""The commands that only look (/map, /battle, /report, /rules, /help, /about), as one extension."""

from bot.battles.command import Battles
from bot.client import HostBot
from bot.help.about import About
from bot.help.command import HelpCog
from bot.maps import Maps
from bot.past_reports.command import Reports
from bot.rulebook.command import RulesCog


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(Maps(bot))
    await bot.add_cog(Battles(bot))
    await bot.add_cog(Reports(bot))
    await bot.add_cog(RulesCog())
    await bot.add_cog(HelpCog())
    await bot.add_cog(About())
