"""Everything that was said at a practice table, as files to look at: one text and the attachments.

For `demo --headless` and for whoever wants to show a campaign; it is not a player's report, since
it holds every channel, the secret ones too.
"""

import shutil
from pathlib import Path

import discord

from bot.practice.table import Table


def write_transcript(table: Table, folder: Path) -> int:
    """Write `transcript.md` and all attachments to the folder; returns the number of files.

    Files of an earlier transcript there are replaced.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = folder / "files"
    shutil.rmtree(files, ignore_errors=True)
    files.mkdir()
    lines, written = ["# What was said at the practice table", ""], 0
    for channel in table.guild.channels():
        seers = table.guild.who_sees(channel)
        lines += [f"## #{channel.name}", "", f"Seen by {', '.join(seers)}.", ""]
        for message in channel.history():
            lines += _told(message)
            for attachment in message.attachments:
                written += 1
                blob = table.env.backend.cdn.get(attachment.url)
                assert blob is not None
                name = f"{written:03}-{Path(attachment.filename).name}"
                (files / name).write_bytes(blob)
                alt = attachment.description or attachment.filename
                lines += [f"![{alt}](files/{name})", ""]
    (folder / "transcript.md").write_text("\n".join(lines) + "\n", "utf-8")
    return written + 1


def _told(message: discord.Message) -> list[str]:
    private = " · seen by one person only" if message.flags.ephemeral else ""
    said = f"{message.created_at:%Y-%m-%d %H:%M}{private}"
    lines = [f"**{message.author.display_name}** · {said}", ""]
    parts = [message.content]
    for embed in message.embeds:
        parts += [embed.title, embed.description]
        parts += [f"{field.name}: {field.value}" for field in embed.fields]
        parts.append(embed.footer.text)
    for part in parts:
        if part:
            lines += [*(f"> {line}" for line in part.splitlines()), ""]
    return lines
