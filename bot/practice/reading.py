"""What a person can read of a message, as plain text: for scripts that check it and transcripts."""

from collections.abc import Iterator
from typing import Protocol

import discord
from simcord import InteractionResult


class Files(Protocol):
    """Where the files of messages are, by their addresses."""

    def get(self, url: str, /) -> bytes | None:
        """The file, if it is there."""
        ...


def parts_of(message: discord.Message) -> list[str]:
    """The texts of a message, those of its embeds included, as they stand below each other."""
    parts = [message.content]
    for embed in message.embeds:
        parts += [embed.title, embed.description]
        parts += [f"{field.name}: {field.value}" for field in embed.fields]
        parts.append(embed.footer.text)
    return [part for part in parts if part]


def text_of(message: discord.Message) -> str:
    """All texts of a message and the names of its files."""
    return "\n".join([*parts_of(message), *(file.filename for file in message.attachments)])


def full_text(message: discord.Message, files: Files) -> str:
    """All texts of a message, those of its text files included."""
    texts = [files.get(each.url) for each in message.attachments if each.filename.endswith(".txt")]
    return "\n".join([text_of(message), *(text.decode() for text in texts if text)])


def menus_of(message: discord.Message) -> Iterator[discord.SelectMenu]:
    """The menus of a message."""
    rows = (row for row in message.components if isinstance(row, discord.ActionRow))
    return (each for row in rows for each in row.children if isinstance(each, discord.SelectMenu))


def last_message(answer: InteractionResult) -> discord.Message | None:
    """The last message that a command or button has brought."""
    shown = answer.followups[-1] if answer.followups else answer.response
    return shown.message if shown else None
