"""A face's cards as Discord's embeds; what is too long for one is cut here."""

from __future__ import annotations

import io
from typing import Final

import discord

from bot.faces.embeds import Card, Drawn
from bot.faces.paint.picture import Picture
from bot.workers import Workers

# Discord: characters and fields of an embed
_TITLE: Final = 256
_TEXT: Final = 4096
_FIELD: Final = 1024
_FOOTER: Final = 2048
_FIELDS: Final = 25
_ALL: Final = 6000  # characters of all its parts together


def embed_of(card: Card) -> discord.Embed:
    """The card without its pictures; fields without words or room for them are left out."""
    title, footer = card.title[:_TITLE], card.footer[:_FOOTER]
    text = card.text[: min(_TEXT, _ALL - len(title) - len(footer))]
    embed = discord.Embed(title=title, description=text)
    left = _ALL - len(title) - len(footer) - len(text)
    for field in card.fields[:_FIELDS]:
        name = field.name[:_TITLE]
        value = field.text[: min(_FIELD, max(0, left - len(name)))]
        if value:
            embed.add_field(name=name, value=value, inline=field.beside)
            left -= len(name) + len(value)
    if footer:
        embed.set_footer(text=footer)
    return embed


async def shown(workers: Workers, card: Card) -> tuple[discord.Embed, list[discord.File]]:
    """The card with its pictures, drawn by a worker where they are still to be drawn."""
    embed, files = embed_of(card), list[discord.File]()
    for given, attach in ((card.picture, embed.set_image), (card.thumbnail, embed.set_thumbnail)):
        if given is None:
            continue
        picture = given
        if isinstance(picture, Drawn):
            picture = await workers.run(picture.draw, *picture.about)
        attach(url=f"attachment://{picture.filename}")
        files.append(file_of(picture))
    return embed, files


def file_of(picture: Picture) -> discord.File:
    """A picture as Discord takes it."""
    return discord.File(io.BytesIO(picture.png), picture.filename, description=picture.alt)
