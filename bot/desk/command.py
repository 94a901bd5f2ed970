"""`/campaign desk`, and the buttons of the moderators' desk: each remedy by one tap.

A button asks for the right to it, asks once more where it acts for everybody, and then does what
the command of that name does. What the desk says is in `bot.desk.card`.
"""

from __future__ import annotations

import io
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.announcing.command import AnnouncementForm
from bot.answers import Form, Refused, acknowledge, answer_error, hold
from bot.calendar import timing
from bot.callers.confirming import Confirm
from bot.callers.rights import moderated, moderated_here
from bot.callers.seats import Interaction, guild_of
from bot.campaign.status import STATES, day_name, moment
from bot.campaign.undoing import Undoing
from bot.catching_up import catch_up
from bot.client import HostBot
from bot.deadlines import remedies
from bot.deadlines.remedies import by_computer, owing
from bot.desk.act_panel import open_more
from bot.desk.card import (
    REMEDIES,
    everybody,
    post_anew,
    refresh_desks,
    remedy_button,
    seen_by,
)
from bot.desk.host_health import wellbeing_of
from bot.desk.replacing import open_replacing
from bot.ending.ending import ending_of
from bot.faces.words.text import listed, number, plain
from bot.founding import founding as forming
from bot.founding import moderating
from bot.guild_commands import refresh
from bot.log.panel import show_log
from bot.log.undoing import undo
from bot.payload import Choice, desk_button, joins
from bot.post.delivery import DESK
from bot.post.posting import buttons
from bot.settings_form.panel import open_settings
from bot.store.records import Campaign, CampaignState, Trace
from bot.typed import LONGEST_REASON, reason_of

TEXT: Final = 4000
"""Characters of a card at most; a longer list of names goes along as a file."""
NAMED: Final = 8
"""People whom a question names."""


@app_commands.command(name="desk", description="Post the moderators' desk anew, at the bottom")
async def desk(interaction: Interaction) -> None:
    """Where it stood it is taken away, so that there is one."""
    await acknowledge(interaction)
    meant = await moderated(interaction)
    host, guild = interaction.client.host, guild_of(interaction)
    async with host.stores.use(guild) as store:
        place = await store.places.get(meant.id, "moderators")
        if place is None:
            raise Refused(
                "This campaign has no moderators' channel yet.",
                way_out="/campaign repair makes it.",
            )
        async with store.unit():
            stood = await post_anew(store, meant.id, DESK)
        await refresh_desks(host, guild, store, wellbeing_of(interaction.client, guild))
    channel = interaction.guild and interaction.guild.get_channel(place.snowflake)
    if stood and isinstance(channel, discord.TextChannel):
        with suppress(discord.HTTPException):  # it may be long gone
            await channel.get_partial_message(stood).delete()
    await interaction.edit_original_response(
        content=f"The desk of **{plain(meant.name)}** is in <#{place.snowflake}>."
    )


@app_commands.command(name="settings", description="When turns run, seats, and how it ends")
async def settings(interaction: Interaction) -> None:
    """The form that shows what is set, and changes it."""
    await acknowledge(interaction)
    await open_settings(interaction, await moderated_here(interaction))


def commands_of_the_desk() -> Sequence[app_commands.Command[Any, Any, Any]]:
    """What `/campaign` has of all this."""
    # discord.py leaves open of which group a command outside of any is.
    return desk, settings  # pyright: ignore[reportUnknownVariableType]


class DeskButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=r"desk:(?P<remedy>[a-z]+):(?P<campaign>\d+)",
):
    """A button of the desk; it works after a restart too."""

    def __init__(self, remedy: str, campaign: int) -> None:
        custom_id = desk_button(remedy, campaign)
        label = REMEDIES.get(remedy, remedy)
        super().__init__(discord.ui.Button(label=label, custom_id=custom_id))
        self.remedy, self.campaign = remedy, campaign

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> DeskButton:
        hold(interaction)
        return cls(match["remedy"], int(match["campaign"]))

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        try:
            if self.remedy in _FORMS:  # a form is the one answer, and must come first
                meant = await moderated_here(interaction, f"#{self.campaign}")
                await interaction.response.send_modal(_FORMS[self.remedy](meant))
                return
            await acknowledge(interaction)
            may = moderated if self.remedy in _LOOKS else moderated_here
            meant = await may(interaction, f"#{self.campaign}")
            act = _ACTS.get(self.remedy)
            if act is None:
                raise Refused(
                    "This button is of another version of the desk.",
                    way_out="/campaign desk posts it anew.",
                )
            await act(interaction, meant)
        except Exception as error:  # noqa: BLE001 - discord.py would only log it
            await answer_error(interaction, error)


