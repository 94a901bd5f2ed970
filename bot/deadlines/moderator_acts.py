"""What moderators do at the desk with a campaign's calendar: holidays, timing, extensions.

And their answers to a run that waits for more turns, by the buttons under its message. The acts
themselves are in `bot.calendar.timing` and `bot.calendar.readiness`.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any, Literal

import discord
from discord import app_commands

from bot.answers import Form, Refused, acknowledge, answer_error, hold
from bot.calendar import readiness, timing
from bot.callers.desk_acts import desk_act
from bot.callers.rights import moderated
from bot.callers.seats import Choices, Interaction, campaign_of, factions_suggested, guild_of
from bot.campaign.almanac import calendar_of
from bot.campaign.status import day_name, holiday_line, moment
from bot.catching_up import catch_up
from bot.faces.words.text import plain
from bot.host import Host
from bot.store.agenda import Holiday
from bot.store.errors import StoreError
from bot.typed import day_of, faction_of, name_of
from engine.module.names import key_of

LONGEST_NAME = 40
NONE_ON = {
    "runs and productions": (True, True),
    "runs": (True, False),
    "productions": (False, True),
}


@desk_act(
    name="holiday-add", description="Let no run or production take place on a day, or on several"
)
@app_commands.rename(first="from", last="to", without="no")
@app_commands.describe(
    first="The first day, such as 2026-12-24",
    last="The last day; left out, it is one day",
    name="What is celebrated",
    without="What does not take place; it moves to the next game day",
)
async def add_holiday(
    interaction: Interaction,
    first: str,
    last: str | None = None,
    name: str = "Holiday",
    without: Literal["runs and productions", "runs", "productions"] = "runs and productions",
) -> None:
    """Of several days one each."""
    await acknowledge(interaction)
    meant = await moderated(interaction)
    host, guild = interaction.client.host, guild_of(interaction)
    begins, ends = _days(host, first, last)
    runs, productions = NONE_ON[without]
    kind = Holiday(begins, name_of(name, "A holiday's name", LONGEST_NAME), runs, productions)
    who = interaction.user.id
    told = await timing.add_holidays(host, guild, meant, who, begins, ends, kind)
    await interaction.edit_original_response(content=f"**{kind.name}** is set. {told}")


@desk_act(name="holiday-remove", description="Make holidays ordinary days again")
@app_commands.rename(first="from", last="to")
@app_commands.describe(
    first="The first day, such as 2026-12-24", last="The last day; left out, it is one day"
)
async def remove_holiday(interaction: Interaction, first: str, last: str | None = None) -> None:
    """All of the days named."""
    await acknowledge(interaction)
    meant = await moderated(interaction)
    host, who = interaction.client.host, interaction.user.id
    begins, ends = _days(host, first, last)
    gone = await timing.remove_holidays(host, guild_of(interaction), meant, who, begins, ends)
    told = ", ".join(day_name(each.day) for each in gone)
    await interaction.edit_original_response(content=f"No holiday any more: {told}."[:2000])


@desk_act(name="holidays", description="The holidays of a campaign")
async def list_holidays(interaction: Interaction) -> None:
    """The last thirty."""
    await acknowledge(interaction)
    meant, guild = await campaign_of(interaction), guild_of(interaction)
    host = interaction.client.host
    rules = await host.rules(guild, meant)
    async with host.stores.use(guild) as store:
        calendar = await calendar_of(store, meant.id, rules.module.calendar)
        found = await store.agenda.holidays(meant.id)
    lines = [f"• {holiday_line(each, calendar)}" for each in found[-30:]]
    told = "\n".join(lines) or "There is none. The desk adds one."
    embed = discord.Embed(title=f"{plain(meant.name)}: holidays", description=told)
    await interaction.edit_original_response(embed=embed)


@add_holiday.autocomplete("first")
@remove_holiday.autocomplete("first")
async def _days_suggested(interaction: Interaction, typed: str) -> Choices:
    """The next run days."""
    try:
        meant = await campaign_of(interaction)
    except (Refused, StoreError):
        return []
    host = interaction.client.host
    calendar = (await host.rules(guild_of(interaction), meant)).module.calendar
    day = calendar.local_day(host.clock.now())
    offered: Choices = []
    for _ in range(10):
        day = calendar.next_run_day(day)
        name = f"{day_name(day)}, {day.isoformat()}"
        if key_of(typed) in key_of(name):
            offered.append(app_commands.Choice(name=name, value=day.isoformat()))
    return offered


@desk_act(name="timing", description="Whether runs are early, or wait for more turns")
@app_commands.describe(
    early="Whether a run takes place early once everyone is ready",
    quorum="Percent of its turns without which a week's last run waits; 0 for never",
)
async def change_timing(
    interaction: Interaction,
    early: bool | None = None,
    quorum: app_commands.Range[int, 0, 100] | None = None,
) -> None:
    """Change what is given."""
    await acknowledge(interaction)
    meant = await moderated(interaction)
    if early is None and quorum is None:
        raise Refused("There is nothing to change.", way_out="Give `early`, `quorum` or both.")
    host, guild, who = interaction.client.host, guild_of(interaction), interaction.user.id
    chosen = await readiness.choose(host, guild, meant, who, early, quorum)
    await interaction.edit_original_response(
        content=f"**{plain(meant.name)}**: {readiness.described(chosen)}"
    )


@desk_act(name="refund", description="Give a faction its last extension back")
@app_commands.describe(faction="Which faction")
async def refund(interaction: Interaction, faction: str) -> None:
    """The latest of the month."""
    await acknowledge(interaction)
    meant = await moderated(interaction)
    host, guild, who = interaction.client.host, guild_of(interaction), interaction.user.id
    factions = (await host.rules(guild, meant)).module.factions
    number = faction_of(faction, factions)
    left = await timing.refund(host, guild, meant, who, number)
    name = list(factions.values())[number - 1].name
    await interaction.edit_original_response(content=f"{name} has {left} left this month.")


refund.autocomplete("faction")(factions_suggested)


def _days(host: Host, first: str, last: str | None) -> tuple[date, date]:
    """The first and the last day that are meant; without a last one it is one day."""
    today = host.clock.now().date()
    begins = day_of(first, today)
    return begins, day_of(last, today) if last else begins


# ---------------------------------------------------------------- a run that waits


class RunThatWaits(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=r"waits:(?P<answer>run|wait|extend):(?P<campaign>\d+):(?P<day>\d{4}-\d\d-\d\d)",
):
    """A button under the message about a run that waits; it works after a restart too."""

    def __init__(self, answer: str, campaign: int, day: date) -> None:
        label = readiness.ANSWERS[answer]
        custom_id = f"waits:{answer}:{campaign}:{day.isoformat()}"
        super().__init__(discord.ui.Button(label=label, custom_id=custom_id))
        self.answer, self.campaign, self.day = answer, campaign, day

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> RunThatWaits:
        hold(interaction)
        return cls(match["answer"], int(match["campaign"]), date.fromisoformat(match["day"]))

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        try:
            if self.answer == "extend":
                await moderated(interaction, f"#{self.campaign}")
                await interaction.response.send_modal(_Hours(self))
                return
            await acknowledge(interaction)
            await self.decide(interaction, None if self.answer == "run" else 24)
        except Exception as error:  # noqa: BLE001 - discord.py would only log it
            await answer_error(interaction, error)

    async def decide(self, interaction: Interaction, hours: int | None) -> None:
        """Let the run wait for `hours`, or make it now."""
        meant = await moderated(interaction, f"#{self.campaign}")
        host, guild = interaction.client.host, guild_of(interaction)
        at = await readiness.answer(host, guild, meant, interaction.user.id, self.day, hours)
        if hours is None:
            await catch_up(host, guild, meant.id)
        told = "The run is made." if hours is None else f"I look again {moment(at)}."
        await interaction.followup.send(told, ephemeral=True)


class _Hours(Form, title="Let the run wait"):
    """Asks for how long."""

    hours: discord.ui.TextInput[_Hours] = discord.ui.TextInput(
        label="For how many hours from now", custom_id="hours", default="48", max_length=3
    )

    def __init__(self, button: RunThatWaits) -> None:
        super().__init__()
        self._button = button

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        await acknowledge(interaction)
        text = self.hours.value.strip()
        if not text.isdecimal() or not 1 <= int(text) <= timing.MOST_HOURS:
            raise Refused(
                f"“{text[:3]}” is no number from 1 to {timing.MOST_HOURS}.",
                way_out="Press the button again.",
            )
        await self._button.decide(interaction, int(text))
