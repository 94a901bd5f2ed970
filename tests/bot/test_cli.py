"""The command line, as processes: how the bot starts against Discord's front, is well, and ends."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from bot.practice import MARK, PATIENCE
from bot.practice.rebuilding import IDS
from bot.sign_of_life import check
from bot.store.ownership import folder_owned
from bot.store.register import REGISTER
from tests.bot.crashing import CRASH_AT
from tests.bot.front.faults import Cut
from tests.bot.front.process import BotProcess
from tests.bot.front.redirect import ENVIRONMENT
from tests.bot.front.server import Front
from tests.bot.front.zygote import execute, finished, fork
from tests.bot.waiting import until

ROOT = Path(__file__).parents[2]
BOT = ("-m", "bot")
HOSTED = ("-m", "tests.bot.process.hosted")
"""The same, on the address of the test's Discord, which the product itself takes from nobody."""


@pytest_asyncio.fixture(loop_scope="function")
async def front() -> AsyncIterator[Front]:
    async with Front() as opened:
        opened.world.create_guild("Practice")
        yield opened


async def _run(
    *arguments: str, command: Sequence[str] = BOT, **environment: str
) -> tuple[int, str, str]:
    start = fork if command[0] == "-m" else execute
    process = await start([*command, *arguments], {**os.environ, **environment}, apart=True)
    return await finished(process)


def _environment(data: Path) -> dict[str, str]:
    return {"HEXMUSTER_DATA": str(data), "HEXMUSTER_WORKERS": "1"}


async def test_the_bot_gets_ready_is_well_and_ends_at_sigterm(front: Front, tmp_path: Path):
    environment = _environment(tmp_path)
    async with BotProcess(front, [*HOSTED, "bot"], environment, start=execute) as bot:
        await bot.said("Ready: user=")
        await until(lambda: check(tmp_path) is None)
        code, out, _ = await _run("health", HEXMUSTER_DATA=str(tmp_path))
        assert (code, out) == (0, "The bot is well.\n")
        assert await bot.stop() == 0
        assert "Traceback" not in bot.output
        assert front.environment["DISCORD_TOKEN"] not in bot.output
    code, out, _ = await _run("health", HEXMUSTER_DATA=str(tmp_path))
    assert (code, out) == (1, f"No bot is ready on {tmp_path}.\n")


async def test_the_bot_is_not_well_while_its_connection_is_lost(front: Front, tmp_path: Path):
    async with BotProcess(front, [*HOSTED, "bot"], _environment(tmp_path)) as bot:
        await bot.said("Ready: user=")
        await until(lambda: check(tmp_path) is None)
        async with front.gateway.outage():
            await until(lambda: check(tmp_path) is not None)
            code, out, _ = await _run("health", HEXMUSTER_DATA=str(tmp_path))
            assert code == 1
            assert "The connection to Discord is lost" in out
        await until(lambda: check(tmp_path) is None)
        assert front.gateway.resumed == 1
        front.gateway.drop()
        await until(lambda: front.gateway.resumed == 2)
        await until(lambda: check(tmp_path) is None)


async def test_a_second_start_does_not_sync_the_same_commands_again(front: Front, tmp_path: Path):
    for _ in range(2):
        async with BotProcess(front, [*HOSTED, "bot"], _environment(tmp_path)) as bot:
            await bot.said("Ready: user=")
            await bot.stop()
    assert len(front.sent("PUT", "/commands")) == 1


async def test_a_wrong_token_is_told_but_not_shown_and_ends_with_2(front: Front, tmp_path: Path):
    wrong = "wrong-token-of-this-test"
    environment = {**front.environment, **_environment(tmp_path), "DISCORD_TOKEN": wrong}
    code, _, err = await _run("bot", command=HOSTED, **environment)
    assert code == 2
    assert "DISCORD_TOKEN: Discord refuses this token; set it to the bot's token" in err
    assert wrong not in err
    assert "Traceback" not in err


async def test_a_start_while_discord_is_down_waits_and_tries_again(front: Front, tmp_path: Path):
    fault = front.faults.order("GET", "/users/@me", Cut.DROPPED, times=2)
    async with BotProcess(front, [*HOSTED, "bot"], _environment(tmp_path)) as bot:
        await bot.said("Ready: user=")
        assert fault.times == 0
        waits = [line for line in bot.lines if "Discord cannot be reached" in line]
        assert waits[0].endswith("Trying again in 1 s.")
        assert "Traceback" not in bot.output
        assert "Unclosed" not in bot.output
        assert await bot.stop() == 0


async def test_a_bot_that_waits_for_discord_ends_when_it_is_told_to(front: Front, tmp_path: Path):
    bot = BotProcess(front, [*HOSTED, "bot"], _environment(tmp_path))
    bot._environment[ENVIRONMENT] = "http://127.0.0.1:9/api/v10"  # nobody is there
    (tmp_path / "health.json").write_text('{"wrong": []}')  # left by one that was killed just now
    async with bot:
        await bot.said("Discord cannot be reached: Cannot connect")
        assert check(tmp_path) == f"No bot is ready on {tmp_path}."
        assert await bot.stop() == 0
        assert "Traceback" not in bot.output