# ---------------------------------------------------------------- what is asked once more


Did = Callable[[Interaction, Campaign], Awaitable[str]]
"""Does what was asked, and says in words what was done."""


async def _ask(
    interaction: Interaction,
    meant: Campaign,
    question: str,
    label: str,
    act: Did,
    after: Sequence[Choice] = (),
) -> None:
    """Put the question; the act is done by people who still have the right to it then.

    `after` are buttons below what is said in the end.
    """

    async def confirmed(clicked: Interaction) -> None:
        await acknowledge(clicked, thinking=False)
        again = await moderated(clicked, f"#{meant.id}")
        told = await act(clicked, again)
        await clicked.edit_original_response(content=told, view=buttons(after))

    await interaction.edit_original_response(content=question, view=Confirm(label, confirmed))


async def _open(interaction: Interaction, meant: Campaign) -> None:
    async def act(clicked: Interaction, campaign: Campaign) -> str:
        assert clicked.guild is not None
        host, who = clicked.client.host, clicked.user.id
        await forming.complete(clicked.client, clicked.guild, campaign, who)
        await moderating.open_up(host, clicked.guild.id, campaign, who)
        return (
            "Players may join: by the button **Join** in the herald's channel, and so may you by "
            "the one below. Begin the first turn once all have a place; later ones may join too."
        )

    _in(meant, CampaignState.FORMING)
    question = f"Let players join **{plain(meant.name)}** from now on? The herald tells everybody."
    after = (joins(meant.id), remedy_button("start", meant))
    await _ask(interaction, meant, question, "Open it", act, after)


async def _start(interaction: Interaction, meant: Campaign) -> None:
    async def act(clicked: Interaction, campaign: Campaign) -> str:
        host, guild = clicked.client.host, guild_of(clicked)
        await moderating.start(host, guild, campaign, clicked.user.id)
        return "The first turn has begun."

    _in(meant, CampaignState.OPEN)
    host, guild = interaction.client.host, guild_of(interaction)
    async with host.stores.use(guild) as store:
        seated = [m for m in await store.members.of_campaign(meant.id) if m.player]
    question = (
        f"Begin the first turn of **{plain(meant.name)}** now? {number(len(seated), 'player')} "
        "joined so far; later ones may join too, and from now on its calendar runs."
    )
    await _ask(interaction, meant, question, "Begin", act)


async def _remind(interaction: Interaction, meant: Campaign) -> None:
    async def act(clicked: Interaction, campaign: Campaign) -> str:
        host, guild = clicked.client.host, guild_of(clicked)
        count = await remedies.remind_now(host, guild, campaign, clicked.user.id)
        return f"{number(count, 'reminder')} on the way."

    host, guild = interaction.client.host, guild_of(interaction)
    async with host.stores.use(guild) as store:
        roll, late = await owing(host, guild, meant, store)
    if not late:
        await interaction.edit_original_response(content="Nobody owes a turn.")
        return
    names = listed([f"<@{each.user}>" for each in late], most=NAMED)
    question = (
        f"Remind {number(len(late), 'player')} of the cut-off of {moment(roll.deadline)}: {names}?"
        " Whoever wants no reminders gets none."
    )
    await _ask(interaction, meant, question, "Remind them", act)


