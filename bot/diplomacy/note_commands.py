"""/note and /notes: writing to other factions, and reading what was written.

What they mean is in `bot.diplomacy.notes`. The buttons under a delivered note work after a restart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Form, Refused, acknowledge, answer_error, hold
from bot.callers.pager import TextPages
from bot.callers.seats import CHOICE_NAME, CHOICES, Choices, Interaction, seat_of, seated
from bot.client import HostBot
from bot.diplomacy import notes
from bot.diplomacy.envoys import Court, check_talking, court, offered
from bot.faces.words.pages import Section, pages
from bot.faces.words.text import plain
from bot.host import Seat
from bot.store.errors import StoreError
from bot.store.notes import Note
from bot.typed import LONGEST_REASON, faction_of, reason_of
from engine.module.names import key_of
from engine.packs import Rules

_PAGE = 4000  # characters of a page of notes


class NotesCog(commands.Cog):
    """The commands."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self.host = bot.host

    async def cog_load(self) -> None:
        self.bot.add_dynamic_items(NoteButton)

    async def cog_unload(self) -> None:
        self.bot.remove_dynamic_items(NoteButton)

    @app_commands.command(description="Write to other factions: they read it at once")
    @app_commands.describe(
        to="Factions, or players of theirs, parted by commas",
        text="What you write; left out, a form opens that has room for lines",
    )
    async def note(
        self,
        interaction: Interaction,
        to: str,
        text: app_commands.Range[str, 1, notes.LONGEST] | None = None,
    ) -> None:
        """Send it, or ask for it."""
        if text is not None:
            await acknowledge(interaction)
            seat = await seat_of(interaction)
            _, told = await notes.send(self.host, seat, await notes.whom(self.host, seat, to), text)
            await interaction.edit_original_response(content=told)
            return
        seat = await seat_of(interaction)
        whom = await notes.whom(self.host, seat, to)
        await interaction.response.send_modal(NoteForm(seat, whom, None))

    @app_commands.command(name="notes", description="What your faction and others have written")
    @app_commands.rename(other="with")
    @app_commands.describe(other="With which faction; left out, with all")
    async def notes_(self, interaction: Interaction, other: str | None = None) -> None:
        """The pages, the latest note first."""
        await acknowledge(interaction)
        seat = await seat_of(interaction)
        rules = await self.host.rules(seat.guild, seat.campaign)
        with_ = faction_of(other, rules.module.factions) if other else 0
        court, found = await notes.of_seat(self.host, seat, with_)
        if not found:
            raise Refused(
                "No notes have been written yet.",
                way_out="/note writes to another faction.",
            )
        pages = pages_of(court, found, seat.member.faction)
        await TextPages("Notes", pages, seat).show(interaction)

    @note.autocomplete("to")
    async def _to(self, interaction: Interaction, typed: str) -> Choices:
        return await those_offered(interaction, typed)

    @notes_.autocomplete("other")
    async def _other(self, interaction: Interaction, typed: str) -> Choices:
        return await those_offered(interaction, typed, factions_alone=True)


async def those_offered(
    interaction: Interaction, typed: str, *, factions_alone: bool = False
) -> Choices:
    """Other factions, and their players unless only factions are wanted."""
    host = interaction.client.host
    try:
        seat = await seat_of(interaction)
        rules = await host.rules(seat.guild, seat.campaign)
    except (Refused, StoreError):
        return []
    own = seat.member.faction
    if factions_alone:
        names = [
            each.name
            for number, each in enumerate(rules.module.factions.values(), 1)
            if number != own and key_of(typed) in key_of(each.name)
        ]
    else:
        view = host.seen(seat.guild, seat.campaign, own)
        names = offered(court(rules, view) if view else _empty(rules), own, typed)
    return _choices(names)


def _empty(rules: Rules) -> Court:
    """The court before the view is at hand: its factions alone."""
    return Court(dict(enumerate(rules.module.factions.values(), 1)), {})


def _choices(names: Iterable[str]) -> Choices:
    fitting = [each for each in names if len(each) <= CHOICE_NAME]
    return [app_commands.Choice(name=each, value=each) for each in fitting[:CHOICES]]


# ---------------------------------------------------------------- writing


class NoteForm(Form, title="A note"):
    """Asks for what is written."""

    text: discord.ui.TextInput[Any] = discord.ui.TextInput(
        label="What you write",
        custom_id="text",
        style=discord.TextStyle.paragraph,
        max_length=notes.LONGEST,
    )

    def __init__(self, seat: Seat, to: Mapping[int, int], answers: int | None) -> None:
        super().__init__()
        self._seat, self._to, self._answers = seat, to, answers

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        await acknowledge(interaction)
        seat = await seated(interaction, self._seat)
        host, text = interaction.client.host, self.text.value
        _, told = await notes.send(host, seat, self._to, text, answers=self._answers)
        await interaction.edit_original_response(content=told)


class _Complaint(Form, title="Report this note"):
    """Asks why a note is passed on."""

    why: discord.ui.TextInput[Any] = discord.ui.TextInput(
        label="What is wrong with it",
        custom_id="why",
        max_length=LONGEST_REASON,
        required=False,
        placeholder="The moderators read the note, who wrote it and that you reported it",
    )

    def __init__(self, seat: Seat, note: int) -> None:
        super().__init__()
        self._seat, self._note = seat, note

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        await acknowledge(interaction)
        seat = await seated(interaction, self._seat)
        await notes.report(interaction.client.host, seat, self._note, reason_of(self.why.value))
        await interaction.edit_original_response(
            content="The moderators have the note now. Who wrote it is not told that you reported "
            "it."
        )


class NoteButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=r"note:(?P<act>reply|report):(?P<campaign>\d+):(?P<note>\d+)",
):
    """A button under a note: answer it, or pass it on."""

    def __init__(self, act: str, campaign: int, note: int) -> None:
        super().__init__(discord.ui.Button(label=act, custom_id=f"note:{act}:{campaign}:{note}"))
        self.act, self.campaign, self.note = act, campaign, note

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> NoteButton:
        hold(interaction)
        return cls(match["act"], int(match["campaign"]), int(match["note"]))

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        try:
            seat = await seat_of(interaction, f"#{self.campaign}")
            async with interaction.client.host.stores.use(seat.guild) as store:
                found = await notes.received(store, seat, self.note)
            if self.act == "report":
                await interaction.response.send_modal(_Complaint(seat, found.id))
                return
            check_talking(seat)
            form = NoteForm(seat, {found.faction: found.player}, found.id)
            await interaction.response.send_modal(form)
        except Exception as error:  # noqa: BLE001 - discord.py would only log it
            await answer_error(interaction, error)


# ---------------------------------------------------------------- reading


def pages_of(court: Court, found: Sequence[Note], own: int) -> list[str]:
    """Notes as a faction reads them, page by page."""
    return text_pages(_told(court, note, own) for note in found)


def _told(court: Court, note: Note, own: int) -> str:
    mark = "📤" if note.faction == own else "📥"
    at = f"<t:{int(note.at.timestamp())}:f>"
    return f"{mark} **{notes.note_line(court, note)}** · {at}\n{plain(note.body)}"


def text_pages(texts: Iterable[str]) -> list[str]:
    """Letters of any length, as many on a page as fit."""
    return pages((Section("", (text,)) for text in texts), _PAGE)


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(NotesCog(bot))
