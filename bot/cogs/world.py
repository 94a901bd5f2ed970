"""`/world`: what moderators do to a campaign's world by hand, each act a tick that can be undone.

The acts themselves are in `bot.campaigns`; here they are asked for, shown and confirmed.
"""

from __future__ import annotations

from collections import Counter

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Refused, acknowledge
from bot.campaigns import rolling_back
from bot.campaigns.status import day_name
from bot.client import HostBot
from bot.cogs.rights import moderated
from bot.cogs.seats import CHOICE_NAME, CHOICES, Interaction, guild_of
from bot.confirming import Confirm
from bot.faces.words.text import listed, number, plain
from bot.jobs.rollback import WayBack
from bot.store.errors import StoreError
from bot.store.records import Tick
from bot.typed import reason_given

EMBED = 4096  # Discord: characters of an embed's description
KINDS = {
    "setup": "an act of the host",
    "run": "the run",
    "weekly": "the weekly production",
    "monthly": "the monthly production",
    "edit": "a correction",
    "rollback": "a rollback",
}
_NAMED = 10  # people that a preview names


class WorldGroup(
    commands.GroupCog, group_name="world", group_description="Put a campaign's world right"
):
    """The moderators' commands."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self.host = bot.host

    @app_commands.command(description="Take the campaign back to an earlier tick")
    @app_commands.describe(to="The tick whose state holds again", reason="Shown to all players")
    async def rollback(self, interaction: Interaction, to: int, reason: str) -> None:
        await acknowledge(interaction)
        meant, why = await moderated(interaction), reason_given(reason)
        guild = interaction.guild
        assert guild
        found = await rolling_back.way_back(self.host, guild.id, meant, to)

        async def act(clicked: Interaction) -> None:
            await acknowledge(clicked, thinking=False)
            again = await moderated(clicked, f"#{meant.id}")
            who = clicked.user.id
            done = await rolling_back.roll_back(self.host, guild, again, who, found, why)
            await clicked.edit_original_response(
                content=f"**{plain(meant.name)}** stands again as it did after tick {to}, in turn "
                f"{found.turn}; that is tick {done.tick}. Every faction is told. "
                "`/campaign undo` takes it back.",
                embed=None,
                view=None,
            )

        embed = discord.Embed(
            title=f"Back to tick {to}, turn {found.turn}?", description=foretold(found)[:EMBED]
        )
        embed.add_field(name="Why, for all to read", value=plain(why))
        view = Confirm("Take the campaign back", act)
        await interaction.edit_original_response(embed=embed, view=view)

    @rollback.autocomplete("to")
    async def _ticks(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        try:
            meant = await moderated(interaction)
            async with self.host.stores.use(guild_of(interaction)) as store:
                line = await store.campaigns.line(meant.id)
        except (Refused, StoreError):  # an autocomplete has nobody to tell of it
            return []
        wanted = str(typed).strip().casefold()
        labels = [(tick_label(each), each.number) for each in line if each.number < meant.tick]
        return [
            app_commands.Choice(name=label[:CHOICE_NAME], value=tick)
            for label, tick in labels
            if wanted in label.casefold()
        ][:CHOICES]


def tick_label(tick: Tick) -> str:
    """A tick as moderators choose it."""
    what = KINDS.get(tick.kind, tick.kind)
    return f"Tick {tick.number} · turn {tick.turn} · after {what} of {day_name(tick.local_date)}"


def foretold(found: WayBack) -> str:
    """What a rollback would undo, for whom, and what becomes of orders."""
    kinds = Counter(kind for _, kind in found.ticks)
    undone = [f"{KINDS.get(kind, kind)} × {count}" for kind, count in kinds.items()]
    lines = [
        f"**Undone:** {number(len(found.ticks), 'tick')} ({listed(undone, len(undone))}), "
        f"from turn {found.turn} to {found.was}."
        if found.ticks
        else "**Undone:** an earlier rollback; what it had taken back holds again."
    ]
    if found.runs:
        told = [f"<@{user}>" + (f" ({n} times)" if n > 1 else "") for user, n in found.runs.items()]
        lines.append(f"**Turns that are undone:** {listed(told, _NAMED)}.")
    if found.homeless:
        told = [f"<@{each.user}>" for each in found.homeless]
        lines.append(f"**Joined since, and would have to `/join` again:** {listed(told, _NAMED)}.")
    for each in found.kept[:_NAMED]:
        sense = each.orders - len(each.senseless)
        what = "submitted" if each.waits else "undone, and put back into the list"
        lines.append(
            f"• <@{each.member.user}>: {sense} of {number(each.orders, 'order')} {what} "
            f"still {'makes' if sense == 1 else 'make'} sense."
        )
    lines.append(
        "-# The calendar goes on, and the dice will be new. Reports stay, with a correction in "
        "each channel. Nothing is lost, and it can be undone."
    )
    return "\n".join(lines)


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(WorldGroup(bot))
