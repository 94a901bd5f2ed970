"""/rules: the rulebook, asked in plain words, by chapters, or by a rule's id.

What a page looks like stands in `bot.faces.words.rulebook`, what words mean in `bot.lookup`; where
reading begins, the face of the campaign says (`Face.guide`); the rules stand in `data/rulebook`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import faces
from bot.answers import SelectMenu, acknowledge
from bot.callers.menus import Pick, PickMenu
from bot.callers.pager import Pager
from bot.callers.seats import CHOICES, Choices, Interaction, campaign_around
from bot.faces.face import Faces
from bot.faces.paint.palette import BRASS
from bot.faces.rules_home import Guide
from bot.faces.words.rulebook import (
    LABEL,
    Listed,
    found,
    listed,
    mentioned,
    rule_pages,
    suggestion,
    summary,
)
from bot.faces.words.text import plain
from bot.lookup import Lookup, systems_of
from bot.store.errors import StoreError
from engine.rulebook import Rulebook, title_of

PAGE = 1500  # characters; a page that a phone shows without much scrolling
MORE = "more"
"""The value of the entry that leads to further chapters; no chapter's number."""


class RulesCog(commands.Cog):
    """The command."""

    @app_commands.command(description="Look up the rules in your own words, or by chapters")
    @app_commands.describe(search="What you want to know, such as: attack a city")
    async def rules(
        self, interaction: Interaction, search: app_commands.Range[str, 1, 200] | None = None
    ) -> None:
        guide, systems = await around(interaction)
        panel = RulesPanel(interaction.client.lookup, systems, guide)
        panel.open(search or guide.opening)
        hint = "" if search else guide.how
        await panel.answer(interaction, hint)

    @rules.autocomplete("search")
    async def offered(self, interaction: Interaction, typed: str) -> Choices:
        """The rules that the words mean best; before any, those with which reading begins."""
        guide, systems = await around(interaction)
        return suggestions(interaction.client.lookup, guide, systems, typed)


def suggestions(index: Lookup, guide: Guide, systems: Sequence[str], typed: str) -> Choices:
    """The rules that are offered for what was typed."""
    if typed.strip():
        rules = index.rules(typed, systems, CHOICES)
    else:
        rules = tuple(_opened(index, guide.opening, systems))[:CHOICES]
    return [app_commands.Choice(name=suggestion(index.book, rule), value=rule) for rule in rules]


def read_menu(
    interaction: Interaction, shown: Faces, ids: Sequence[str], *, row: int
) -> PickMenu[str] | None:
    """A menu of those of the rules that the campaign uses; None if it uses none.

    Choosing one opens it in a separate message.
    """
    index, systems = interaction.client.lookup, systems_of(shown.rules)
    in_use = index.in_use(systems)
    found = [
        Pick(id, title_of(id), summary(index.book, id, LABEL), says=id)
        for id in ids
        if id in in_use
    ]

    async def read(pressed: Interaction, chosen: Sequence[str]) -> None:
        await acknowledge(pressed)
        panel = RulesPanel(index, systems, shown.guide or faces.guide())
        await panel.follow_up(pressed, chosen[0])

    return PickMenu(found, read, "Read about it", row=row) if found else None


