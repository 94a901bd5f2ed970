"""The real bot backs up its guild's file, and goes on from a backup that was put back."""

import os
import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from bot.backups.shelf import Shelf, look_into
from bot.store.world import last_tick
from tests.bot.front.zygote import finished, fork
from tests.bot.process.campaign import CAMPAIGN, RUN
from tests.bot.process.scene import Scene, figures


async def restore(scene: Scene, shelf: Shelf, *arguments: str) -> tuple[int, str, str]:
    """What a host types."""
    folders = {"HEXMUSTER_DATA": str(scene.folder), "HEXMUSTER_BACKUPS": str(shelf.folder)}
    command = ["-m", "bot", "restore", str(scene.guild), *arguments]
    return await finished(await fork(command, {**os.environ, **folders}, apart=True))


def lose(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("a disk that is gone")


async def test_a_bot_backs_up_its_runs_and_goes_on_from_a_backup(
    scene: Scene, tmp_path_factory: pytest.TempPathFactory
) -> None:
    shelf = Shelf(tmp_path_factory.mktemp("backups"))
    settings = {"HEXMUSTER_BACKUPS": str(shelf.folder), "HEXMUSTER_METRICS": "0"}

    def ticks() -> list[int]:
        copies = reversed(shelf.of(scene.guild))
        return [look_into(copy.path).campaigns[0].tick for copy in copies]

    began = last_tick(scene.file, CAMPAIGN)
    async with scene.begun(environment=settings) as bot:
        await scene.until(lambda: ticks() == [began])
        scene.move_to(RUN, bot)
        await scene.until(lambda: ticks() == [began, began + 1])
        await scene.settle(bot)
        assert 'hexmuster_backups_total{ending="made"} 2.0' in await figures(bot)
        code, _, err = await restore(scene, shelf, "latest")
        assert code == 2
        assert f"is in use by a bot (process {bot.pid} " in err
        assert await bot.stop() == 0
    scene.check()
    kept = scene.file.read_bytes()
    first = f"{shelf.of(scene.guild)[-1].at:%Y-%m-%dT%H:%M:%S}"
    code, out, err = await restore(scene, shelf, first)
    assert code == 0, err
    assert f"(tick {began}, running)" in out
    assert scene.made() == []
    [aside] = scene.folder.glob("*.before-*Z")
    assert aside.read_bytes() == kept
    # What was played is played again and told again, also when the place for backups is lost.
    async with scene.begun(environment=settings) as bot:
        lose(shelf.folder)
        scene.move_to(RUN + timedelta(days=1), bot)
        await scene.settle(bot)
        await bot.said(f"guild={scene.guild} was not backed up")
        assert await bot.stop() == 0
    assert scene.made() == scene.due()
