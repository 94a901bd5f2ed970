"""`/moving`: a campaign leaves the server as a file, comes in as one, or is copied.

What is done and what is kept secret stands in `bot.moving.moving`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Panel, Refused, SelectMenu, acknowledge
from bot.callers.confirming import Confirm
from bot.callers.rights import moderated, require_manager
from bot.callers.seats import CHOICES, Interaction, choose, guild_of, server_of
from bot.campaign.roles import see_to
from bot.client import HostBot
from bot.faces.words.text import number, plain
from bot.guild_commands import refresh
from bot.moving import moving
from bot.store.moving.packing import SUFFIX
from bot.store.records import Campaign, CampaignState
from bot.store.seats import EmptySeat
from bot.typed import name_of
from bot.workers import WorkerError

ATTACHED = 10 * 1024 * 1024  # Discord: bytes of a file
UPLOADED = 64 * 1024 * 1024  # more is brought in by the host


class MovingGroup(
    commands.GroupCog, group_name="moving", group_description="Move or copy a campaign"
):
    """The moderators' commands."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self.host = bot.host

    @app_commands.command(description="The campaign as one file with all its turns")
    async def export(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        meant = await moderated(interaction)
        if meant.state is CampaignState.ENDED:
            await self._export(interaction, meant)
            return
        require_manager(interaction)

        async def act(clicked: Interaction) -> None:
            await acknowledge(clicked, thinking=False)
            require_manager(clicked)
            await self._export(clicked, await moderated(clicked, f"#{meant.id}"))

        await interaction.edit_original_response(
            content=f"**{plain(meant.name)}** goes on, so its file holds its seed and every "
            "faction's secrets. It is not sent here: it stays with the host, and I give you a "
            "code. Whoever manages another server with this bot takes the campaign there by "
            "`/moving import` with that code; it is then **closed in this server**. Until then it "
            "can be resumed here, and the code is void. The log will say that you did this.",
            view=Confirm("Export it", act),
        )

    async def _export(self, interaction: Interaction, campaign: Campaign) -> None:
        await interaction.edit_original_response(content="Writing the file …", view=None)
        guild = guild_of(interaction)
        made = await moving.export(self.host, guild, campaign, interaction.user.id)
        about, ended = made.packed.about, campaign.state is CampaignState.ENDED
        lines = [
            f"**{plain(campaign.name)}** is exported: {number(about.ticks, 'tick')}, turn "
            f"{about.turn}, {made.packed.size / 1024 / 1024:.1f} MiB.",
            f"Code for `/moving import`, for seven days: `{made.code}`",
            f"-# The host finds the file as `{made.file.parent.name}/{made.file.name}`. "
            f"SHA-256 of its head: {about.digest[:16]}…",
        ]
        files: list[discord.File] = []
        if ended and made.packed.size <= ATTACHED:
            files = [discord.File(made.file, f"campaign-{campaign.id}{SUFFIX}")]
        elif ended:
            lines.append("It is too large for Discord; the host can hand it out.")
        await interaction.edit_original_response(content="\n".join(lines), attachments=files)

    @app_commands.command(name="import", description="Take in a campaign of another server")
    @app_commands.describe(
        file="The file of a campaign, as /moving export gives it",
        code="The code of a campaign that is exported on the same host",
    )
    async def import_(
        self,
        interaction: Interaction,
        file: discord.Attachment | None = None,
        code: app_commands.Range[str, 1, 60] | None = None,
    ) -> None:
        await acknowledge(interaction)
        require_manager(interaction)
        if (file is None) == (code is None):
            raise Refused("I need to know which campaign.", way_out="Give either `file` or `code`.")
        own = moving.temporary(self.host)
        upload = own.with_suffix(SUFFIX)
        own.parent.mkdir(parents=True, exist_ok=True)
        try:
            source = 0
            if code is not None:
                source, path = moving.waiting(self.host, code)
            else:
                assert file is not None, "one of the two is given"
                if file.size > UPLOADED:
                    raise Refused(
                        "This file is too large.", way_out="The host can import it: run.py import."
                    )
                await file.save(upload)
                path = upload
            await interaction.edit_original_response(content="Looking the file through …")
            brought = await moving.looked_through(self.host, path, own)
            living = brought.campaign.state is not CampaignState.ENDED
            if file is not None and living:
                raise Refused(
                    "This campaign has not ended, and its file has gone through people's hands: "
                    "anyone with the file can read its seed and secrets.",
                    way_out="Take it in by the code of its export, or have the host import it.",
                )
            if source == guild_of(interaction):
                raise Refused(
                    "It is a campaign of this very server.", way_out="/moving copy copies one."
                )
            await interaction.edit_original_response(
                content=f"{brought.verdict} Making the campaign with its channels …"
            )
            guild = server_of(interaction)
            made = await moving.bring_in(
                self.bot,
                guild,
                interaction.user.id,
                brought,
                own,
                source if living else 0,
            )
        except WorkerError as lost:
            raise Refused("This file could not be read.", way_out="Export it anew.") from lost
        finally:
            moving.remove(own)
            upload.unlink(missing_ok=True)
        await choose(interaction, f"#{made.id}")
        await refresh(self.bot, guild.id)
        told = (
            f"**{plain(made.name)}** is here: {number(brought.ticks, 'tick')} looked at. "
            f"{brought.verdict}"
        )
        if living:
            told += " Its calendar is paused; put people into its seats, then `/campaign resume`."
        await self._seats(interaction, made, told)

    @app_commands.command(description="Put people into the seats of a campaign that was moved here")
    async def seats(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        await self._seats(interaction, await moderated(interaction), "")

    async def _seats(self, interaction: Interaction, campaign: Campaign, told: str) -> None:
        guild = guild_of(interaction)
        free = await moving.seats(self.host, guild, campaign.id)
        if not free:
            if not told:
                raise Refused(
                    "No seat of this campaign waits for somebody.",
                    way_out="Replace, at the desk, gives a seat to another person.",
                )
            await interaction.edit_original_response(content=told, view=None)
            return
        rules = await self.host.rules(guild, campaign)
        factions = [each.name for each in rules.module.factions.values()]
        panel = _Seats(self, campaign, free, factions, told)
        await interaction.edit_original_response(content=panel.words, view=panel)

    @app_commands.command(description="A copy of a campaign, to try something out in private")
    @app_commands.describe(name="What the copy is called")
    async def copy(self, interaction: Interaction, name: str | None = None) -> None:
        await acknowledge(interaction)
        meant = await moderated(interaction)
        guild, person = server_of(interaction), interaction.user.id
        await moving.refuse_players(self.host, guild.id, meant.id, person)
        called = name_of(
            name or f"{meant.name[:50]} (copy)", "A campaign's name", moving.LONGEST_NAME
        )
        await interaction.edit_original_response(content="Copying the campaign …")
        made = await moving.copy(self.bot, guild, meant, person, called)
        await self._appoint(guild, made, interaction.user)
        await refresh(self.bot, guild.id)
        await interaction.edit_original_response(
            content=f"**{plain(made.name)}** is ready, in channels of its own that only its "
            "moderators see. It is paused, nobody plays in it and nobody is written to. Its dice "
            "are others than those of the original, so nothing in it foretells what will come "
            "there. `/moving seats` puts people into its seats, `/campaign end` ends it."
        )

    async def _appoint(
        self, guild: discord.Guild, campaign: Campaign, person: discord.User | discord.Member
    ) -> None:
        async with self.host.stores.use(guild.id) as store:
            place = await store.places.get(campaign.id, "role:moderators")
        role = guild.get_role(place.snowflake) if place else None
        if role and isinstance(person, discord.Member):
            await person.add_roles(role, reason="Made the copy")


class _Seats(Panel):
    """A menu of empty seats and one of people; choosing both puts the person into the seat."""

    def __init__(
        self,
        cog: MovingGroup,
        campaign: Campaign,
        free: Sequence[EmptySeat],
        factions: Sequence[str],
        told: str,
    ) -> None:
        super().__init__(timeout=14 * 60)
        self.cog, self.campaign, self.factions = cog, campaign, factions
        self.free = {str(each.user): each for each in free}
        self.seat: EmptySeat | None = None
        self.person: discord.abc.User | None = None
        self.told = told
        options = [
            discord.SelectOption(label=self.label(each), value=value)
            for value, each in list(self.free.items())[:CHOICES]
        ]
        chooser: SelectMenu[_Seats] = SelectMenu(placeholder="Which seat?", options=options)
        people: discord.ui.UserSelect[_Seats] = discord.ui.UserSelect(placeholder="Who sits there?")

        async def seat(interaction: discord.Interaction) -> None:
            self.seat = self.free[chooser.values[0]]
            await self.put(cast("Interaction", interaction))

        async def person(interaction: discord.Interaction) -> None:
            self.person = people.values[0]
            await self.put(cast("Interaction", interaction))

        chooser.callback, people.callback = seat, person  # type: ignore[method-assign]
        self.add_item(chooser)
        self.add_item(people)

    def label(self, seat: EmptySeat) -> str:
        """A seat in words; who sat there is not told."""
        place = self.factions[seat.faction - 1] if seat.faction <= len(self.factions) else "?"
        return f"{place}: player {seat.player}"[:100]

    @property
    def words(self) -> str:
        """What stands above the menus."""
        chosen = f"\nChosen: {self.label(self.seat)}" if self.seat else ""
        if self.person:
            chosen += f"\nChosen: {self.person.mention}"
        waits = number(len(self.free), "seat")
        return f"{self.told}\n{waits} without a player. Choose a seat and a person.{chosen}".strip()

    async def put(self, interaction: Interaction) -> None:
        """Seat the person once both are chosen."""
        await acknowledge(interaction, thinking=False)
        if self.seat is None or self.person is None:
            await interaction.edit_original_response(content=self.words, view=self)
            return
        seat, person, self.seat, self.person = self.seat, self.person, None, None
        if person.bot:
            raise Refused("A bot plays in no seat.", way_out="Choose a person.")
        meant = await moderated(interaction, f"#{self.campaign.id}")
        guild = server_of(interaction)
        who = interaction.user.id
        host = self.cog.host
        async with host.furnishing[guild.id]:
            member = await moving.give_seat(host, guild.id, meant, who, seat, person.id)
            await see_to(host, guild, meant.id, member.user)
        self.stop()
        told = f"{person.mention} sits for {self.label(seat)}."
        await self.cog._seats(interaction, meant, told)  # pyright: ignore[reportPrivateUsage]


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(MovingGroup(bot))