class RulesPanel(Pager):
    """A rule, a chapter, or what a search found: its pages, where to read on, all chapters."""

    def __init__(self, index: Lookup, systems: Sequence[str], guide: Guide) -> None:
        super().__init__(row=0)
        self.index, self.systems, self.guide = index, systems, guide
        self._chapters = list(index.chapters(systems).values())
        self._from = 0
        self.pages: list[Listed] = []

    def count(self) -> int:
        return len(self.pages)

    def open(self, search: str) -> None:
        """Show the rule with this id, the chapter of this name, or what is found for the words."""
        self.at = 0
        book, wanted = self.index.book, search.strip()
        chapters = self.index.chapters(self.systems)
        if wanted.lower() in book:
            self.pages = _read(book, wanted.lower())
        elif wanted in chapters:
            chapter, rules = chapters[wanted]
            about = f" · {plain(chapter.about)}" if chapter.about else ""
            self.pages = listed(book, f"**{plain(chapter.name)}**{about}", rules)
        else:
            rules = self.index.rules(wanted, self.systems)
            self.pages = found(book, wanted, rules, self.guide.hint)
        self._set()

    def embed(self) -> discord.Embed:
        """The page that is open."""
        brass = discord.Colour.from_str(BRASS)
        embed = discord.Embed(description=self.pages[self.at].text, colour=brass)
        return embed.set_footer(text=self.place() or None)

    async def answer(self, interaction: Interaction, hint: str = "") -> None:
        """Answer the interaction with the panel, for the caller alone."""
        self._last = interaction
        await interaction.response.send_message(hint, embed=self.embed(), view=self, ephemeral=True)

    async def follow_up(self, interaction: Interaction, search: str) -> None:
        """Open what is searched as a separate message; the interaction has been deferred."""
        self.open(search)
        self._last = interaction
        await interaction.followup.send(embed=self.embed(), view=self, ephemeral=True)

    def _set(self) -> None:
        """Put together what can be pressed beside the page."""
        self.clear_items()
        self.add_turns()
        book, rules = self.index.book, self.pages[self.at].rules[:CHOICES]
        if rules:
            self.go_to.options = [
                discord.SelectOption(
                    label=title_of(rule)[:LABEL],
                    value=rule,
                    description=summary(book, rule, LABEL),
                )
                for rule in rules
            ]
            self.add_item(self.go_to)
        self.chapter.options = self._chapter_options()
        if self.chapter.options:
            self.add_item(self.chapter)

    def _chapter_options(self) -> list[discord.SelectOption]:
        """The chapters, in parts with an entry that leads to the next where they are many."""
        every = [
            discord.SelectOption(
                label=chapter.name, value=str(number), description=chapter.about or None
            )
            for number, (chapter, _) in enumerate(self._chapters)
        ]
        if len(every) <= CHOICES:
            return every
        part = every[self._from : self._from + CHOICES - 1]
        return [*part, discord.SelectOption(label="More chapters ...", value=MORE)]

    async def show(self, interaction: Interaction) -> None:
        self._set()
        self._last = interaction
        await interaction.edit_original_response(content="", embed=self.embed(), view=self)

    @discord.ui.select(cls=SelectMenu[Any], placeholder="Read a rule", row=1)
    async def go_to(self, interaction: Interaction, select: SelectMenu[RulesPanel]) -> None:
        self.open(select.values[0])
        await self.go(interaction, 0)

    @discord.ui.select(cls=SelectMenu[Any], placeholder="Chapters", row=2)
    async def chapter(self, interaction: Interaction, select: SelectMenu[RulesPanel]) -> None:
        if select.values[0] == MORE:
            self._from += CHOICES - 1
            if self._from >= len(self._chapters):
                self._from = 0
        else:
            self.open(self._chapters[int(select.values[0])][0].name)
        await self.go(interaction, self.at)


async def around(interaction: Interaction) -> tuple[Guide, tuple[str, ...]]:
    """Where reading begins, and of which systems: as the campaign says that is most likely meant.

    Outside of campaigns the rules of all systems are read.
    """
    # The rulebook is for everybody, also where a campaign's file is damaged or its pack is gone.
    with suppress(StoreError, LookupError):
        campaign = await campaign_around(interaction)
        if campaign and interaction.guild_id:
            rules = await interaction.client.host.rules(interaction.guild_id, campaign)
            guide = faces.of(rules).guide
            return guide or faces.guide(), systems_of(rules)
    return faces.guide(), ()


def _opened(index: Lookup, opening: str, systems: Sequence[str]) -> Sequence[str]:
    """The rules with which reading begins."""
    chapters = index.chapters(systems)
    if opening in chapters:
        return chapters[opening][1]
    return [opening, *index.book.neighbours(opening)] if opening in index.book else []


def _read(book: Rulebook, rule: str) -> list[Listed]:
    """The pages of a rule; on each, what it names and what stands beside it can be read next."""
    entry = book.get(rule)
    near = (*mentioned(book, entry), *book.neighbours(rule))
    return [Listed(page, tuple(dict.fromkeys(near))) for page in rule_pages(book, entry, PAGE)]
