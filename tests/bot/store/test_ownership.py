"""One bot on a folder at a time, whatever becomes of it, and a second one is told."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.clock import MovableClock
from bot.store import ownership, world
from bot.store.backup import back_up
from bot.store.errors import InUse
from bot.store.ownership import FOLDER_LOCK, folder_owned, own_folder
from bot.store.stores import Stores
from tests.bot.store.scene import GUILD, NOON, found_campaign, make_tick, opened, used

ROOT = Path(__file__).parents[3]

# Opens the folder and the guild's file, with a worker beside if it is to, says so, and waits to be
# ended.
ANOTHER_BOT = """
import asyncio, sys
from contextlib import AsyncExitStack
from pathlib import Path
from bot.clock import MovableClock
from bot.store.stores import Stores
from tests.bot.store.scene import GUILD, NOON

async def main():
    stores = Stores(Path(sys.argv[1]), MovableClock(NOON))
    await stores.open()
    async with stores.use(GUILD), AsyncExitStack() as stack:
        pids = (0,)
        if sys.argv[2] == "worker":
            from bot.workers import Workers
            pids = (await stack.enter_async_context(Workers(1))).pids
        print(*pids, flush=True)
        await asyncio.to_thread(sys.stdin.readline)
    await stores.close()

if __name__ == "__main__":
    asyncio.run(main())
"""


class Another:
    """A bot in a separate process; `worker` is the process of its worker, 0 without one."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        self.process = process
        self.worker = int(process.stdout.readline())
        self.named = f"process {process.pid} on {socket.gethostname()}"

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.wait(30) == 0


@contextmanager
def another_bot(folder: Path, script: Path, worker: str = "") -> Iterator[Another]:
    script.write_text(ANOTHER_BOT)
    with subprocess.Popen(
        [sys.executable, script, folder, worker],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Another(process)
        finally:
            process.kill()


@pytest.fixture
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("script") / "another_bot.py"


def locks(folder: Path) -> list[Path]:
    return list(folder.glob("*.lock"))


async def test_a_second_bot_is_told_who_has_the_folder(tmp_path: Path, script: Path) -> None:
    with another_bot(tmp_path, script) as first:
        with pytest.raises(InUse) as told:
            await Stores(tmp_path, MovableClock(NOON)).open()
        assert f"{tmp_path} is in use by another bot ({first.named})" in str(told.value)
        assert "End that one first, or give this one a folder of its own." in str(told.value)
        first.end()
    async with opened(tmp_path):
        pass
    assert locks(tmp_path) == []


async def test_a_killed_bot_keeps_nothing_while_a_worker_lives(
    tmp_path: Path, script: Path
) -> None:
    with another_bot(tmp_path, script, "worker") as first:
        os.kill(first.worker, signal.SIGSTOP)  # so that it cannot follow its parent yet
        try:
            first.process.kill()
            first.process.wait()
            async with used(tmp_path):
                pass
        finally:
            os.kill(first.worker, signal.SIGKILL)


async def test_a_file_reached_from_two_folders_has_one_bot(
    tmp_path: Path, script: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.mkdir()
    theirs.mkdir()
    with another_bot(theirs, script) as first:
        (ours / f"{GUILD}.sqlite").symlink_to(theirs / f"{GUILD}.sqlite")
        async with opened(ours) as stores:
            with pytest.raises(InUse, match=f"{GUILD}.sqlite is in use by another bot"):
                async with stores.use(GUILD):
                    pass
            assert first.named in caplog.text
            first.end()
            async with stores.use(GUILD):
                pass


async def test_who_only_reads_needs_no_claim(tmp_path: Path, script: Path) -> None:
    async with used(tmp_path) as store:
        campaign = await found_campaign(store)
        make_tick(store.path, campaign.id, changes=[("unit", 1, b"a")])
    with another_bot(tmp_path, script):
        copy = tmp_path / "copy"
        back_up(store.path, copy)
        for path in (store.path, copy):
            assert world.read_world(path, campaign.id) == [("unit", 1, b"a")]


def test_who_waits_has_the_folder_as_soon_as_it_is_free(
    tmp_path: Path,
    script: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pauses: list[float] = []
    with another_bot(tmp_path, script) as first:

        def pause(seconds: float) -> None:
            pauses.append(seconds)
            first.end()

        monkeypatch.setattr(ownership, "time", SimpleNamespace(monotonic=lambda: 0.0, sleep=pause))
        with folder_owned(tmp_path, wait=60):
            assert len(pauses) == 1
        assert f"is in use ({first.named}); waiting up to 60 s" in caplog.text


def test_who_has_waited_long_enough_is_told(
    tmp_path: Path, script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([0.0, 10.0, 60.0])
    clock = SimpleNamespace(monotonic=lambda: next(times), sleep=lambda _: None)
    monkeypatch.setattr(ownership, "time", clock)
    with another_bot(tmp_path, script), pytest.raises(InUse):
        own_folder(tmp_path, wait=60)


def test_within_a_process_a_folder_is_claimed_again_and_again(tmp_path: Path, script: Path) -> None:
    with folder_owned(tmp_path):
        own_folder(tmp_path).release()
        assert (tmp_path / FOLDER_LOCK).exists()
    assert not (tmp_path / FOLDER_LOCK).exists()
    with another_bot(tmp_path, script) as first:
        first.end()
