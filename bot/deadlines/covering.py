"""What covers a vacation: nobody, a caretaker or a deputy, named with `/vacation`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import discord
from discord import app_commands

from bot.answers import Refused
from bot.callers.seats import Interaction
from bot.host import Seat
from bot.seats import caretaking, deputising
from bot.seats.history import WISHES
from bot.seats.seating import By
from bot.store.deputies import Term
from bot.store.records import Vacation
from bot.store.seats import Caretaker, Duty

COVERS: Final = [
    app_commands.Choice(name="Nobody", value=""),
    app_commands.Choice(name="A caretaker: defend and grow, begin no war", value="grow"),
    app_commands.Choice(name="A caretaker: production alone", value="production"),
    app_commands.Choice(name="A caretaker: follow my standing orders", value="standing"),
    app_commands.Choice(name="A deputy", value="deputy"),
]
_WHY: Final = "vacation"


@dataclass(frozen=True, slots=True)
class Cover:
    """What a player chose for the days of a vacation."""

    chosen: str
    deputy: discord.Member | None

    def check(self) -> None:
        """Raise `Refused` unless it is plain what is meant."""
        if self.chosen == "deputy" and self.deputy is None:
            raise Refused(
                "You did not say who is your deputy.", way_out="Name one with the option `deputy`."
            )
        if self.deputy and self.chosen not in ("", "deputy"):
            raise Refused(
                "Either a caretaker or a deputy covers a vacation.", way_out="Leave one out."
            )

    async def set_up(self, interaction: Interaction, seat: Seat, days: Vacation) -> str:
        """Let it begin with the vacation and end with it; what to tell. Raises `Refused`."""
        bot, by = interaction.client, By(interaction.user.id, _WHY)
        if self.deputy:
            zone = (await bot.host.rules(seat.guild, seat.campaign)).module.calendar.time_zone
            begins = deputising.start_of(days.first, zone)
            assert interaction.guild is not None
            await deputising.appoint(
                bot,
                interaction.guild,
                seat,
                by,
                self.deputy,
                "submit",
                Term(
                    deputising.end_of(days.last, zone),
                    begins if begins > bot.clock.now() else None,
                    vacation=True,
                ),
            )
            return f"<@{self.deputy.id}> plays for you meanwhile, as your deputy."
        if not self.chosen:
            return ""
        async with bot.host.stores.use(seat.guild) as store:
            found = (await store.seats.caretakers(seat.campaign.id)).get(seat.player)
        if found and found.first is None:
            return "The caretaker whom the moderators have set goes on."
        wish: Duty = (
            "grow"
            if self.chosen == "grow"
            else "production"
            if self.chosen == "production"
            else "standing"
        )
        caretaker = Caretaker(seat.player, "caretaker", wish, first=days.first, last=days.last)
        await caretaking.set_over(bot.host, seat.guild, seat.campaign, by, caretaker)
        return f"A caretaker plays for you meanwhile: it {WISHES[wish]}."


async def uncover(interaction: Interaction, seat: Seat) -> None:
    """End what covers the player's vacations, which are over."""
    bot, by = interaction.client, By(interaction.user.id, _WHY)
    async with bot.host.stores.use(seat.guild) as store:
        caretaker = (await store.seats.caretakers(seat.campaign.id)).get(seat.player)
        deputies = await store.deputies.appointed(seat.campaign.id)
    if caretaker and caretaker.first is not None:
        await caretaking.end_over(bot.host, seat.guild, seat.campaign, by, seat.player)
    for each in deputies:
        if each.player == seat.player and each.vacation:
            await deputising.dismiss(bot, seat.guild, seat.campaign, by, each)
