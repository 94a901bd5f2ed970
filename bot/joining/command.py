"""`/join`, `/leave` and `/arms`: taking a place in a campaign, giving it up, and a coat of arms.

What a place is, and who may have it, the rules decide; the steps between world, store and Discord
are in `bot.seats.joining`, the guided form in `bot.joining`.
"""

import asyncio
import io
import logging
import re
from collections import Counter
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import faces
from bot.answers import Refused, acknowledge, answer_error, hold
from bot.callers.confirming import Confirm
from bot.callers.seats import (
    CHOICE_NAME,
    CHOICES,
    Choices,
    Interaction,
    all_campaigns,
    campaign_of,
    note_roles,
    own_seat_of,
    server_of,
)
from bot.campaign.kept_drafts import arms_of, keep, kept
from bot.campaign.roles import see_to
from bot.campaign.status import joinable, seats_left
from bot.client import HostBot
from bot.faces.gaps import gaps_told
from bot.faces.join_forms import Draft, Ready, Seat, Start, Starts
from bot.faces.words.choosing import Option
from bot.faces.words.text import plain
from bot.guided.cards import embed_of, shown
from bot.help.primer import PrimerOffer
from bot.jobs.draw import draw
from bot.joining.heraldry import ArmsPanel, arms_card
from bot.joining.panel import JoiningPanel
from bot.joining.starts import free_starts
from bot.payload import MapRecipe, join_button
from bot.seats.free_seats import offered_first
from bot.seats.joining import check_newcomer, check_open, join
from bot.seats.seating import leave
from bot.seats.welcoming import welcomed
from bot.store.records import Campaign, Member
from bot.typed import faction_of, likely_name, name_of
from bot.wording import check_words
from engine.module.names import key_of
from engine.names import free_texts
from engine.packs import Rules

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
        start="A ready-made start, to join at once; without this a form shows all you can choose",
        place="Where you begin, if one chooses; without this, the first that is free",
        name="What you are called in the campaign, if not as on this server",
        campaign="Which campaign, if several take players",
    )
    @app_commands.autocomplete(campaign=all_campaigns)
    async def join(
        self,
        interaction: Interaction,
        faction: str | None = None,
        start: str | None = None,
        place: str | None = None,
        name: str | None = None,
        campaign: str | None = None,
    ) -> None:
        """Take a seat; what a start and a place are called is said in the form of the system."""
        await acknowledge(interaction)
        meant = await self._sought(interaction, campaign)
        await self.begin(interaction, meant, faction, start, place, name)

    async def begin(
        self,
        interaction: Interaction,
        meant: Campaign,
        faction: str | None = None,
        start: str | None = None,
        place: str | None = None,
        name: str | None = None,
    ) -> None:
        """Seat the caller as was said, else show the form; the interaction is acknowledged."""
        guild = server_of(interaction)
        rules = await self.host.rules(guild.id, meant)
        seat = _seat_of(rules)
        called = _called(interaction, name, seat.longest_name)
        check_open(rules, meant)
        user, blank = interaction.user.id, seat.blank(rules)
        async with self.host.stores.use(guild.id) as store:
            begun = await kept(store, meant, user, blank)
            number = faction_of(faction, rules.module.factions) if faction else 0
            await check_newcomer(store, rules, meant, user, number)
        wanted = begun or blank.but(module=meant.module_digest, name=called)
        if name is not None:
            await check_words(self.host, guild.id, meant.id, [called])
            wanted = wanted.but(name=called)
        if seat.formless and len(rules.module.factions) == 1:
            number = 1
        if number:
            begin = await self._place(meant, guild.id, seat.starts, number, place)
            key = list(rules.module.factions)[number - 1]
            wanted = wanted.but(faction=key, place=begin)
        elif start is not None or place is not None:
            raise Refused(
                "I do not know for which faction you want to play.",
                way_out="Name it with the option `faction`, or choose all in the form with /join.",
            )
        ready = _ready_of(rules, seat.ready, start) if start is not None else ""
        if ready or (number and seat.formless):
            await self._take(interaction, meant, rules, wanted, ready)
            return

        async def take(acting: Interaction, draft: Draft, ready: str) -> None:
            await self._take(acting, meant, rules, draft, ready)

        async def anew(acting: Interaction) -> None:
            async with self.host.stores.use(guild.id) as store:
                await keep(store, meant, user, wanted)
            await JoiningPanel(meant, rules, seat, user, wanted, take).open(acting)

        if not begun and await offered_first(interaction, meant, number, wanted.name, anew):
            return
        await anew(interaction)

    async def _take(
        self, interaction: Interaction, campaign: Campaign, rules: Rules, draft: Draft, ready: str
    ) -> None:
        """Seat the caller, and answer with the welcome and the faction's first map."""
        guild, seat = server_of(interaction), _seat_of(rules)
        if not ready and (missing := seat.missing(rules, draft)):
            raise Refused(
                f"Something is still missing: {missing[0].says}.",
                way_out="Choose it in the form that /join shows.",
                rule=missing[0].rule,
            )
        order = seat.order(rules, draft, ready)
        async with self.host.furnishing[guild.id]:
            member = await join(self.host, guild.id, campaign, interaction.user.id, draft, order)
            admitted = await see_to(self.host, guild, campaign.id, member.user)
        async with self.host.stores.use(guild.id) as store:
            place = await store.places.get(campaign.id, f"faction:{member.faction}")
            if isinstance(interaction.user, discord.Member):
                now = self.host.clock.now()
                await note_roles(store, campaign, interaction.user, now)
            arms = await arms_of(store, campaign.id, member.user)
        channel = f"<#{place.snowflake}>" if place else "your faction's channel"
        shown = faces.of(rules)
        mapped = shown.atlas is not None
        card = welcomed(seat.welcome(rules, draft, ready), channel, admitted, arms, mapped=mapped)
        offered = PrimerOffer(shown, campaign.id, member.faction)
        embed = embed_of(card)
        if gaps := gaps_told([draft.name, *free_texts(order)]):
            embed.add_field(name="Names", value=gaps)
        await interaction.edit_original_response(embed=embed, view=offered, attachments=[])
        if mapped:
            await self._show_map(interaction, guild.id, campaign, member)

    async def _show_map(
        self, interaction: Interaction, guild: int, campaign: Campaign, member: Member
    ) -> None:
        """Add the faction's first map to the answer; without it the welcome stands."""
        async with self.host.stores.use(guild) as store:
            present = await store.campaigns.get(campaign.id)
        recipe = MapRecipe(tick=present.tick, faction=member.faction, known=True, legend="full")
        try:
            drawn = await self.bot.workers.run(draw, self.host.path(guild), campaign.id, recipe)
        except Exception:  # noqa: BLE001 - the place is taken, and the map is in the channel too
            _log.exception("guild=%d campaign=%d: no first map", guild, campaign.id)
            return
        file = discord.File(io.BytesIO(drawn.png), drawn.filename, description=drawn.alt)
        await interaction.edit_original_response(attachments=[file])

    async def _place(
        self, campaign: Campaign, guild: int, starts: Starts | None, faction: int, typed: str | None
    ) -> int:
        """The id of the starting place that is meant; 0 for the first that is free."""
        if not typed:
            return 0
        if starts is None:
            raise Refused(
                "In this campaign nobody chooses where to begin.",
                way_out="Leave the option `place` out.",
            )
        wanted = key_of(typed)
        free = await self._free(campaign, guild, starts, faction)
        for start in free:
            if wanted in (f"#{start.place}", key_of(start.name)):
                return start.place
        raise Refused(
            starts.refused,
            way_out=f"Free are: {', '.join(start.name for start in free) or 'none'}.",
            rule=starts.rule,
        )

    async def _free(
        self, campaign: Campaign, guild: int, starts: Starts, faction: int
    ) -> list[Start]:
        at = (self.host.path(guild), campaign.id, campaign.tick)
        return await self.bot.workers.run(free_starts, *at, starts, faction)

    async def _sought(self, interaction: Interaction, named: str | None) -> Campaign:
        """The campaign that is meant: as for all commands, else the only one that can be joined."""
        try:
            return await campaign_of(interaction, named)
        except Refused:
            async with self.host.stores.use(server_of(interaction).id) as store:
                open_ = [each for each in await store.campaigns.all() if joinable(each)]
            if named or len(open_) != 1:
                raise
            return open_[0]

    # ------------------------------------------------------------------ suggestions

    async def _typed_about(self, interaction: Interaction) -> Campaign | None:
        """The campaign that is being typed about; None if it cannot be told or not be joined."""
        try:
            campaign = await self._sought(interaction, interaction.namespace.campaign)
            check_open(await self.host.rules(server_of(interaction).id, campaign), campaign)
        except Refused:
            return None
        return campaign

    @join.autocomplete("faction")
    async def _factions(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self._typed_about(interaction)
        if campaign is None:
            return []
        guild = server_of(interaction).id
        rules = await self.host.rules(guild, campaign)
        async with self.host.stores.use(guild) as store:
            members = await store.members.of_campaign(campaign.id)
            others = Counter(each.faction for each in await store.seats.free(campaign.id))
            others.update(await store.seats.rivals(campaign.id))
        choices: Choices = []
        for number, faction in enumerate(rules.module.factions.values(), 1):
            seated = sum(member.faction == number for member in members)
            if key_of(typed) in key_of(faction.name):
                left = seats_left(faction.players, seated + others[number])
                label = f"{faction.name} ({seated} playing{left})"
                choices.append(app_commands.Choice(name=label[:CHOICE_NAME], value=faction.key))
        return choices[:CHOICES]

    @join.autocomplete("start")
    async def _starts(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self._typed_about(interaction)
        if campaign is None:
            return []
        rules = await self.host.rules(server_of(interaction).id, campaign)
        seat = faces.of(rules).seat
        if seat is None or seat.ready is None:
            return []
        return [
            app_commands.Choice(name=_in_short(option)[:CHOICE_NAME], value=option.value)
            for option in seat.ready.offered(rules, interaction.namespace.faction or "")
            if key_of(typed) in key_of(_in_short(option))
        ][:CHOICES]

    @join.autocomplete("place")
    async def _places(self, interaction: Interaction, typed: str) -> Choices:
        campaign, guild = await self._typed_about(interaction), server_of(interaction).id
        if campaign is None:
            return []
        rules = await self.host.rules(guild, campaign)
        seat = faces.of(rules).seat
        if seat is None or seat.starts is None:
            return []
        try:
            faction = faction_of(str(interaction.namespace.faction), rules.module.factions)
            async with self.host.stores.use(guild) as store:
                await check_newcomer(store, rules, campaign, interaction.user.id, faction)
            asked = self._free(campaign, guild, seat.starts, faction)
            free = await asyncio.wait_for(asked, PATIENCE)
        except (Refused, TimeoutError):
            return []
        return [
            app_commands.Choice(name=start.name[:CHOICE_NAME], value=f"#{start.place}")
            for start in free
            if key_of(typed) in key_of(start.name)
        ][:CHOICES]

    # ------------------------------------------------------------------ /arms

    @app_commands.command(name="arms", description="Choose your coat of arms, or see another's")
    @app_commands.describe(player="Whose arms to see; without this, your own")
    async def arms(self, interaction: Interaction, player: discord.Member | None = None) -> None:
        await acknowledge(interaction)
        seat = await own_seat_of(interaction)
        whose = player or interaction.user
        async with self.host.stores.use(seat.guild) as store:
            if await store.members.get(seat.campaign.id, whose.id) is None:
                raise Refused(
                    "That person does not play in this campaign.",
                    way_out="Choose somebody who plays; /campaign status tells how many do.",
                )
            arms = await arms_of(store, seat.campaign.id, whose.id)
        if whose.id != interaction.user.id:
            embed, files = await shown(self.bot.workers, arms_card(arms, whose.display_name))
            await interaction.edit_original_response(embed=embed, attachments=files)
            return
        await ArmsPanel(seat, arms, whose.display_name).show(interaction)

    # ------------------------------------------------------------------ /leave

    @app_commands.command(name="leave", description="Give up your place in a campaign")
    async def leave(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        seat = await own_seat_of(interaction)
        rules = await self.host.rules(seat.guild, seat.campaign)
        left = _seat_of(rules).left_behind

        async def act(clicked: Interaction) -> None:
            await acknowledge(clicked, thinking=False)
            present, guild = await own_seat_of(clicked, f"#{seat.campaign.id}"), server_of(clicked)
            await leave(self.host, guild, present)
            told = f"You have left **{seat.campaign.name}**. Farewell."
            await clicked.edit_original_response(content=told, view=None)

        await interaction.edit_original_response(
            content=f"Leave **{seat.campaign.name}**? {left}; "
            "a turn that you have submitted is withdrawn, and you no longer read your "
            "faction's channel. The seat is free then, and whoever takes it plays on with it. "
            "You can come back only to the same faction, with `/seat take` or a new position.",
            view=Confirm("Leave", act),
        )


def _seat_of(rules: Rules) -> Seat[Any]:
    seat = faces.of(rules).seat
    if seat is None:
        raise Refused(
            "By the rules of this campaign nobody takes a seat.",
            way_out="Join another campaign.",
        )
    return seat


def _ready_of(rules: Rules, ready: Ready[Any] | None, typed: str) -> str:
    """The key of the chosen ready-made start, for everyone: that the order judges."""
    if ready is None:
        raise Refused(
            "There is nothing ready-made to begin with in this campaign.",
            way_out="Leave the option `start` out.",
        )
    offered, wanted = list(ready.offered(rules, "")), key_of(typed)
    for option in offered:
        if wanted in (key_of(option.value), key_of(option.label)):
            return option.value
    raise Refused(
        f"There is no {ready.noun} “{plain(typed[:40])}”.",
        way_out=f"There are: {', '.join(option.label for option in offered)}.",
        rule=ready.rule,
    )


def _in_short(option: Option) -> str:
    return option.about or option.label


def _called(interaction: Interaction, name: str | None, longest: int) -> str:
    """The player's name: as typed, else as near as may be to the name on the server."""
    if name is not None:
        return name_of(name, "A player's name", longest)
    likely = likely_name(interaction.user.display_name, longest)
    return likely or f"Player {interaction.user.id % 10_000}"


# ---------------------------------------------------------------- the button


class JoinButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=r"seat:join:(?P<campaign>\d+)",
):
    """The button under an invitation that opens the form; it works after a restart too."""

    def __init__(self, campaign: int) -> None:
        super().__init__(discord.ui.Button(label="Join", custom_id=join_button(campaign)))
        self.campaign = campaign

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> "JoinButton":
        hold(interaction)
        return cls(int(match["campaign"]))

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        try:
            await acknowledge(interaction)
            meant = await campaign_of(interaction, f"#{self.campaign}")
            cog = interaction.client.get_cog(Joining.__cog_name__)
            assert isinstance(cog, Joining)
            await cog.begin(interaction, meant)
        except Exception as error:  # noqa: BLE001 - discord.py would only log it
            await answer_error(interaction, error)


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    bot.add_dynamic_items(JoinButton)
    await bot.add_cog(Joining(bot))
