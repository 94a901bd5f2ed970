"""`/campaign`: how moderators make, open, start, pause, end and look after a campaign.

Each command checks who calls, does one act and says in words what was done. The acts themselves are
in `bot.founding.founding` and `bot.founding.moderating`; the audit log is written there.
"""

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Refused, acknowledge
from bot.callers.confirming import Confirm
from bot.callers.rights import moderated, moderated_here, require_manager
from bot.callers.seats import (
    CHOICE_NAME,
    CHOICES,
    Choices,
    Interaction,
    all_campaigns,
    campaign_of,
    choose,
    server_of,
)
from bot.campaign.almanac import almanac_of
from bot.campaign.status import moment, state_of, status_card
from bot.client import HostBot
from bot.desk.command import commands_of_the_desk
from bot.ending.ending import set_end
from bot.faces.words.text import plain
from bot.founding import founding as forming
from bot.founding import moderating
from bot.guild_commands import refresh
from bot.log.commands import commands_of_the_log
from bot.modules.keeping import offered
from bot.post.posting import embed_of
from bot.settings_form.creating import open_creating
from bot.settings_form.making import LONGEST_NAME, Asked, check_role, make
from bot.store.errors import StoreError
from bot.store.records import Campaign, CampaignState
from bot.typed import name_of, reason_of
from engine.module.names import key_of

EMBED = 4096  # Discord: characters of an embed's description; a plain message holds 2,000
Side = app_commands.Range[int, 4, 200]


