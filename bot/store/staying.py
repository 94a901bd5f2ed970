"""Whether a campaign is still here: asked in the transaction of whatever changes it."""

from bot.store.errors import MovedAway
from bot.store.guild_file import Rows


async def check_here(db: Rows, campaign: int | None) -> None:
    """Raise MovedAway for a campaign that goes on in another server; None stands for none."""
    if await db.first("SELECT 1 FROM moved_away WHERE campaign = ?", (campaign,)):
        raise MovedAway
