"""Taking a file that somebody attached to a command."""

import asyncio

import discord

from bot.answers import Refused

FETCH = 20.0  # seconds for Discord to hand a file over


async def fetched(file: discord.Attachment) -> bytes:
    """What is in the file. Raises `Refused` if Discord does not hand it over in time."""
    try:
        async with asyncio.timeout(FETCH):
            return await file.read()
    except (discord.HTTPException, TimeoutError):
        raise Refused(
            "Discord did not hand the file over.", way_out="Upload it once more."
        ) from None
