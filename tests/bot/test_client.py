"""The client: what it asks of Discord, when it syncs, and how errors are answered."""

import json
import logging
from pathlib import Path

import discord
import pytest

from bot.assembly import create_bot
from bot.client import SyncedCommands
from bot.clock import SystemClock
from bot.practice.table import Table
from bot.settings import Settings
from bot.workers import Workers

COGS = ["bot.health", "tests.bot.practice.demo_cog"]


def _sync_requests(table: Table) -> list[str]:
    return [
        request.path
        for request in table.env.http_requests
        if request.method == "PUT" and request.path.endswith("/commands")
    ]


async def test_the_bot_asks_for_the_guilds_intent_alone(settings: Settings, workers: Workers):
    bot = create_bot(settings, SystemClock(), workers)
    assert bot.intents == discord.Intents(guilds=True)
    assert bot.allowed_mentions is not None
    assert bot.allowed_mentions.to_dict() == {"parse": []}


async def test_commands_are_synced_once_and_again_only_when_they_change(table: Table):
    assert len(_sync_requests(table)) == 1
    assert await table.bot.sync_commands() is False

    @table.bot.tree.command(description="A new one")
    async def fresh(interaction: discord.Interaction) -> None: ...

    # The bot syncs as itself, so as a command would: from within its own work.
    with table.env._bot_scope():
        assert await table.bot.sync_commands() is True
        assert await table.bot.sync_commands() is False
    assert len(_sync_requests(table)) == 2


async def test_a_guild_that_the_bot_left_is_synced_anew_later(table: Table, settings: Settings):
    guild = table.bot.guilds[0]
    with table.env._bot_scope():
        assert await table.bot.sync_commands(guild) is True
        assert await table.bot.sync_commands(guild) is False
        await table.bot.on_guild_remove(guild)
        assert await table.bot.sync_commands(guild) is True


def test_a_lost_or_broken_record_of_syncs_costs_a_sync_and_nothing_else(tmp_path: Path):
    file = tmp_path / "commands.jsonl"
    synced = SyncedCommands(file)
    synced.note("1/global", "a")
    synced.note("1/5", "c")
    assert not synced.differs("1/global", "a")
    assert synced.differs("1/global", "b")
    with file.open("a") as cut:
        cut.write('{"1/5": "d')
    again = SyncedCommands(file)
    assert not again.differs("1/global", "a")
    assert not again.differs("1/5", "c")
    again.note("1/5", "e")
    assert not SyncedCommands(file).differs("1/5", "e")
    file.write_text("{")
    again = SyncedCommands(file)
    assert again.differs("1/global", "a")
    again.note("1/global", "a")
    assert not SyncedCommands(file).differs("1/global", "a")


def test_the_record_of_syncs_does_not_grow_with_what_is_told_again(tmp_path: Path):
    file = tmp_path / "commands.jsonl"
    synced = SyncedCommands(file)
    for number in range(500):
        synced.note("1/5", f"{number}")
    synced.forget("1/6")
    again = SyncedCommands(file)
    assert len(file.read_text().splitlines()) == 2
    assert not again.differs("1/5", "499")
    assert again.differs("1/6", "x")


async def test_a_refusal_is_answered_privately_with_rule_and_way_out(table: Table):
    lobby = next(table.guild.channels())
    answer = await table.guild.people["Ada"].slash(lobby, "go", place="Atlantis")
    assert answer.response is not None
    assert answer.response.ephemeral
    (embed,) = answer.response.embeds
    assert embed.description == "Nobody knows Atlantis."
    assert embed.fields[0].value == "Name a known place."
    assert embed.footer.text == "Rule “Go” · /rules shows it"


@pytest.mark.parametrize("how", ["at once", "deferred"])
async def test_an_unforeseen_error_gives_a_code_that_is_in_the_log_with_its_traceback(
    table: Table, how: str, caplog: pytest.LogCaptureFixture
):
    lobby = next(table.guild.channels())
    with caplog.at_level(logging.ERROR, logger="bot.answers"):
        answer = await table.guild.people["Ada"].slash(lobby, "fail", how=how)
    told = answer.followups[0] if how == "deferred" else answer.response
    assert told is not None
    assert told.ephemeral
    assert lobby.history(viewer=table.guild.owner) == []
    text = json.dumps([embed.to_dict() for embed in told.embeds])
    assert "secret detail" not in text
    assert "@everyone" not in text
    (record,) = caplog.records
    code = record.getMessage().split()[0].removeprefix("error=")
    assert code.startswith("E-")
    assert code in text
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], KeyError)
    assert len(table.env.errors) == 1


async def test_a_lost_job_is_answered_and_nothing_hangs(table: Table):
    lobby = next(table.guild.channels())
    answer = await table.guild.people["Ada"].slash(lobby, "fail", how="worker")
    await table.rest()
    assert answer.response is not None
    assert "The computation was lost" in (answer.response.embeds[0].description or "")
    assert len(table.env.errors) == 1


async def test_the_extensions_are_unloaded_when_the_bot_closes(table: Table, settings: Settings):
    assert set(table.bot.cogs) == {"Health", "DemoCog"}
    await table.bot.close()
    assert not table.bot.cogs
    assert not (settings.data / "health.json").exists()
