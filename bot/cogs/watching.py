"""`/campaign onlookers` and `/campaign look-as`: who may watch a campaign without playing in it.

What they mean is in `bot.campaigns.onlookers` and `bot.campaigns.looking`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import app_commands

from bot.answers import Refused, acknowledge
from bot.campaigns import onlookers
from bot.campaigns.watched import LEAST_DELAY, MOST_DELAY, Watch, watch_of
from bot.cogs.rights import moderated
from bot.cogs.seats import Interaction


@app_commands.command(name="onlookers", description="A channel in which all may watch, turns late")
@app_commands.describe(
    open="Whether anything is posted there",
    delay="By how many turns what is shown is late; left out, as it was",
)
async def watch(
    interaction: Interaction,
    open: bool,
    delay: app_commands.Range[int, LEAST_DELAY, MOST_DELAY] | None = None,
) -> None:
    """Open or close it."""
    await acknowledge(interaction)
    meant = await moderated(interaction)
    guild, bot = interaction.guild, interaction.client
    if guild is None:
        raise Refused("This command works in a server only.", way_out="Use it there.")
    async with bot.host.stores.use(guild.id) as store:
        before = await watch_of(store, meant.id)
    wanted = Watch(open=open, delay=delay or before.delay)
    await onlookers.choose(bot, guild, meant, interaction.user.id, wanted)
    await interaction.edit_original_response(
        content=f"**{meant.name}**: {onlookers.described(wanted)}"
    )


def commands_of_watching() -> Sequence[app_commands.Command[Any, Any, Any]]:
    """What `/campaign` has of all this."""
    # discord.py leaves open of which group a command outside of any is.
    return (watch,)  # pyright: ignore[reportUnknownVariableType]
