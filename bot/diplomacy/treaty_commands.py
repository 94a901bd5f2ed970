"""/treaty: proposing, signing, reading and renouncing treaties.

What they mean is in `bot.diplomacy.treaties`. The buttons under a proposal work after a restart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Form, Refused, acknowledge, answer_error, hold
from bot.callers.confirming import Confirm
from bot.callers.pager import TextPages
from bot.callers.seats import CHOICE_NAME, CHOICES, Choices, Interaction, seat_of, seated
from bot.client import HostBot
from bot.diplomacy import treaties
from bot.diplomacy.envoys import check_talking
from bot.diplomacy.note_commands import text_pages, those_offered
from bot.faces.words.text import plain
from bot.host import Seat
from bot.store.errors import StoreError
from bot.store.treaties import Treaty, TreatyState
from bot.typed import LONGEST_REASON, reason_of
from engine.module.names import key_of


class TreatyGroup(
    commands.GroupCog, group_name="treaty", group_description="Treaties between factions"
):
    """The commands."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self.host = bot.host

    async def cog_load(self) -> None:
        self.bot.add_dynamic_items(TreatyButton)

    async def cog_unload(self) -> None:
        self.bot.remove_dynamic_items(TreatyButton)

    @app_commands.command(description="Propose a text that both sides sign")
    @app_commands.rename(others="with")
    @app_commands.describe(
        others="With which factions, parted by commas",
        title="What the treaty is called",
        kind="Open: the herald publishes it once all have signed; sealed: its parties alone know",
        text="What it says; left out, a form opens that has room for lines",
    )
    async def propose(
        self,
        interaction: Interaction,
        others: str,
        title: app_commands.Range[str, 1, treaties.LONGEST_TITLE],
        kind: Literal["open", "sealed"],
        text: app_commands.Range[str, 1, treaties.LONGEST] | None = None,
    ) -> None:
        """Propose it, or ask for what it says."""
        if text is not None:
            await acknowledge(interaction)
        seat = await seat_of(interaction)
        whom = await treaties.with_whom(self.host, seat, others)
        if text is None:
            form = _Text(seat, whom, treaties.title_of(title), kind)
            await interaction.response.send_modal(form)
            return
        await _propose(interaction, seat, whom, title, kind, text)

    @app_commands.command(name="list", description="The treaties that you may read")
    async def list_(self, interaction: Interaction) -> None:
        """The pages, the latest treaty first."""
        await acknowledge(interaction)
        seat = await seat_of(interaction)
        court, found = await treaties.of_seat(self.host, seat)
        if not found:
            raise Refused(
                "There is no treaty that your faction may read.",
                way_out="/treaty propose writes one.",
            )
        pages = text_pages(
            f"**{plain(each.title)}**\n{treaties.treaty_text(court, each)}" for each in found
        )
        await TextPages("Treaties", pages, seat).show(interaction)

    @app_commands.command(description="Sign a treaty for your faction")
    @app_commands.describe(treaty="Which treaty")
    async def sign(self, interaction: Interaction, treaty: str) -> None:
        """Ask once more: a signature stays."""
        await acknowledge(interaction)
        seat = await seat_of(interaction)
        await _ask_to_sign(interaction, seat, await _named(interaction, seat, treaty))

    @app_commands.command(description="End a treaty, or decline one or take back a proposal")
    @app_commands.describe(treaty="Which treaty", reason="Why; its readers see it")
    async def renounce(self, interaction: Interaction, treaty: str, reason: str = "") -> None:
        """End it."""
        await acknowledge(interaction)
        seat = await seat_of(interaction)
        found = await _named(interaction, seat, treaty)
        ended = await treaties.end(self.host, seat, found.id, reason_of(reason))
        await interaction.edit_original_response(content=_ended(ended))

    @propose.autocomplete("others")
    async def _others(self, interaction: Interaction, typed: str) -> Choices:
        return await those_offered(interaction, typed)

    @sign.autocomplete("treaty")
    async def _unsigned(self, interaction: Interaction, typed: str) -> Choices:
        own, found = await _mine(interaction)
        wait = [each for each in found if not each.ended_at and not each.parties[own]]
        return _offers(wait, typed)

    @renounce.autocomplete("treaty")
    async def _standing(self, interaction: Interaction, typed: str) -> Choices:
        _, found = await _mine(interaction)
        return _offers([each for each in found if not each.ended_at], typed)


async def _mine(interaction: Interaction) -> tuple[int, list[Treaty]]:
    """The faction of the person who types, with its treaties; none where that is not plain."""
    try:
        seat = await seat_of(interaction)
        async with interaction.client.host.stores.use(seat.guild) as store:
            found = await store.treaties.of_faction(seat.campaign.id, seat.member.faction)
    except (Refused, StoreError):
        return 0, []
    return seat.member.faction, found


def _offers(found: Sequence[Treaty], typed: str) -> Choices:
    wanted = key_of(typed)
    return [
        app_commands.Choice(name=f"{each.title} ({each.state})"[:CHOICE_NAME], value=str(each.id))
        for each in found
        if wanted in key_of(each.title) or wanted == str(each.id)
    ][:CHOICES]