class CampaignGroup(
    commands.GroupCog, group_name="campaign", group_description="Make and look after campaigns"
):
    """The moderators' commands."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self.host = bot.host
        group = self.app_command
        assert group, "a GroupCog is made with its group"
        for command in (
            *commands_of_the_log(),
            *commands_of_the_desk(),
        ):
            group.add_command(command)

    # ------------------------------------------------------------------ making one

    @app_commands.command(description="Make a campaign; without a module and a name, step by step")
    @app_commands.describe(
        module="What is played",
        name="What the campaign is called",
        width="Hexes from west to east, if not the module's own number",
        height="Hexes from north to south, if not the module's own number",
        moderators="Who moderates it; without this a role is made, and given to you",
    )
    async def create(
        self,
        interaction: Interaction,
        module: str | None = None,
        name: str | None = None,
        width: Side | None = None,
        height: Side | None = None,
        moderators: discord.Role | None = None,
    ) -> None:
        require_manager(interaction)
        if module is not None and module not in await offered(self.host, server_of(interaction).id):
            raise Refused(
                "There is no such module.",
                way_out="Choose one of the suggestions that appear while you type.",
            )
        check_role(moderators)
        given = {"width": width, "height": height}
        size = {side: count for side, count in given.items() if count}
        name = name_of(name, "A campaign's name", LONGEST_NAME) if name is not None else ""
        await acknowledge(interaction)
        if module and name:
            await make(interaction, Asked(module, name, size, moderators))
            return
        role = moderators.id if moderators else 0
        await open_creating(interaction, module or "", name, size, role)

    @create.autocomplete("module")
    async def _modules(self, interaction: Interaction, typed: str) -> Choices:
        try:
            known = await offered(self.host, server_of(interaction).id)
        except StoreError:  # an autocomplete has nobody to tell of it
            return []
        wanted = key_of(typed)
        return [
            app_commands.Choice(
                name=f"{offer.title}: {offer.description}"[:CHOICE_NAME], value=offer.name
            )
            for offer in known.values()
            if wanted in key_of(offer.title) or wanted in key_of(offer.name)
        ][:CHOICES]

    @app_commands.command(description="Make what a campaign lacks: world, channels, roles, posts")
    async def repair(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        meant = await moderated(interaction)
        done = await forming.complete(self.bot, server_of(interaction), meant, interaction.user.id)
        await refresh(self.bot, server_of(interaction).id)
        lines = "".join(f"\n• {plain(each)}" for each in done[:20])
        more = f"\n… and {len(done) - 20} more" if len(done) > 20 else ""
        told = f"Made or mended:{lines}{more}" if done else "Nothing was missing."
        await interaction.edit_original_response(embed=discord.Embed(description=told[:EMBED]))

    # ------------------------------------------------------------------ its life

    @app_commands.command(description="Let players join")
    async def open(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        meant = await moderated(interaction)
        moderating.check_unopened(meant)  # before anything is mended
        await forming.complete(self.bot, server_of(interaction), meant, interaction.user.id)
        await moderating.open_up(self.host, server_of(interaction).id, meant, interaction.user.id)
        await self._say(interaction, meant, "is open. Players take a place with `/join`.")

    @app_commands.command(description="Begin the first turn")
    async def start(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        meant = await moderated(interaction)
        await moderating.start(self.host, server_of(interaction).id, meant, interaction.user.id)
        await self._say(interaction, meant, f"has started. {await self._next(interaction, meant)}")

    @app_commands.command(description="Stop the calendar for a while")
    @app_commands.describe(reason="Shown to the players")
    async def pause(self, interaction: Interaction, reason: str) -> None:
        await acknowledge(interaction)
        meant = await moderated(interaction)
        why = reason_of(reason)
        await moderating.pause(
            self.host, server_of(interaction).id, meant, interaction.user.id, why
        )
        await self._say(interaction, meant, "is paused. `/campaign resume` lets it go on.")

    @app_commands.command(description="Go on after a pause")
    async def resume(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        meant = await moderated(interaction)
        await moderating.resume(self.host, server_of(interaction).id, meant, interaction.user.id)
        await self._say(interaction, meant, f"goes on. {await self._next(interaction, meant)}")

    @app_commands.command(description="End a campaign for good, and publish its seed")
    @app_commands.describe(reason="Why, for all to read")
    async def end(self, interaction: Interaction, reason: str | None = None) -> None:
        await acknowledge(interaction)
        why = reason_of(reason) if reason else ""
        meant = await moderated_here(interaction)
        if meant.state is CampaignState.ENDED:
            raise Refused(
                "It has ended already.",
                way_out="/archive shows what was played; /campaign create makes a new one.",
            )

        async def act(clicked: Interaction) -> None:
            await acknowledge(clicked, thinking=False)
            again = await moderated(clicked, f"#{meant.id}")
            at = await set_end(self.host, server_of(clicked).id, again, clicked.user.id, why)
            await refresh(self.bot, server_of(clicked).id)
            told = (
                f"ends {moment(at)}. Until then the desk's button, or `/campaign undo`, takes it "
                "back; then its ceremony goes to the herald's channel, with its seed at the end."
                if at
                else "has ended."
            )
            await clicked.edit_original_response(content=f"**{meant.name}** {told}", view=None)

        grace = (
            "No turn is made any more. For a day you can take it back; then"
            if meant.state is not CampaignState.FORMING
            else "There is no way back:"
        )
        await interaction.edit_original_response(
            content=f"End **{meant.name}** for good? {grace} its seed is published and all its "
            "secrets are told. Its channels and its history stay.",
            view=Confirm("End the campaign", act),
        )

    # ------------------------------------------------------------------ looking

    @app_commands.command(description="How a campaign stands")
    async def status(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        meant = await campaign_of(interaction)
        guild = server_of(interaction).id
        rules = await self.host.rules(guild, meant)
        async with self.host.stores.use(guild) as store:
            card = await status_card(store, rules, meant)
        await interaction.edit_original_response(embed=embed_of(card))

    @app_commands.command(description="Choose the campaign you mean where no channel tells it")
    @app_commands.describe(campaign="Which campaign you mean from now on")
    @app_commands.autocomplete(campaign=all_campaigns)
    async def use(self, interaction: Interaction, campaign: str) -> None:
        await acknowledge(interaction)
        meant = await choose(interaction, campaign)
        told = f"Outside the channels of a campaign you now mean **{plain(meant.name)}**."
        await interaction.edit_original_response(content=told)

    @app_commands.command(name="list", description="Every campaign of this server")
    async def list_(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        async with self.host.stores.use(server_of(interaction).id) as store:
            lines = [
                f"• **{each.name}**: turn {each.turn}, {await state_of(store, each)}"
                for each in reversed(await store.campaigns.all())
                if each.tick or each.state is not CampaignState.ENDED
            ]
        told = "\n".join(lines[:CHOICES]) or "There is none yet. `/campaign create` makes one."
        embed = discord.Embed(title="Campaigns of this server", description=told[:EMBED])
        await interaction.edit_original_response(embed=embed)

    # ------------------------------------------------------------------ answers

    async def _say(
        self, interaction: Interaction, campaign: Campaign, told: str, after: str = ""
    ) -> None:
        await interaction.edit_original_response(content=f"**{campaign.name}**{after} {told}")

    async def _next(self, interaction: Interaction, campaign: Campaign) -> str:
        guild = server_of(interaction).id
        rules = await self.host.rules(guild, campaign)
        async with self.host.stores.use(guild) as store:
            present = await store.campaigns.get(campaign.id)
            due = (await almanac_of(store, present, rules.module.calendar)).next()
        return f"Next is the {due.kind} of {moment(due.instant)}." if due else ""


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(CampaignGroup(bot))
