"""Two processes of one bot, each with separate shards and the files of their guilds only."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.shards import Shards
from bot.sign_of_life import check
from bot.store.register import REGISTER
from tests.bot.front.process import BotProcess
from tests.bot.process.campaign import RUN
from tests.bot.process.scene import Scene, figures, furnish, new_guild, open_scene


@asynccontextmanager
async def two_guilds(folder: Path) -> AsyncIterator[tuple[Scene, Scene]]:
    """A guild on shard 0 of two and one on shard 1, each with a running campaign."""
    async with open_scene(folder) as one:
        first = shard_of(one)
        other = new_guild(one.front, folder, "The South")
        while shard_of(other) == first:  # by when it was made
            other = new_guild(one.front, folder, "The South")
        await furnish(other)
        other.bots = one.bots
        yield (one, other) if first == 0 else (other, one)


def shard_of(scene: Scene) -> int:
    return (scene.guild >> 22) % 2


def bot(scene: Scene, shards: str, **more: str) -> BotProcess:
    return scene.bot(environment={"HEXMUSTER_SHARDS": shards, **more})


def said(folder: Path) -> str:
    """What is wrong with the process that has shard 1."""
    return check(folder, Shards(1, 1, 2)) or ""


def locks(folder: Path) -> list[str]:
    return [path.name for path in folder.glob("*.lock")]


async def run(scene: Scene, process: BotProcess) -> None:
    """See the first run through, by this process."""
    scene.move_to(RUN, process)
    await scene.settle(process)


async def test_two_processes_share_a_folder_and_a_killed_one_is_taken_over(tmp_path: Path) -> None:
    async with two_guilds(tmp_path) as (north, south):
        async with bot(north, "0/2", HEXMUSTER_METRICS="0") as a, bot(south, "1/2") as b:
            await north.ready(a)
            await south.ready(b)
            told = [put.path for put in north.front.sent("PUT", "/commands")]
            assert len([path for path in told if "/guilds/" not in path]) == 1
            assert len(told) == len(set(told)) == 3
            asked = await figures(a)
            assert 'hexmuster_shards{shards="0/2"} 1.0' in asked
            assert "hexmuster_guild_files 1.0" in asked
            async with bot(north, "2-3/4") as third:
                assert await third.ended() == 2
                # Shard 2 of four has the guilds of shard 0 of two.
                [line] = third.lines
                assert f"{tmp_path} is in use by another bot (process {a.pid} " in line
                assert "with the shards 0/2, and this one has 2-3/4" in line
            async with north.front.gateway.outage():
                await north.until(lambda: "of the shards 1 to Discord is lost" in said(tmp_path))
            await north.until(lambda: said(tmp_path) == "")
            await south.give(south.ada)
            await b.kill()
            await run(north, a)
            assert south.made() == []
            # A kill is told by the file's age; a stop takes the file away.
            assert check(tmp_path, Shards(0, 0, 2)) is None
            async with bot(south, "1/2") as c:
                await c.said("Ready:")
                await run(south, c)
                assert said(tmp_path) == ""
                assert await c.stop() == 0
            assert await a.stop() == 0
            assert check(tmp_path, Shards(0, 0, 2)) == f"No bot is ready on {tmp_path}."
        for scene in (north, south):
            scene.check()
        assert locks(tmp_path) == []


async def test_a_guild_moves_with_its_file_and_shards_are_dealt_out_anew(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    async with two_guilds(one) as (north, south):
        (one / REGISTER).write_text(f"{north.guild}\n{south.guild}\n")
        south.file.rename(two / south.file.name)
        south.folder = two
        async with bot(north, "0/2") as a, bot(south, "1/2") as b:
            await north.ready(a)
            await south.ready(b)
            await south.give(south.ada)
            assert await a.stop() == 0
            assert await b.stop() == 0
            assert "is gone" not in a.output
        # One process for all again, on one folder: it plays what both have.
        south.file.rename(one / south.file.name)
        south.folder = one
        for scene in (north, south):
            scene.move_to(RUN)
        async with north.bot() as alone:
            await alone.said("Ready:")
            for scene in (north, south):
                await scene.settle(alone)
            assert await alone.stop() == 0
        for scene in (north, south):
            scene.check()
