"""What moderators do at the desk about who may watch a campaign without playing in it.

What they mean is in `bot.onlookers.onlookers` and `bot.onlookers.looking`.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.answers import Refused, SelectMenu, acknowledge
from bot.callers.confirming import Confirm
from bot.callers.desk_acts import desk_act
from bot.callers.embeds import card
from bot.callers.pager import Pager
from bot.callers.rights import moderated, moderated_here
from bot.callers.seats import CHOICES, Interaction, factions_suggested, guild_of, server_of
from bot.campaign.watched import LEAST_DELAY, MOST_DELAY, Watch, watch_of
from bot.faces.words.text import clean, plain
from bot.onlookers import looking, onlookers
from bot.onlookers.looking import LookAs
from bot.post.posting import build
from bot.typed import faction_of, reason_of
from engine.campaign import Player


@desk_act(name="onlookers", description="A channel in which all may watch, turns late")
@app_commands.describe(
    open="Whether anything is posted there",
    delay="By how many turns what is shown is late; left out, as it was",
    reason="Why; shown to the players",
)
async def watch(
    interaction: Interaction,
    open: bool,
    delay: app_commands.Range[int, LEAST_DELAY, MOST_DELAY] | None = None,
    reason: str = "",
) -> None:
    """Open or close it."""
    await acknowledge(interaction)
    meant = await moderated(interaction)
    guild, bot = server_of(interaction), interaction.client
    async with bot.host.stores.use(guild.id) as store:
        before = await watch_of(store, meant.id)
    wanted = Watch(open=open, delay=delay or before.delay)
    why = reason_of(reason)
    await onlookers.choose(bot, guild, meant, interaction.user.id, wanted, why)
    await interaction.edit_original_response(
        content=f"**{plain(meant.name)}**: {onlookers.described(wanted)}"
    )


# ---------------------------------------------------------------- looking as a faction


@desk_act(name="look-as", description="See what a faction sees; it is told at the end")
@app_commands.describe(faction="Which faction", reason="Why; the faction reads it at the end")
async def look_as(interaction: Interaction, faction: str, reason: str) -> None:
    """Ask once more, for it cannot be unseen."""
    await acknowledge(interaction)
    meant, guild = await moderated_here(interaction), guild_of(interaction)
    host, why = interaction.client.host, reason_of(reason)
    factions = (await host.rules(guild, meant)).module.factions
    number = faction_of(faction, factions)
    name = plain(list(factions.values())[number - 1].name)
    if not why:
        raise Refused("A look needs a reason.", way_out="Say why; the faction reads it at the end.")
    async with host.stores.use(guild) as store:
        await looking.check(store, meant, interaction.user.id)

    async def act(clicked: Interaction) -> None:
        await acknowledge(clicked, thinking=False)
        again = await moderated(clicked, f"#{meant.id}")
        seen = await looking.look(host, guild, again, clicked.user.id, number, why)
        await LookPanel(seen, name, await looking.its_players(host, seen)).show(clicked)

    await interaction.edit_original_response(
        content=f"Look at what **{name}** sees? It goes into the moderators' log now, and {name} "
        "is told when the campaign ends, with your name and reason. You can then never join this "
        "campaign. Drafts and notes are not shown.",
        view=Confirm("Look", act),
    )


look_as.autocomplete("faction")(factions_suggested)


_MAP: Final = "map"
_REPORTS: Final = "reports"


class LookPanel(Pager):
    """What a faction sees, for one moderator: its map, each player's turn, its last report."""

    def __init__(self, seen: LookAs, name: str, players: Sequence[Player]) -> None:
        super().__init__(row=1)
        self.seen, self.name = seen, name
        self.players = {f"turn:{each.id}": each for each in players[: CHOICES - 2]}
        self.what, self.pages = _MAP, 1
        self.choose.options = [
            discord.SelectOption(label="Its map", value=_MAP),
            *(
                discord.SelectOption(label=f"Your turn of {clean(each.name)}"[:100], value=key)
                for key, each in self.players.items()
            ),
            discord.SelectOption(label="Its last report", value=_REPORTS),
        ]

    def count(self) -> int:
        return self.pages

    async def show(self, interaction: Interaction) -> None:
        embeds, files = await self._made(interaction)
        self.add_turns()
        for option in self.choose.options:
            option.default = option.value == self.what
        self._last = interaction
        await interaction.edit_original_response(
            content=f"What **{self.name}** sees after tick {self.seen.campaign.tick}.",
            embeds=embeds,
            attachments=files,
            view=self,
            allowed_mentions=discord.AllowedMentions.none(),
        )

    async def _made(
        self, interaction: Interaction
    ) -> tuple[list[discord.Embed], list[discord.File]]:
        host, seen = interaction.client.host, self.seen
        if self.what == _MAP:
            self.pages = 1
            drawn = await looking.its_map(host, seen)
            if drawn is None:
                return [card("Map", "This world has no map.")], []
            file = discord.File(io.BytesIO(drawn.png), drawn.filename, description=drawn.alt)
            return [], [file]
        if player := self.players.get(self.what):
            pages = await looking.its_turn(host, seen, player)
            self.pages = len(pages)
            self.at = min(self.at, self.pages - 1)
            return [card(f"Your turn of {plain(player.name)}", pages[self.at])], []
        reports = await looking.its_reports(host, seen)
        if not reports:
            self.pages = 1
            return [card("Reports", "It has had no report yet.")], []
        self.pages = len(reports)
        self.at = min(self.at, self.pages - 1)
        async with host.stores.use(seen.guild) as store:
            post = await build(host.workers, host.path(seen.guild), store, reports[self.at])
        return post.embeds, post.files

    async def check(self, interaction: Interaction) -> None:
        meant = await moderated(interaction, f"#{self.seen.campaign.id}")
        async with interaction.client.host.stores.use(self.seen.guild) as store:
            await looking.check(store, meant, interaction.user.id)

    @discord.ui.select(cls=SelectMenu[Any], placeholder="What to look at", row=0)
    async def choose(self, interaction: Interaction, select: SelectMenu[Any]) -> None:
        self.what = select.values[0]
        await self.go(interaction, 0)
