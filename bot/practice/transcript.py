"""Everything that was said at a practice table, as files to look at: one text and the attachments.

For `demo --headless` and for people who want to show a campaign; it is not a player's report, since
it holds every channel, the secret ones too.
"""

import shutil
from pathlib import Path

import discord
from simcord import ChannelHandle

from bot.practice.reading import parts_of
from bot.practice.table import Table


def write_transcript(table: Table, folder: Path) -> int:
    """Write `transcript.md` and all attachments to the folder; returns the number of files.

    A folder that holds an earlier transcript is emptied first.
    """
    transcript = folder / "transcript.md"
    if transcript.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    lines, written = ["# What was said at the practice table", ""], 0
    for channel in table.guild.channels():
        seers = table.guild.who_sees(channel)
        lines += [f"## #{channel.name}", "", f"Seen by {', '.join(seers)}.", ""]
        for message in _everything(table, channel):
            lines += _told(table, message)
            for attachment in message.attachments:
                written += 1
                blob = table.env.backend.cdn.get(attachment.url)
                assert blob is not None
                name = f"{written:03}-{Path(attachment.filename).name}"
                (folder / name).write_bytes(blob)
                alt = attachment.description or attachment.filename
                lines += [f"![{alt}]({name})", ""]
    transcript.write_text("\n".join(lines) + "\n", "utf-8")
    return written + 1


def _everything(table: Table, channel: ChannelHandle) -> list[discord.Message]:
    """What anybody was told there, the answers that only one person sees included."""
    found = {message.id: message for message in channel.history()}
    for person in table.guild.people.values():
        if table.guild.sees(person, channel):
            found |= {message.id: message for message in channel.history(viewer=person)}
    return [found[number] for number in sorted(found)]


def _told(table: Table, message: discord.Message) -> list[str]:
    lines = [f"**{message.author.display_name}** · {message.created_at:%Y-%m-%d %H:%M}", ""]
    asked = table.env.backend.get_message(message.channel.id, message.id).interaction_metadata
    if asked and message.interaction_metadata:
        alone = ", seen by this person only" if message.flags.ephemeral else ""
        who = message.interaction_metadata.user.display_name
        lines[0] += f" · to `/{asked.get('name', '')}` of {who}{alone}"
    for part in parts_of(message):
        lines += [*(f"> {line}" for line in part.splitlines()), ""]
    return lines
