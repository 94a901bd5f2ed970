"""`/join`, `/leave` and `/arms`: taking a place in a campaign, giving it up, and a coat of arms.

What a place is, and who may have it, the rules decide; the steps between world, store and Discord
are in `bot.campaigns.joining`, the guided form in `bot.joining`.
"""

import asyncio
import io
import logging

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Refused, acknowledge
from bot.campaigns.joining import check_newcomer, check_open, give_role, join, leave, take_role
from bot.campaigns.status import joinable, seats_left
from bot.campaigns.welcoming import in_short, parties_for, welcome
from bot.client import HostBot
from bot.cogs.seats import (
    CAMPAIGN,
    CHOICE_NAME,
    CHOICES,
    Choices,
    Interaction,
    all_campaigns,
    campaign_of,
    my_campaigns,
    seat_of,
)
from bot.confirming import Confirm
from bot.faces.cohorts.joining import texts
from bot.jobs.draw import draw
from bot.jobs.starting import starting_cities
from bot.joining.beginning import Beginning, arms_of, keep, kept, order_of
from bot.joining.heraldry import ArmsPanel, drawn, file_of
from bot.joining.panel import JoiningPanel
from bot.post.payload import MapRecipe
from bot.store.records import Campaign, Member
from bot.typed import faction_of, likely_name, name_of
from bot.wording import check_words
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.setup.joining import NAME_LENGTH, Join

PATIENCE = 1.0  # seconds that suggestions may take; Discord gives up at three

_log = logging.getLogger(__name__)