async def _run(interaction: Interaction, meant: Campaign) -> None:
    host, guild = interaction.client.host, guild_of(interaction)
    _in(meant, CampaignState.RUNNING)
    if made := await catch_up(host, guild, meant.id):
        await _note_by_hand(interaction, meant)
        told = f"{number(made, 'turn')} that had been due made now."
        await interaction.edit_original_response(content=told)
        return
    due = await remedies.to_run(host, guild, meant)
    async with host.stores.use(guild) as store:
        _, late = await owing(host, guild, meant, store)
    missing = (
        f"**{number(len(late), 'player')} would miss it**: "
        + listed([f"<@{each.user}>" for each in late], most=NAMED)
        if late
        else "Nobody owes a turn"
    )
    tended = [f"**{plain(each)}**" for each in await by_computer(host, guild, meant, due.day)]
    if tended:
        missing += f". A computer first gives the turn of {listed(tended, most=NAMED)}"

    async def act(clicked: Interaction, campaign: Campaign) -> str:
        await remedies.bring_forward(host, guild, campaign, clicked.user.id, due.day)
        await catch_up(host, guild, campaign.id)
        async with host.stores.use(guild) as store:
            present = await store.campaigns.get(campaign.id)
        if present.state is CampaignState.PAUSED:
            raise Refused(
                "It could not be made, so the campaign is paused.",
                way_out="The message above the desk says what went wrong.",
            )
        return f"The run of {day_name(due.day)} is made; the reports are on their way."

    question = (
        f"Make the run of {day_name(due.day)} now instead of {moment(due.instant)}? {missing}. "
        "What is submitted by now runs; it cannot be given back but by a rollback."
    )
    await _ask(interaction, meant, question, "Run now", act)


async def _note_by_hand(interaction: Interaction, meant: Campaign) -> None:
    async with interaction.client.host.stores.use(guild_of(interaction)) as store:
        who, open = interaction.user.id, Trace(open=True)
        await store.audit.note(meant.id, who, "campaign run by hand", trace=open)


async def _resume(interaction: Interaction, meant: Campaign) -> None:
    async def act(clicked: Interaction, campaign: Campaign) -> str:
        await moderating.resume(clicked.client.host, guild_of(clicked), campaign, clicked.user.id)
        return "It goes on; the desk says what is next."

    _in(meant, CampaignState.PAUSED)
    question = (
        f"Let **{plain(meant.name)}** go on? What fell into the pause is not made up; what was due "
        "before it is made at once."
    )
    await _ask(interaction, meant, question, "Resume", act)


async def _keep(interaction: Interaction, meant: Campaign) -> None:
    async def act(clicked: Interaction, campaign: Campaign) -> str:
        guild = clicked.guild
        assert guild is not None
        async with clicked.client.host.stores.use(guild.id) as store:
            set_ = await ending_of(store, campaign.id)
            if set_ is None:
                raise Refused("No end is set any more.", way_out="The desk says how it stands.")
            entry = await store.audit.get(campaign.id, set_.entry)
        return await undo(Undoing(clicked.client, guild, campaign, entry, clicked.user.id, ""))

    question = (
        f"Let **{plain(meant.name)}** go on after all? What fell due meanwhile is not made up. "
        "Everybody is told."
    )
    await _ask(interaction, meant, question, "Take the end back", act)


def _in(meant: Campaign, state: CampaignState) -> None:
    """Raise `Refused` where the desk was overtaken by events."""
    if meant.state is not state:
        raise Refused(
            f"That does not fit any more: the campaign is {STATES[meant.state]}.",
            way_out="Look at the desk: it is up to date in a moment.",
        )


# ---------------------------------------------------------------- what only looks


async def _names(interaction: Interaction, meant: Campaign) -> None:
    """Every player; on a card, or as a file where that is too short."""
    host, guild = interaction.client.host, guild_of(interaction)
    rules = await host.rules(guild, meant)
    async with host.stores.use(guild) as store:
        seen = await seen_by(host, guild, meant, store)
        lines = await everybody(store, rules, meant, seen)
    text = "\n".join(lines) or "Nobody plays yet."
    title = f"{plain(meant.name)} · {number(len(lines), 'player')}"[:256]
    if len(text) <= TEXT:
        card = discord.Embed(title=title, description=text)
        await interaction.edit_original_response(embed=card)
        return
    file = discord.File(io.BytesIO(_unmarked(text).encode()), "players.txt")
    cut = text[:TEXT].rsplit("\n", 1)[0]
    card = discord.Embed(title=title, description=cut)
    card.set_footer(text="The file has all of them.")
    await interaction.edit_original_response(embed=card, attachments=[file])


