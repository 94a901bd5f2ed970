"""The guild's file under the real bot: left half written, damaged or gone, and two bots on it."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.store.connection import remove
from tests.bot.process.scene import Scene
from tests.bot.store.killed import in_rollback_mode, journal_of, kill_a_writer


@pytest.mark.parametrize("rollback", [True, False])
async def test_a_file_left_half_written_by_a_kill_is_played(scene: Scene, rollback: bool) -> None:
    if rollback:
        in_rollback_mode(scene.file)
    await asyncio.to_thread(kill_a_writer, scene.file)
    assert journal_of(scene.file) == ("delete" if rollback else "wal")
    async with scene.begun() as bot:
        await scene.give(scene.ada)
        await scene.run(bot)
    assert scene.rows("SELECT name FROM campaign") == [("The Long March",)]


def damaged(file: Path) -> None:
    body = file.read_bytes()
    file.write_bytes(body[:100] + b"\xff" * (len(body) - 100))


def gone(file: Path) -> None:
    file.unlink()


def emptied(file: Path) -> None:
    file.write_bytes(b"")


@pytest.mark.parametrize(
    "harm, says",
    [(damaged, "is damaged"), (gone, "is gone, though"), (emptied, "is empty, though")],
)
async def test_a_guild_whose_file_cannot_be_opened_keeps_its_commands_and_is_told(
    scene: Scene, harm: Callable[[Path], None], says: str
) -> None:
    async with scene.begun() as bot:
        assert await bot.stop() == 0
    sound = scene.file.read_bytes()
    harm(scene.file)
    scene.front.requests.clear()
    async with scene.bot() as bot:
        await bot.said("Ready:")
        for command, options in [
            ("set message", {"bearer": "character:1", "message": "Ho!"}),
            ("orders list", {}),
            ("campaign list", {}),
        ]:
            told = await scene.answered(await scene.ask(scene.ada, command, **options))
            assert f"{scene.file.name} {says}" in (told.embeds[0].description or "")
        assert await bot.stop() == 0
        assert scene.front.sent("PUT", f"/guilds/{scene.guild}/commands") == []
        assert "Traceback" not in bot.output
    remove(scene.file)
    scene.file.write_bytes(sound)
    async with scene.bot() as bot:
        await bot.said("Ready:")
        await scene.give(scene.ada)
        assert await bot.stop() == 0
        assert scene.front.sent("PUT", f"/guilds/{scene.guild}/commands") == []


async def test_a_file_put_back_while_the_bot_runs_has_its_commands_again(scene: Scene) -> None:
    async with scene.begun() as bot:
        assert await bot.stop() == 0
    sound = scene.file.read_bytes()
    gone(scene.file)
    async with scene.bot() as bot:
        await bot.said("Ready:")
        scene.file.write_bytes(sound)
        await scene.give(scene.ada)
        assert await bot.stop() == 0


async def test_no_order_is_taken_into_a_file_that_was_taken_away(scene: Scene) -> None:
    aside = scene.folder / "aside"
    async with scene.begun() as bot:
        scene.file.rename(aside)
        asked = await scene.ask(scene.ada, "set message", bearer="character:1", message="Ho!")
        told = await scene.answered(asked)
        assert f"{scene.file.name} was removed" in (told.embeds[0].description or "")
        assert not scene.file.exists()
        aside.rename(scene.file)
        await scene.run(bot)


async def test_a_second_bot_on_the_folder_ends_and_the_first_goes_on(scene: Scene) -> None:
    async with scene.bot() as first:
        await scene.ready(first)
        logins = len(scene.front.sent("GET", "/users/@me"))
        async with scene.bot() as second:
            assert await second.ended() == 2
            assert len(second.lines) == 1
            assert f"{scene.folder} is in use by another bot (process {first.pid} " in second.output
        assert len(scene.front.sent("GET", "/users/@me")) == logins
        await scene.give(scene.ada)
        await first.kill()
    async with scene.bot() as third:
        await scene.run(third)


async def test_a_second_bot_that_may_wait_takes_over_from_the_first(scene: Scene) -> None:
    async with scene.bot() as first:
        await scene.ready(first)
        async with scene.bot(environment={"HEXMUSTER_WAIT": "60"}) as second:
            await second.said("waiting up to 60 s")
            await scene.give(scene.ada)
            assert await first.stop() == 0
            await scene.run(second)
