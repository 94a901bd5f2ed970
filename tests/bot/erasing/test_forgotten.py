"""An erased person is named nowhere in what the bot has posted: in no text, file or picture."""

from datetime import UTC, datetime, timedelta
from io import BytesIO

from PIL import Image, ImageSequence

from bot.ending.ending import GRACE
from bot.practice.table import Table
from bot.store.steps import UNSAYING
from tests.bot.samples import ALL_BUT_HEALTH, campaign_on, confirms, store_of, words

START = datetime(2026, 1, 5, 8, tzinfo=UTC)

COGS = ALL_BUT_HEALTH


def posted(table: Table) -> dict[str, bytes]:
    """Every file that stands in a channel, by message and name."""
    found: dict[str, bytes] = {}
    for channel in table.guild.channels():
        for message in channel.history():
            for file in message.attachments:
                data = table.env.backend.cdn.get(file.url)
                assert data is not None
                found[f"{message.id}/{file.filename}"] = data
    return found


def words_in(name: str, data: bytes) -> bytes:
    """What stands in a file in words: of a picture what it carries beside its pixels.

    Packed pixels may hold the letters of any short name by chance.
    """
    if not name.endswith((".png", ".gif")):
        return data
    with Image.open(BytesIO(data)) as picture:
        picture.load()
        return repr([frame.info for frame in ImageSequence.Iterator(picture)]).encode()


def described(table: Table) -> dict[str, str]:
    """The same files with what they say to who cannot see them."""
    return {
        f"{message.id}/{file.filename}": file.description or ""
        for channel in table.guild.channels()
        for message in channel.history()
        for file in message.attachments
    }


def said(table: Table) -> str:
    """All that stands in channels in words, what pictures say to who cannot see them included."""
    lines: list[str] = []
    for channel in table.guild.channels():
        for message in channel.history():
            lines.append(words(message))
            lines += [file.description or "" for file in message.attachments]
    return "\n".join(lines)


async def test_an_ended_campaign_forgets_who_played_in_it(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada", "Bram"], start=True)
    await table.move_to(START + timedelta(days=8))
    await confirms(table, "Morgan", "campaign end", "End the campaign", reason="Enough")
    await table.move(GRACE)
    before = posted(table)
    named = {
        name
        for name, alt in described(table).items()
        if "Ada" in alt or b"Ada" in words_in(name, before[name]) or name.endswith(".gif")
    }
    kinds = {name.rpartition("/")[2].lstrip("0123456789-").split("-")[0] for name in named}
    assert kinds >= {"film", "chronicle"}
    assert "Ada" in said(table)
    await confirms(table, "Ada", "me erase", "Forget me")
    await table.move(timedelta(minutes=30))
    async with store_of(table) as store:
        assert UNSAYING not in [each.name for each in await store.timers.all()]
        assert await store.outbox.unsaid(campaign) == []
    assert "Ada" not in said(table)
    after = posted(table)
    assert after.keys() == before.keys()
    for name, data in after.items():
        assert b"Ada" not in words_in(name, data), name
    assert {name for name in named if after[name] == before[name]} == set()
