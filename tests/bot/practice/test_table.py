"""The practice table: people act on the unchanged bot, time is moved, one channel is shown."""

import asyncio
import json
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import Env

from bot.practice import PATIENCE
from bot.practice.guild import PLAYERS, PracticeGuild
from bot.practice.table import FIRST_DAY, Table, Whereabouts
from bot.practice.transcript import write_transcript
from bot.settings import Settings, SettingsError
from bot.workers import Workers
from tests.bot.practice import jobs
from tests.bot.waiting import until

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

COGS = ["tests.bot.practice.demo_cog"]


async def test_a_bot_that_starts_has_as_long_as_the_machine_needs(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    waited: list[float] = []
    settle = Env._settle_internal

    async def noted(env: Env, **how: Any) -> None:
        given = how.get("timeout")
        waited.append(env.settle_timeout if given is None else given)
        await settle(env, **how)

    monkeypatch.setattr(Env, "_settle_internal", noted)
    await table.restart_bot()
    assert len(waited) >= 3, "before the old one goes, as the new one starts, and after"
    assert min(waited) == PATIENCE


async def test_the_bot_is_at_rest_while_a_panel_is_open_and_it_waits_for_its_end(table: Table):
    ada, lobby = table.guild.people["Ada"], next(table.guild.channels())
    await ada.slash(lobby, "ask")
    for _ in range(3):
        await ada.slash(lobby, "go", place="Mill")
    await table.move(HOUR / 2)
    assert [each.content for each in lobby.history()][-1] == "Going to Mill."
    await table.move(HOUR)
    assert [each.content for each in lobby.history()][-1] == "Too late."


async def test_a_picture_is_drawn_in_a_worker_while_others_go_on(table: Table, tmp_path: Path):
    ada, bram = table.guild.people["Ada"], table.guild.people["Bram"]
    lobby = next(table.guild.channels())
    # One server may not have all workers where others have asked; so the gates are files of two.
    gates = [tmp_path / f"gate {number}" for number, _ in enumerate(table.workers.pids)]
    with table.env._bot_scope():  # both workers are busy, so the picture has to wait
        for gate in gates:
            asyncio.create_task(table.workers.run(jobs.wait_for_file, gate))  # noqa: RUF006
    drawing = await ada.slash(lobby, "draw")
    assert drawing.deferred
    other = await bram.slash(lobby, "go", place="Hill")
    assert other.response is not None
    for gate in gates:
        gate.touch()
    await table.rest()
    assert drawing.response is not None
    (file,) = drawing.response.attachments
    assert file.description == "A line falls."
    assert (table.env.backend.cdn.get(file.url) or b"").startswith(b"\x89PNG")


async def test_what_is_due_on_the_way_happens_at_its_own_time_and_in_order(table: Table):
    lobby = next(table.guild.channels())
    assert table.clock.now() == table.env.now() == FIRST_DAY
    assert table.clock.next_wake() == FIRST_DAY + 10 * HOUR
    await table.move(9 * HOUR)
    assert lobby.history() == []
    await table.move(2 * DAY)
    posts = lobby.history()
    assert [post.content for post in posts] == ["Run of 05 18:00", "Run of 06 18:00"]
    assert [post.created_at for post in posts] == [
        FIRST_DAY + 10 * HOUR,
        FIRST_DAY + 34 * HOUR,
    ]
    assert all(post.attachments for post in posts)
    assert table.clock.now() == table.env.now() == FIRST_DAY + 57 * HOUR


async def test_only_those_see_a_secret_channel_whom_its_overwrites_let(table: Table):
    guild = table.guild
    role = guild.handle.create_role("Ravens")
    hidden = discord.PermissionOverwrite(view_channel=False)
    shown = discord.PermissionOverwrite(view_channel=True)
    nest = guild.handle.create_text_channel(
        "nest", overwrites={guild.handle.default_role: hidden, guild.people["Ada"]: shown}
    )
    assert guild.who_sees(nest) == ("Morgan", "Ada")
    assert guild.who_sees(next(guild.channels())) == ("Morgan", *PLAYERS)
    assert role.name == "Ravens"
    with pytest.raises(LookupError, match="Bram does not see #nest"):
        await table.open("Bram", nest)


async def test_the_bot_has_the_rights_of_its_invitation_and_no_more(table: Table):
    me = table.bot.guilds[0].me
    assert me.guild_permissions.manage_channels
    assert not me.guild_permissions.administrator
    assert not me.guild_permissions.ban_members


async def test_opening_another_channel_closes_the_one_before(table: Table):
    lobby = next(table.guild.channels())
    assert table.showing() is None
    first = await table.open("Ada", lobby)
    second = await table.open("Bram", lobby)
    assert first != second
    showing = table.showing()
    assert showing is not None
    assert (showing[0], showing[2]) == ("Bram", second)
    assert table.preview is not None
    await table.preview.close()
    assert table.showing() is None


async def test_the_open_channel_shows_a_picture_that_came_later(table: Table):
    lobby = next(table.guild.channels())
    await table.open("Ada", lobby)
    assert table.preview is not None
    await table.guild.people["Ada"].slash(lobby, "draw")
    preview, page = table.preview, table.preview._python
    assert page is not None
    await until(lambda: "map.png" in json.dumps(preview._page_payload(page)))


async def test_the_table_keeps_its_time_between_runs(tables: partial[Table]):
    async with tables() as table:
        await table.move(DAY)
    async with tables() as table:
        assert table.clock.now() == table.env.now() == FIRST_DAY + DAY
    async with tables(fresh=True) as table:
        assert table.clock.now() == FIRST_DAY


@pytest.mark.parametrize("fresh", [True, False])
def test_a_folder_of_others_is_left_alone(tables: partial[Table], settings: Settings, fresh: bool):
    (settings.data / "letters.txt").write_text("dear to me")
    with pytest.raises(SettingsError, match="not a practice table's folder"):
        tables(fresh=fresh)
    assert (settings.data / "letters.txt").exists()


async def test_commands_work_again_in_the_next_run(tables: partial[Table]):
    for _ in range(2):
        async with tables(extensions=["tests.bot.practice.demo_cog"]) as table:
            lobby = next(table.guild.channels())
            answer = await table.guild.people["Ada"].slash(lobby, "go", place="Hill")
            assert answer.response is not None


async def test_the_workers_are_given_back_as_they_were(tables: partial[Table], workers: Workers):
    before = workers.external
    async with tables():
        assert workers.external != before
    assert workers.external == before


class Sample:
    """A campaign that only notes when it is called, and whether the bot was ready then."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, bool]] = []

    async def rebuild(self, guild: PracticeGuild, data: Path) -> None:
        guild.handle.create_text_channel("ravens")
        self.calls.append(("rebuild", guild.env.bot.is_ready()))

    async def begin(self, table: Table) -> None:
        self.calls.append(("begin", table.bot.is_ready()))

    async def play(self, table: Table) -> None:
        self.calls.append(("play", table.bot.is_ready()))

    async def prepare(self, table: Table, until: datetime) -> None:
        self.calls.append(("prepare", table.bot.is_ready()))

    async def standing(self, table: Table) -> Whereabouts:
        return Whereabouts("Ada", None, submitted=False, coming=None, turn=None)

    async def state(self, table: Table) -> list[tuple[str, str]]:
        return [("Turn", "3")]


async def test_a_campaign_is_rebuilt_before_the_bot_connects_begun_after(tables: partial[Table]):
    async with tables(campaign=(sample := Sample())) as table:
        seen = {channel.name for channel in table.bot.guilds[0].text_channels}
        assert [channel.name for channel in table.guild.channels()] == ["lobby", "ravens"]
        assert seen == {"lobby", "ravens"}
        await table.play()
    assert sample.calls == [("rebuild", False), ("begin", True), ("play", True)]


async def test_a_bot_whose_commands_discord_refuses_runs_on(
    tables: partial[Table], caplog: pytest.LogCaptureFixture
):
    class Refusing(Sample):
        async def rebuild(self, guild: PracticeGuild, data: Path) -> None:
            guild.env.inject_error("PUT", "/applications/*/commands", status=400)

    async with tables(campaign=Refusing()) as table:
        assert table.bot.is_ready()
    assert "Discord did not take the commands" in caplog.text
    async with tables(campaign=Sample()) as table:
        assert any(request.method == "PUT" for request in table.env.http_requests)


async def test_a_transcript_holds_every_message_and_its_pictures(table: Table, tmp_path: Path):
    await table.move(DAY)
    count = write_transcript(table, tmp_path / "out")
    text = (tmp_path / "out" / "transcript.md").read_text("utf-8")
    assert count == 2
    assert "**Hexmuster** · 2026-01-05 18:00" in text
    assert "> Run of 05 18:00" in text
    assert "(001-daily.png)" in text
    assert (tmp_path / "out" / "001-daily.png").read_bytes().startswith(b"\x89PNG")
