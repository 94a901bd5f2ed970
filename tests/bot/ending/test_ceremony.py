"""A campaign that is ended by hand is seen off in order, and its archive is open to everybody."""

from __future__ import annotations

import hashlib
import re
from datetime import timedelta
from typing import Any

import pytest

from bot.answers import as_refusal
from bot.ending import holding as ceremony
from bot.ending.ending import GRACE
from bot.ending.holding import hold
from bot.ending.revealing import Told
from bot.host import Host
from bot.payload import Card, Payload
from bot.practice.reading import last_message
from bot.practice.table import Table
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState
from bot.store.steps import CEREMONY
from tests.bot.pressing import menus, press
from tests.bot.samples import (
    EXTENSIONS,
    campaign_on,
    channel,
    confirms,
    posts,
    says,
    store_of,
    told,
)

COGS = [*EXTENSIONS, "bot.archive.command"]


async def _end(table: Table, **options: Any) -> None:
    await confirms(table, "Morgan", "campaign end", "End the campaign", **options)
    await table.move(GRACE)


def _pictures(table: Table, name: str) -> list[Any]:
    found = [file for message in channel(table, name).history() for file in message.attachments]
    return [file for file in found if file.filename.rpartition(".")[2] in ("png", "gif")]


async def _week(table: Table) -> None:
    """Let a week pass, with its runs and its production."""
    await table.move(timedelta(days=8))
    await table.rest()


async def test_a_campaign_that_is_ended_by_hand_is_seen_off_and_its_archive_opens(table: Table):
    await campaign_on(table, ["Ada"], start=True)
    await _week(table)
    assert "has ended" in told(await says(table, "Bram", "archive"))
    lobby, bram = next(table.guild.channels()), table.guild.people["Bram"]
    assert await bram.autocomplete(lobby, "archive", "campaign", "") == []

    begun = len(posts(table, "herald"))
    await _end(table, reason="The *winter* is here")
    said = posts(table, "herald")[begun:]
    assert "by its moderators. Why: The \\*winter\\* is here" in said[0]
    assert "Until then nothing is due" in said[0]
    assert "**The campaign has ended**, by its moderators. Why: The \\*winter\\* is here" in said[1]
    heads = [
        "🏁 The end of The Long War",
        "🏆 How all stood",
        "🗺️ The world revealed",
        "🎖️ Medals and records",
        "📜 The chronicles",
        "🎞️ The film of the campaign",
        "Thank you for playing.",
    ]
    at = [next((n for n, text in enumerate(said) if head in text), -1) for head in heads]
    assert -1 not in at, said
    assert at == sorted(at)
    assert at[-1] == len(said) - 1
    (seed,) = re.findall(r"`([0-9a-f]{64})`;", said[-1])
    async with store_of(table) as store:
        campaign = await store.campaigns.get(1)
        assert not [each for each in await store.timers.all() if each.name == CEREMONY]
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == campaign.seed_hash
    assert "run.py verify" in said[-1]
    assert f"<@{table.guild.people['Ada'].id}> since" in said[at[1]]

    pictures = _pictures(table, "herald")
    assert [p.filename for p in pictures if p.filename.endswith(".gif")]
    assert all(p.description and len(p.description) <= 1024 for p in pictures)
    own = posts(table, "ashmark")[-1]
    assert "The chronicle of House Ashmark" in own
    assert "`/archive`" in own

    await _archive_by_an_outsider(table)
    assert [e for e in table.env.errors if as_refusal(e) is None] == []


async def _archive_by_an_outsider(table: Table) -> None:
    """Someone who never played reads whatever anybody knew, all of it by taps."""
    bram, lobby = table.guild.people["Bram"], next(table.guild.channels())
    opened = await says(table, "Bram", "archive")

    def shown() -> Any:
        found = last_message(opened)
        assert found
        return found

    async def choose(label: str) -> str:
        every = [(each, o) for each in menus(shown()) for o in each.options if o.label == label]
        (menu, option), *_ = every
        await bram.select(shown(), [option.value], custom_id=menu.custom_id)
        await table.rest()
        return told(opened)

    assert (shown().attachments[0].description or "").startswith("The whole world")
    assert "after turn" in shown().content
    await press(table, bram, shown(), "Back")
    assert "after turn 1" in shown().content
    await choose("House Ashmark")
    assert (shown().attachments[0].description or "").startswith("House Ashmark's map")
    assert "Turn 1" in await choose("Reports")
    assert "The chronicle of House Ashmark" in await choose("Chronicle")
    assert shown().attachments[0].filename.endswith(".txt")
    await choose("Film")
    assert shown().attachments[0].filename.endswith(".gif")
    await choose("Everything, as it was")
    assert (shown().attachments[0].description or "").startswith("Film of The Long War")
    assert "House Ashmark" in await choose("Standings")
    assert "Largest realm" in await choose("Medals and records")
    await choose("Map")
    assert "after turn 1" in shown().content, "the turn that was looked at before"
    assert "There was no turn 99" in told(await says(table, "Bram", "archive", turn=99))
    nobody = told(await says(table, "Bram", "archive", campaign="The Short War"))
    assert "No campaign called" in nobody
    assert [c["name"] for c in await bram.autocomplete(lobby, "archive", "campaign", "")] == [
        "The Long War"
    ]
    # What players could look at before, they still can.
    assert "Ashmark" in told(await says(table, "Ada", "campaign status"))


async def test_a_campaign_without_a_turn_is_seen_off_once_with_what_others_have_to_tell(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    async def sealed(_: Host, __: int, store: GuildStore, campaign: Campaign) -> Told:
        assert campaign.state is CampaignState.ENDED
        assert await store.campaigns.get(campaign.id) == campaign
        return [("herald", Payload(cards=(Card(title="A sealed treaty"),)))]

    async def broken(*_: object) -> Told:
        raise ZeroDivisionError

    monkeypatch.setattr(ceremony, "FURTHER", [broken, sealed])
    await campaign_on(table)
    await _end(table)
    said = posts(table, "herald")
    assert "A sealed treaty" in said[-2]
    assert "Its seed was" in said[-1]
    with table.env._bot_scope():
        await hold(table.bot.host, table.guild.handle.id, 1)
    await table.rest()
    assert posts(table, "herald") == said