async def test_no_setting_moves_the_product_to_another_discord_or_has_it_killed(tmp_path: Path):
    script = (
        "import sys, discord\n"
        "from bot import cli, faults\n"
        "async def login(self, token):\n"
        "    await self.workers.run(faults.hit, 'tick.after_commit')\n"
        "    faults.hit('tick.after_commit')\n"
        "    print(discord.http.Route.BASE)\n"
        "    raise discord.LoginFailure\n"
        "discord.Client.login = login\n"
        "if __name__ == '__main__':\n"
        "    sys.exit(cli.main(['bot']))\n"
    )
    (tmp_path / "start.py").write_text(script)
    point, api = "tick.after_commit", "http://127.0.0.1:9/api/v10"
    known = dict.fromkeys(("HEXMUSTER_CRASH_AT", CRASH_AT), point) | {ENVIRONMENT: api}
    product = {"DISCORD_TOKEN": "any", "PYTHONPATH": str(ROOT)}
    environment = {**_environment(tmp_path / "data"), **known, **product}
    command = (str(tmp_path / "start.py"),)
    code, out, err = await _run(command=command, **environment)
    assert (code, out) == (2, "https://discord.com/api/v10\n"), err


async def test_the_demo_opens_its_page_and_ends_at_ctrl_c(tmp_path: Path):
    demo = await fork(
        [*BOT, "demo", "--port", "0", "--data", str(tmp_path / "table")], os.environ, apart=True
    )
    try:
        assert demo.stdout is not None
        line = (await asyncio.wait_for(demo.stdout.readline(), PATIENCE)).decode()
        assert line.startswith("The practice table is open: http://127.0.0.1:")
        async with aiohttp.ClientSession() as browser, browser.get(line.split()[-1]) as page:
            assert "Open #lobby as Ada" in await page.text()
        demo.send_signal(signal.SIGINT)
        code, _, err = await finished(demo)
        assert code == 0
        steps = ["The practice table starts", "is made …", "take their seats …"]
        places = [err.index(each) for each in steps]
        assert places == sorted(places), "and so who waits knows for what"
        assert "Traceback" not in err
    finally:
        if demo.returncode is None:
            demo.send_signal(signal.SIGKILL)


async def test_the_demo_refuses_a_strange_folder_with_2(tmp_path: Path):
    (tmp_path / "letters.txt").write_text("dear to me")
    code, _, err = await _run("demo", "--fresh", "--data", str(tmp_path))
    assert code == 2
    assert "is not a practice table's folder" in err
    assert (tmp_path / "letters.txt").exists()


@pytest.mark.parametrize("seed", ["-1", "luck", str(2**63)])
async def test_a_seed_that_is_none_is_refused_with_2(tmp_path: Path, seed: str):
    code, _, err = await _run("demo", f"--seed={seed}", "--data", str(tmp_path))
    assert code == 2
    assert "argument --seed: " in err
    assert os.listdir(tmp_path) == []  # noqa: PTH208 - nothing was made


async def test_a_practice_campaign_that_cannot_be_read_is_told_with_2_and_kept(tmp_path: Path):
    (tmp_path / MARK).write_text("{}")
    (tmp_path / IDS).write_text('{"7": {}}')
    broken = tmp_path / "7.sqlite"
    broken.write_bytes(b"no database" * 100)
    code, _, err = await _run("demo", "--port", "0", "--data", str(tmp_path))
    assert code == 2
    assert "a new campaign begins with --fresh." in err
    assert "Traceback" not in err
    assert broken.read_bytes() == b"no database" * 100


async def test_a_practice_campaign_whose_file_is_gone_is_told_with_2(tmp_path: Path):
    (tmp_path / MARK).write_text("{}")
    (tmp_path / IDS).write_text('{"7": {}}')
    (tmp_path / REGISTER).write_text("7\n")
    code, _, err = await _run("demo", "--port", "0", "--data", str(tmp_path))
    assert code == 2
    assert "7.sqlite is gone" in err
    assert "a new campaign begins with --fresh." in err
    assert "Traceback" not in err


@pytest.mark.parametrize("fresh", [[], ["--fresh"]])
async def test_a_second_table_on_the_folder_is_told_with_2(tmp_path: Path, fresh: list[str]):
    (tmp_path / MARK).write_text("{}")
    kept = tmp_path / "7.sqlite"
    kept.write_text("dear to me")
    with folder_owned(tmp_path):
        code, _, err = await _run("demo", "--port", "0", "--data", str(tmp_path), *fresh)
    assert code == 2
    assert f"is in use by another bot (process {os.getpid()} " in err
    assert "--fresh" not in err
    assert kept.read_text() == "dear to me"


async def test_the_bot_refuses_a_practice_tables_folder_with_2(tmp_path: Path):
    (tmp_path / MARK).write_text("{}")
    code, _, err = await _run("bot", HEXMUSTER_DATA=str(tmp_path), DISCORD_TOKEN="any")
    assert code == 2
    assert "HEXMUSTER_DATA" in err
    assert "is a practice table's folder" in err


async def test_a_module_that_is_not_there_is_told_with_1():
    code, out, _ = await _run("module", "check", "no-such-module")
    assert code == 1
    assert "no-such-module" in out


def test_who_reads_only_the_beginning_of_an_answer_ends_it_quietly(tmp_path: Path) -> None:
    """As `restore | head -1` does; the rest has nobody who reads it."""
    reader, writer = os.pipe()
    os.close(reader)
    code = "import sys; from bot import cli; sys.exit(cli.main(['module', 'check', 'cohorts']))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        stdout=writer,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        text=True,
        check=False,
    )
    os.close(writer)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