def _unmarked(text: str) -> str:
    return text.replace("**", "").replace("\\", "")


async def _repair(interaction: Interaction, meant: Campaign) -> None:
    assert interaction.guild is not None
    who = interaction.user.id
    done = await forming.complete(interaction.client, interaction.guild, meant, who)
    await refresh(interaction.client, interaction.guild.id)
    lines = "".join(f"\n• {plain(each)}" for each in done[:20])
    told = f"Made or mended:{lines}" if done else "Nothing was missing."
    await interaction.edit_original_response(embed=discord.Embed(description=told[:TEXT]))


async def _log(interaction: Interaction, meant: Campaign) -> None:
    await show_log(interaction, meant, moderates=True)


# ---------------------------------------------------------------- what is asked for in a form


class _WithReason(Form):
    """A form of the desk whose last line is the reason; what it asks before that is its kind's."""

    def __init__(self, campaign: Campaign, title: str, act: Given, hours: str = "") -> None:
        """`hours` is what is offered where it asks for a number of hours; empty if it does not."""
        super().__init__(title=title)
        self._campaign, self._act = campaign, act
        self._hours: discord.ui.TextInput[Any] | None = None
        if hours:
            label = "By how many hours, for all"
            self._hours = discord.ui.TextInput(
                label=label, custom_id="hours", default=hours, max_length=3
            )
            self.add_item(self._hours)
        self._reason: discord.ui.TextInput[Any] = discord.ui.TextInput(
            label="Why? The players read it", custom_id="reason", max_length=LONGEST_REASON
        )
        self.add_item(self._reason)

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        await acknowledge(interaction)
        meant = await moderated_here(interaction, f"#{self._campaign.id}")
        hours = self._hours.value.strip() if self._hours else ""
        told = await self._act(interaction, meant, hours, reason_of(self._reason.value))
        await interaction.edit_original_response(content=told)


Given = Callable[[Interaction, Campaign, str, str], Awaitable[str]]
"""Does what a form asks for, by its hours and its reason, and says in words what was done."""


async def _extend(interaction: Interaction, meant: Campaign, hours: str, why: str) -> str:
    if not hours.isdecimal() or not 1 <= int(hours) <= timing.MOST_HOURS:
        raise Refused(
            f"“{plain(hours)}” is no number from 1 to {timing.MOST_HOURS}.",
            way_out="Press Extend again.",
        )
    host, guild, who = interaction.client.host, guild_of(interaction), interaction.user.id
    at = await timing.put_off(host, guild, meant, who, int(hours), why)
    return f"The cut-off is now {moment(at)}."


async def _pause(interaction: Interaction, meant: Campaign, _hours: str, why: str) -> str:
    host, guild, who = interaction.client.host, guild_of(interaction), interaction.user.id
    await moderating.pause(host, guild, meant, who, why)
    return "It is paused: nothing is due until you press Resume."


Act = Callable[[Interaction, Campaign], Awaitable[None]]
_FORMS: Final[dict[str, Callable[[Campaign], Form]]] = {
    "extend": lambda meant: _WithReason(meant, "Put the next cut-off off", _extend, hours="24"),
    "pause": lambda meant: _WithReason(meant, "Pause the campaign", _pause),
    "announce": AnnouncementForm,
}
_ACTS: Final[dict[str, Act]] = {
    "open": _open,
    "start": _start,
    "remind": _remind,
    "run": _run,
    "resume": _resume,
    "keep": _keep,
    "names": _names,
    "replace": open_replacing,
    "settings": open_settings,
    "repair": _repair,
    "log": _log,
    "more": open_more,
}

_LOOKS: Final = frozenset({"names", "log", "more"})
"""What changes nothing, so that it answers for a campaign that has moved away too."""


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    bot.add_dynamic_items(DeskButton)
    await bot.add_cog(_Desk())


class _Desk(commands.Cog):
    """Nothing itself: the command is one of `/campaign`, the buttons are dynamic items."""