async def _named(interaction: Interaction, seat: Seat, text: str) -> Treaty:
    """The faction's treaty of that number or title, the latest. Raises `Refused`."""
    wanted = key_of(text)
    async with interaction.client.host.stores.use(seat.guild) as store:
        mine = await store.treaties.of_faction(seat.campaign.id, seat.member.faction)
    for each in sorted(mine, key=lambda each: each.ended_at is not None):
        if wanted in (str(each.id), key_of(each.title)):
            return each
    raise Refused(
        f"Your faction has no treaty “{plain(text[:40])}”.",
        way_out="Choose one of the suggestions that appear while you type.",
    )


# ---------------------------------------------------------------- acting


async def _propose(
    interaction: Interaction, seat: Seat, whom: tuple[int, ...], title: str, kind: str, text: str
) -> None:
    host = interaction.client.host
    made = await treaties.propose(host, seat, whom, title, text, sealed=kind == "sealed")
    await interaction.edit_original_response(
        content=f"**{plain(made.title)}** is proposed as treaty {made.id}, and signed by you. It "
        f"is in force once all its parties have signed. {treaties.HONOUR}"
    )


class _Text(Form, title="A treaty"):
    """Asks for what a treaty says."""

    text: discord.ui.TextInput[Any] = discord.ui.TextInput(
        label="What all sides sign",
        custom_id="text",
        style=discord.TextStyle.paragraph,
        max_length=treaties.LONGEST,
    )

    def __init__(self, seat: Seat, whom: tuple[int, ...], title: str, kind: str) -> None:
        super().__init__()
        self._seat, self._whom, self._title, self._kind = seat, whom, title, kind

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        await acknowledge(interaction)
        seat = await seated(interaction, self._seat)
        await _propose(interaction, seat, self._whom, self._title, self._kind, self.text.value)


async def _ask_to_sign(interaction: Interaction, seat: Seat, found: Treaty) -> None:
    """Ask whether to sign; the interaction has been deferred. Raises `Refused`."""
    check_talking(seat)
    if found.state is not TreatyState.PROPOSED:
        raise Refused(f"This treaty is {found.state}.", way_out="/treaty list shows it.")

    async def act(clicked: Interaction) -> None:
        await acknowledge(clicked, thinking=False)
        now = await seated(clicked, seat)
        signed = await treaties.sign(clicked.client.host, now, found.id)
        if signed.signed:
            told = "It is **in force**: all have signed."
        else:
            told = "Your faction has signed; others have not yet."
        await clicked.edit_original_response(content=told, embed=None, view=None)

    known = "Its parties alone know of it until the campaign ends."
    if not found.sealed:
        known = "Once all have signed, the herald publishes it."
    await interaction.edit_original_response(
        content=f"Sign **{plain(found.title)}** for your faction? {known} {treaties.HONOUR} The "
        "text can never be changed; /treaty renounce ends it.",
        view=Confirm("Sign it", act),
    )


class _Declining(Form, title="Decline this treaty"):
    """Asks why."""

    why: discord.ui.TextInput[Any] = discord.ui.TextInput(
        label="Why; its parties read it",
        custom_id="why",
        max_length=LONGEST_REASON,
        required=False,
    )

    def __init__(self, seat: Seat, treaty: int) -> None:
        super().__init__()
        self._seat, self._treaty = seat, treaty

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        await acknowledge(interaction)
        seat = await seated(interaction, self._seat)
        host, why = interaction.client.host, reason_of(self.why.value)
        ended = await treaties.end(host, seat, self._treaty, why)
        await interaction.edit_original_response(content=_ended(ended))


def _ended(treaty: Treaty) -> str:
    return f"**{plain(treaty.title)}** is {treaty.state}; its parties are told."


class TreatyButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=r"treaty:(?P<act>sign|decline):(?P<campaign>\d+):(?P<treaty>\d+)",
):
    """A button under a proposal: sign it, or decline it."""

    def __init__(self, act: str, campaign: int, treaty: int) -> None:
        super().__init__(
            discord.ui.Button(label=act, custom_id=f"treaty:{act}:{campaign}:{treaty}")
        )
        self.act, self.campaign, self.treaty = act, campaign, treaty

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> TreatyButton:
        hold(interaction)
        return cls(match["act"], int(match["campaign"]), int(match["treaty"]))

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        try:
            if self.act == "sign":
                await acknowledge(interaction)
            seat = await seat_of(interaction, f"#{self.campaign}")
            async with interaction.client.host.stores.use(seat.guild) as store:
                found = await treaties.party_of(store, seat, self.treaty)
            if self.act == "sign":
                await _ask_to_sign(interaction, seat, found)
                return
            if found.state is not TreatyState.PROPOSED:
                raise Refused(f"This treaty is {found.state}.", way_out="/treaty renounce ends it.")
            await interaction.response.send_modal(_Declining(seat, found.id))
        except Exception as error:  # noqa: BLE001 - discord.py would only log it
            await answer_error(interaction, error)


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(TreatyGroup(bot))
