"""/rules: the rulebook, by a rule's id or by any words, page by page, with the rules beside it.

What a page looks like stands in `bot.faces.words.rulebook`; where reading begins, the face of the
campaign says (`Face.guide`); the rules stand in `data/rulebook`.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from bot import faces
from bot.answers import Panel
from bot.cogs.seats import CHOICE_NAME, CHOICES, Choices, Interaction, campaign_around
from bot.faces.guide import Guide
from bot.faces.paint.palette import BRASS
from bot.faces.words.rulebook import pages
from bot.store.errors import StoreError
from engine import installed
from engine.rulebook import Rulebook

LIFETIME = 14 * 60.0  # seconds; Discord lets an answer be changed for 15 minutes
PAGE = 2000  # characters; a page that a phone shows without much scrolling


class RulesCog(commands.Cog):
    """The command."""

    book: Rulebook

    async def cog_load(self) -> None:
        self.book = await asyncio.to_thread(Rulebook.load, *installed.folders("rulebook"))

    @app_commands.command(description="Look up the rules")
    @app_commands.describe(search="Words, or a rule's id; reports and refusals name these")
    async def rules(
        self, interaction: Interaction, search: app_commands.Range[str, 1, 200] | None = None
    ) -> None:
        panel = RulesPanel(self.book, await _guide(interaction), search)
        await interaction.response.send_message(
            panel.hint, embed=panel.embed(), view=panel, ephemeral=True
        )
        panel.last = interaction

    @rules.autocomplete("search")
    async def found(self, interaction: Interaction, typed: str) -> Choices:
        """The rules that the words mean best; before any, those of the area that opens."""
        words = typed or (await _guide(interaction)).area
        return [
            app_commands.Choice(name=_label(self.book, rule), value=rule)
            for rule in self.book.search(words, CHOICES)
        ]


class RulesPanel(Panel):
    """A rule or what a search found, with its pages and a list of rules to go to."""

    def __init__(self, book: Rulebook, guide: Guide, search: str | None) -> None:
        super().__init__(timeout=LIFETIME)
        self.book, self.guide = book, guide
        self.hint = "" if search else guide.how
        self.last: Interaction | None = None
        self._open(search or guide.opening)

    def embed(self) -> discord.Embed:
        """The page that is open."""
        embed = discord.Embed(
            description=self.pages[self.at], colour=discord.Colour.from_str(BRASS)
        )
        if len(self.pages) > 1:
            embed.set_footer(text=f"page {self.at + 1} of {len(self.pages)}")
        return embed

    async def on_timeout(self) -> None:
        if self.last:
            with suppress(discord.HTTPException):
                await self.last.edit_original_response(view=None)

    def _open(self, search: str) -> None:
        """Show a rule, or a search; offer the neighbours or what was found."""
        self.at = 0
        self.pages = pages(self.book, search, PAGE, self.guide.hint)
        rule = search.strip().lower()
        near = self.book.neighbours(rule) if rule in self.book else self.book.search(search)
        self.clear_items()
        if len(self.pages) > 1:
            self.add_item(self.back)
            self.add_item(self.on)
        if near:
            self.go_to.options = [
                discord.SelectOption(label=_label(self.book, each), value=each)
                for each in near[:CHOICES]
            ]
            self.add_item(self.go_to)
        self._set()

    def _set(self) -> None:
        self.back.disabled = self.at == 0
        self.on.disabled = self.at == len(self.pages) - 1

    async def _show(self, interaction: Interaction) -> None:
        self._set()
        self.last = interaction
        await interaction.response.edit_message(content="", embed=self.embed(), view=self)

    @discord.ui.button(label="Back", emoji="◀️", row=0)
    async def back(self, interaction: Interaction, _: discord.ui.Button[RulesPanel]) -> None:
        self.at -= self.at > 0
        await self._show(interaction)

    @discord.ui.button(label="On", emoji="▶️", row=0)
    async def on(self, interaction: Interaction, _: discord.ui.Button[RulesPanel]) -> None:
        self.at += self.at < len(self.pages) - 1
        await self._show(interaction)

    @discord.ui.select(placeholder="Go to a rule", row=1)
    async def go_to(self, interaction: Interaction, select: discord.ui.Select[RulesPanel]) -> None:
        self._open(select.values[0])
        await self._show(interaction)


async def _guide(interaction: Interaction) -> Guide:
    """Where reading begins: as the campaign says that the question is most likely about."""
    guide: Guide | None = None
    # The rulebook is for everybody, also where a campaign's file is damaged or its pack is gone.
    with suppress(StoreError, LookupError):
        campaign = await campaign_around(interaction)
        if campaign and interaction.guild_id:
            rules = await interaction.client.host.rules(interaction.guild_id, campaign)
            guide = faces.of(rules).guide
    return guide or faces.guide()


def _label(book: Rulebook, rule: str) -> str:
    """A rule in a list: what it is about, then its id."""
    return f"{book.get(rule).title} · {rule}"[:CHOICE_NAME]