class Joining(commands.Cog):
    """The commands of those who come and go."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self.host = bot.host

    # ------------------------------------------------------------------ /join

    @app_commands.command(name="join", description="Take a place in a campaign")
    @app_commands.describe(
        faction="The side you play for; without this you choose on a map",
        party="Five ready-made characters, to join at once; without this you may design your own",
        city="Where you begin; without this, the first city that is free",
        name="What you are called in the campaign, if not as on this server",
        campaign=CAMPAIGN,
    )
    @app_commands.autocomplete(campaign=all_campaigns)
    async def join(
        self,
        interaction: Interaction,
        faction: str | None = None,
        party: str | None = None,
        city: str | None = None,
        name: str | None = None,
        campaign: str | None = None,
    ) -> None:
        called = _called(interaction, name)
        await acknowledge(interaction)
        meant, guild = await self._sought(interaction, campaign), _guild(interaction)
        rules = await self.host.rules(guild.id, meant)
        check_open(meant)
        user = interaction.user.id
        async with self.host.stores.use(guild.id) as store:
            begun = await kept(store, meant, user)
            number = faction_of(faction, rules.module.factions) if faction else 0
            await check_newcomer(store, meant, user, number)
        wanted = begun or Beginning.blank(meant, rules, called)
        if name is not None:
            await check_words(self.host, guild.id, meant.id, [called])
            wanted = wanted.but(name=called)
        if number:
            begin = await self._city(meant, guild.id, number, city)
            wanted = wanted.but(faction=list(rules.module.factions)[number - 1], city=begin)
        elif party is not None or city is not None:
            raise Refused(
                "I do not know for which faction you want to play.",
                way_out="Name it with the option `faction`, or choose all in the form with /join.",
            )
        if party is not None:
            await self._take(interaction, meant, rules, order_of(wanted, party))
            return

        async def take(acting: Interaction, order: Join) -> None:
            await self._take(acting, meant, rules, order)

        async with self.host.stores.use(guild.id) as store:
            await keep(store, meant, user, wanted)
        await JoiningPanel(meant, rules, user, wanted, take).open(interaction)

    async def _take(
        self, interaction: Interaction, campaign: Campaign, rules: Rules, order: Join
    ) -> None:
        """Seat the caller, and answer with the welcome and the faction's first map."""
        guild = _guild(interaction)
        member = await join(self.host, guild.id, campaign, interaction.user.id, order)
        admitted = await give_role(self.host, guild, interaction.user, member)
        async with self.host.stores.use(guild.id) as store:
            place = await store.places.get(campaign.id, f"faction:{member.faction}")
            arms = await arms_of(store, campaign.id, member.user)
        embed = welcome(
            rules.module.factions[order.faction],
            order.design or rules.module.content(Content).parties[order.party],
            f"<#{place.snowflake}>" if place else "your faction's channel",
            admitted,
        )
        embed.add_field(name="Your arms", value=f"{arms.words}. `/arms` changes them.")
        await interaction.edit_original_response(embed=embed, view=None, attachments=[])
        await self._show_map(interaction, guild.id, campaign, member)

    async def _show_map(
        self, interaction: Interaction, guild: int, campaign: Campaign, member: Member
    ) -> None:
        """Add the faction's first map to the answer; without it the welcome stands."""
        async with self.host.stores.use(guild) as store:
            present = await store.campaigns.get(campaign.id)
        recipe = MapRecipe(tick=present.tick, faction=member.faction, legend="full")
        try:
            drawn = await self.bot.workers.run(draw, self.host.path(guild), campaign.id, recipe)
        except Exception:  # noqa: BLE001 - the place is taken, and the map is in the channel too
            _log.exception("guild=%d campaign=%d: no first map", guild, campaign.id)
            return
        file = discord.File(io.BytesIO(drawn.png), drawn.filename, description=drawn.alt)
        await interaction.edit_original_response(attachments=[file])

    async def _city(self, campaign: Campaign, guild: int, faction: int, typed: str | None) -> int:
        """The id of the city that is meant; 0 for the first that is free."""
        if not typed:
            return 0
        free, wanted = await self._free(campaign, guild, faction), typed.strip().casefold()
        for id, name in free:
            if wanted in (f"#{id}", name.casefold()):
                return id
        raise Refused(
            "That is no starting city of this faction, or another player has it.",
            way_out=f"Free are: {', '.join(name for _, name in free) or 'none'}.",
            rule="cohorts.setup.starting-city",
        )

    async def _free(self, campaign: Campaign, guild: int, faction: int) -> list[tuple[int, str]]:
        path = self.host.path(guild)
        return await self.bot.workers.run(
            starting_cities, path, campaign.id, campaign.tick, faction
        )

    async def _sought(self, interaction: Interaction, named: str | None) -> Campaign:
        """The campaign that is meant: as for all commands, else the only one that can be joined."""
        try:
            return await campaign_of(interaction, named)
        except Refused:
            async with self.host.stores.use(_guild(interaction).id) as store:
                open_ = [each for each in await store.campaigns.all() if joinable(each)]
            if named or len(open_) != 1:
                raise
            return open_[0]

    # ------------------------------------------------------------------ suggestions

    async def _typed_about(self, interaction: Interaction) -> Campaign | None:
        """The campaign that is being typed about; None if it cannot be told or not be joined."""
        try:
            campaign = await self._sought(interaction, interaction.namespace.campaign)
            check_open(campaign)
        except Refused:
            return None
        return campaign

    @join.autocomplete("faction")
    async def _factions(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self._typed_about(interaction)
        if campaign is None:
            return []
        guild = _guild(interaction).id
        rules = await self.host.rules(guild, campaign)
        async with self.host.stores.use(guild) as store:
            members = await store.members.of_campaign(campaign.id)
        choices: Choices = []
        for number, faction in enumerate(rules.module.factions.values(), 1):
            seated = sum(member.faction == number for member in members)
            if typed.casefold() in faction.name.casefold():
                label = f"{faction.name} ({seated} playing{seats_left(faction.players, seated)})"
                choices.append(app_commands.Choice(name=label[:CHOICE_NAME], value=faction.key))
        return choices[:CHOICES]

    @join.autocomplete("party")
    async def _parties(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self._typed_about(interaction)
        if campaign is None:
            return []
        rules = await self.host.rules(_guild(interaction).id, campaign)
        return [
            app_commands.Choice(name=in_short(party)[:CHOICE_NAME], value=party.key)
            for party in parties_for(rules, interaction.namespace.faction)
            if typed.casefold() in in_short(party).casefold()
        ][:CHOICES]

    @join.autocomplete("city")
    async def _cities(self, interaction: Interaction, typed: str) -> Choices:
        campaign, guild = await self._typed_about(interaction), _guild(interaction).id
        if campaign is None:
            return []
        rules = await self.host.rules(guild, campaign)
        try:
            faction = faction_of(str(interaction.namespace.faction), rules.module.factions)
            async with self.host.stores.use(guild) as store:
                await check_newcomer(store, campaign, interaction.user.id, faction)
            free = await asyncio.wait_for(self._free(campaign, guild, faction), PATIENCE)
        except (Refused, TimeoutError):
            return []
        return [
            app_commands.Choice(name=name[:CHOICE_NAME], value=f"#{id}")
            for id, name in free
            if typed.casefold() in name.casefold()
        ][:CHOICES]

    # ------------------------------------------------------------------ /arms

    @app_commands.command(name="arms", description="Choose your coat of arms, or see another's")
    @app_commands.describe(player="Whose arms to see; without this, your own", campaign=CAMPAIGN)
    @app_commands.autocomplete(campaign=my_campaigns)
    async def arms(
        self,
        interaction: Interaction,
        player: discord.Member | None = None,
        campaign: str | None = None,
    ) -> None:
        await acknowledge(interaction)
        seat = await seat_of(interaction, campaign)
        whose = player or interaction.user
        async with self.host.stores.use(seat.guild) as store:
            if await store.members.get(seat.campaign.id, whose.id) is None:
                raise Refused(
                    "That person does not play in this campaign.",
                    way_out="Choose somebody who plays; /campaign status tells how many do.",
                )
            arms = await arms_of(store, seat.campaign.id, whose.id)
        if whose.id != interaction.user.id:
            picture = file_of(await drawn(interaction, arms))
            card = texts.arms_card(arms, whose.display_name)
            await interaction.edit_original_response(embed=card, attachments=[picture])
            return
        rules = await self.host.rules(seat.guild, seat.campaign)
        content = rules.module.content(Content)
        await ArmsPanel(seat, content, arms, whose.display_name).show(interaction)

    # ------------------------------------------------------------------ /leave

    @app_commands.command(name="leave", description="Give up your place in a campaign")
    @app_commands.describe(campaign=CAMPAIGN)
    @app_commands.autocomplete(campaign=my_campaigns)
    async def leave(self, interaction: Interaction, campaign: str | None = None) -> None:
        await acknowledge(interaction)
        seat = await seat_of(interaction, campaign)

        async def act(clicked: Interaction) -> None:
            await acknowledge(clicked, thinking=False)
            present, guild = await seat_of(clicked, f"#{seat.campaign.id}"), _guild(clicked)
            await leave(self.host, present)
            await take_role(self.host, guild, clicked.user, present.member)
            told = f"You have left **{seat.campaign.name}**. Farewell."
            await clicked.edit_original_response(content=told, view=None)

        await interaction.edit_original_response(
            content=f"Leave **{seat.campaign.name}**? Your cities and characters stay, without "
            "orders; a turn that you have submitted is withdrawn, and you no longer read your "
            "faction's channel. You can come back only to the same faction, with a new position.",
            view=Confirm("Leave", act),
        )


def _called(interaction: Interaction, name: str | None) -> str:
    """The player's name: as typed, else as near as may be to the name on the server."""
    if name is not None:
        return name_of(name, "A player's name", NAME_LENGTH)
    likely = likely_name(interaction.user.display_name, NAME_LENGTH)
    return likely or f"Player {interaction.user.id % 10_000}"


def _guild(interaction: Interaction) -> discord.Guild:
    if interaction.guild is None:
        raise Refused("This command works in a server only.", way_out="Use it there.")
    return interaction.guild


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(Joining(bot))
