"""/rules: the rulebook, by a rule's id or by any words, page by page, with the rules beside it.

What a page looks like stands in `bot.faces.words.rulebook`; the rules in `data/rulebook`.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Panel
from bot.cogs.seats import CHOICE_NAME, CHOICES, Choices, Interaction
from bot.faces.paint.palette import BRASS
from bot.faces.words.rulebook import pages
from engine import installed
from engine.rulebook import Rulebook

LIFETIME = 14 * 60.0  # seconds; Discord lets an answer be changed for 15 minutes
PAGE = 2000  # characters; a page that a phone shows without much scrolling
OPENING = "cohorts.turn.order-phases"
"""What is shown to who asks for nothing."""
_HOW = "Give `search` a word such as *village*, or the id of a rule."


class RulesCog(commands.Cog):
    """The command."""

    book: Rulebook

    async def cog_load(self) -> None:
        self.book = await asyncio.to_thread(Rulebook.load, *installed.folders("rulebook"))

    @app_commands.command(description="Look up the rules")
    @app_commands.describe(search="Words, or a rule's id; reports and refusals name these")
    async def rules(
        self, interaction: Interaction, search: app_commands.Range[str, 1, 200] = OPENING
    ) -> None:
        panel = RulesPanel(self.book, search)
        await interaction.response.send_message(
            panel.hint, embed=panel.embed(), view=panel, ephemeral=True
        )
        panel.last = interaction

    @rules.autocomplete("search")
    async def found(self, interaction: Interaction, typed: str) -> Choices:
        """The rules that the words mean best."""
        return [
            app_commands.Choice(name=_label(self.book, rule), value=rule)
            for rule in self.book.search(typed or OPENING.rpartition(".")[0], CHOICES)
        ]


class RulesPanel(Panel):
    """A rule or what a search found, with its pages and a list of rules to go to."""

    def __init__(self, book: Rulebook, search: str) -> None:
        super().__init__(timeout=LIFETIME)
        self.book = book
        self.hint = _HOW if search == OPENING else ""
        self.last: Interaction | None = None
        self._open(search)

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
        self.pages = pages(self.book, search, PAGE)
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


def _label(book: Rulebook, rule: str) -> str:
    """A rule in a list: what it is about, then its id."""
    return f"{book.get(rule).title} · {rule}"[:CHOICE_NAME]
