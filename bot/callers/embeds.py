"""Answers as embeds: a card, and texts that fit into one."""

from collections.abc import Iterable, Iterator
from datetime import datetime

import discord

COLOUR = discord.Colour.from_str("#2f6f4f")


PAGE = 1900
"""Characters of a page: what a phone shows without much scrolling."""


def card(title: str, text: str, footer: str = "") -> discord.Embed:
    """An answer about orders."""
    embed = discord.Embed(title=title, description=text, colour=COLOUR)
    return embed.set_footer(text=footer) if footer else embed


def moment(at: datetime) -> str:
    """An instant as each reader's own clock shows it."""
    return f"{discord.utils.format_dt(at, 'f')} ({discord.utils.format_dt(at, 'R')})"


def pages(blocks: Iterable[str]) -> list[str]:
    """Blocks of lines packed into pages; a heading never ends a page."""
    return list(_packed(blocks)) or [""]


def clipped(text: str) -> str:
    """A text that fits into an embed."""
    return text if len(text) <= PAGE else text[: PAGE - 1] + "…"


def _packed(blocks: Iterable[str]) -> Iterator[str]:
    page: list[str] = []
    for block in map(clipped, blocks):
        if page and len("\n".join([*page, block])) > PAGE:
            heading = [page.pop()] if page[-1].startswith("**") and len(page) > 1 else []
            yield "\n".join(page)
            page = heading
        page.append(block)
    if page:
        yield "\n".join(page)
