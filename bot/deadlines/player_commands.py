"""/calendar, /vacation, /reminders and /extend: the calendar as players see and change it.

What they mean is in `bot.calendar`; what moderators change, in `moderator_acts`.
"""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Refused, acknowledge
from bot.calendar import timing
from bot.calendar.card import calendar_card
from bot.calendar.readiness import look_at_once
from bot.callers.confirming import Confirm
from bot.callers.seats import (
    Interaction,
    campaign_of,
    guild_of,
    own_seat_of,
)
from bot.campaign.status import day_name, moment
from bot.client import HostBot
from bot.deadlines.covering import COVERS, Cover, uncover
from bot.deadlines.moderator_acts import RunThatWaits
from bot.orders.access import check_player
from bot.post.posting import embed_of
from bot.typed import day_of

MOST_HOURS = 168


class CalendarCog(commands.Cog):
    """The commands."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self.host = bot.host

    async def cog_load(self) -> None:
        self.bot.add_dynamic_items(RunThatWaits)

    async def cog_unload(self) -> None:
        self.bot.remove_dynamic_items(RunThatWaits)

    @app_commands.command(description="Cut-offs, runs, productions, holidays, and who is late")
    async def calendar(self, interaction: Interaction) -> None:
        """The card."""
        await acknowledge(interaction)
        guild = guild_of(interaction)
        meant = await campaign_of(interaction)
        rules = await self.host.rules(guild, meant)
        async with self.host.stores.use(guild) as store:
            reader = await store.members.get(meant.id, interaction.user.id)
            card = await calendar_card(store, rules, meant, reader)
        await interaction.edit_original_response(embed=embed_of(card))

    @app_commands.command(description="Say that you are away; without dates, call it off")
    @app_commands.rename(first="from", last="to")
    @app_commands.describe(
        first="The first day, such as 2026-01-05",
        last="The last day",
        cover="Who plays for you meanwhile",
        deputy="Who is your deputy meanwhile, if a person is",
    )
    @app_commands.choices(cover=COVERS)
    async def vacation(
        self,
        interaction: Interaction,
        first: str | None = None,
        last: str | None = None,
        cover: app_commands.Choice[str] | None = None,
        deputy: discord.Member | None = None,
    ) -> None:
        """Begin one, or ask whether to end it."""
        await acknowledge(interaction)
        seat = await own_seat_of(interaction)
        check_player(seat)
        if first is None and last is None:
            await self._call_off(interaction, seat.campaign.id)
            return
        if first is None or last is None:
            raise Refused("A vacation has a first and a last day.", way_out="Give both.")
        today = self.host.clock.now().date()
        begins, ends = day_of(first, today), day_of(last, today)
        covered = Cover(cover.value if cover else "", deputy)
        covered.check()
        taken = await timing.take_vacation(self.host, seat, begins, ends)
        meanwhile = await covered.set_up(interaction, seat, taken)
        note = await look_at_once(self.host, seat.guild, seat.campaign.id)
        told = (
            f"You are away from {day_name(taken.first)} to {day_name(taken.last)}. Nobody "
            "waits for you, I remind you of nothing, and weeks that you miss count for nothing. A "
            f"turn that you submit still runs. {meanwhile}".rstrip()
        )
        await interaction.edit_original_response(content=f"{told} {note}".rstrip())

    async def _call_off(self, interaction: Interaction, campaign: int) -> None:
        async def act(clicked: Interaction) -> None:
            await acknowledge(clicked, thinking=False)
            seat = await own_seat_of(clicked, f"#{campaign}")
            await timing.end_vacation(self.host, seat)
            await uncover(clicked, seat)
            note = await look_at_once(self.host, seat.guild, campaign)
            await clicked.edit_original_response(
                content=f"You are back. {note}".rstrip(), view=None
            )

        async with self.host.stores.use(guild_of(interaction)) as store:
            known = await store.agenda.vacations(campaign)
        mine = [each for each in known if each.user == interaction.user.id]
        if not mine:
            raise Refused(
                "You have announced no vacation.", way_out="Give its first and its last day."
            )
        await interaction.edit_original_response(
            content=f"Your last vacation is from {day_name(mine[-1].first)} to "
            f"{day_name(mine[-1].last)}. Call off whatever is left of your vacations?",
            view=Confirm("I am back", act),
        )

    @app_commands.command(description="When to remind you of a turn that you owe")
    @app_commands.describe(hours="Hours before the week's last cut-off; 0 for never")
    async def reminders(
        self, interaction: Interaction, hours: app_commands.Range[int, 0, MOST_HOURS]
    ) -> None:
        """Set the hours."""
        await acknowledge(interaction)
        seat = await own_seat_of(interaction)
        check_player(seat)
        await timing.choose_reminder(self.host, seat, hours)
        told = f"I remind you {hours} h before a week's last cut-off if you owe its turn then."
        await interaction.edit_original_response(content=told if hours else "I remind you no more.")

    @app_commands.command(description="Put the next cut-off off, for all; your faction has few")
    async def extend(self, interaction: Interaction) -> None:
        """One extension of the faction's, if it says so twice: every side waits for it."""
        await acknowledge(interaction)
        seat = await own_seat_of(interaction)
        check_player(seat)
        due, at, left = await timing.extension_of(self.host, seat)

        async def act(clicked: Interaction) -> None:
            await acknowledge(clicked, thinking=False)
            again = await own_seat_of(clicked, f"#{seat.campaign.id}")
            check_player(again)
            now_at, now_left = await timing.extend(self.host, again, due.day)
            told = f"The cut-off is now {moment(now_at)}, for all. Your faction has {now_left} left"
            await clicked.edit_original_response(content=f"{told} this month.", view=None)

        await interaction.edit_original_response(
            content=f"Put the cut-off of {day_name(due.day)} off until {moment(at)}? "
            f"**Everybody waits for it**, and the herald says that your faction asked. It is one "
            f"of {left} that your faction has left this month.",
            view=Confirm("Put it off for all", act),
        )


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(CalendarCog(bot))
