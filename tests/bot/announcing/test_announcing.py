"""`/announce`: what moderators tell reaches every faction and the herald, and mentions nobody."""

import discord
import pytest

from bot.announcing.announcing import LONGEST, announcement_of
from bot.answers import Refused
from bot.campaign.undoing import Undoing
from bot.log.undoing import undo
from bot.practice.table import Table
from tests.bot.samples import EXTENSIONS, campaign_on, channel, posts, says, store_of, told

FACTIONS = ("ashmark", "elderwood", "salt-ports", "hornhelm")
SAID = "**Feast** on Friday @everyone <@&1> <@2>\nSee https://example.org/feast"

COGS = [*EXTENSIONS, "bot.announcing.command"]


def last(table: Table, name: str) -> discord.Embed:
    (embed,) = channel(table, name).history()[-1].embeds
    return embed


async def test_an_announcement_is_read_everywhere_and_can_be_taken_back(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"])
    form = await says(table, "Morgan", "announce", notify=True)
    await table.guild.owner.submit_modal(form, {"text": SAID})
    await table.rest()
    morgan = table.guild.owner.id
    for name in (*FACTIONS, "herald"):
        message = channel(table, name).history()[-1]
        text = last(table, name).description or ""
        assert text.startswith("**Feast** on Friday")
        assert "https://example.org/feast" in text
        assert f"By <@{morgan}>" in text
        for mention in ("@everyone", "<@&1>", "<@2>"):
            assert mention not in text
        assert bool(message.content) == (name != "herald"), "factions' roles are mentioned"
    async with store_of(table) as store:
        entry = (await store.audit.latest(campaign, last=1))[0]
        row = await store.campaigns.get(campaign)
    assert (entry.what, entry.who, entry.trace.open) == ("announcement", morgan, True)
    with table.env._bot_scope():
        guild = table.bot.guilds[0]
        back = await undo(Undoing(table.bot, guild, row, entry, morgan, "wrong week"))
    assert "taken back" in back
    await table.rest()
    for name in (*FACTIONS, "herald"):
        assert "**taken back**" in (last(table, name).description or "")
        assert "wrong week" in posts(table, name)[-1]


async def test_only_moderators_announce_and_only_what_fits(table: Table) -> None:
    await campaign_on(table, ["Ada"])
    before = {name: len(posts(table, name)) for name in (*FACTIONS, "herald")}
    for options in ({"text": "I am king"}, {}):
        assert "for the moderators" in told(await says(table, "Ada", "announce", **options))
    assert "1 to 2,500" in told(await says(table, "Morgan", "announce", text=" "))
    assert {name: len(posts(table, name)) for name in before} == before
    assert len(announcement_of("x" * LONGEST)) == LONGEST
    with pytest.raises(Refused):
        announcement_of("x" * (LONGEST + 1))
