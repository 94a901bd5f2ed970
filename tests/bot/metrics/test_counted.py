"""What happens is counted: ticks, what is accepted, Discord's answers. No guild, no person.

The port is open where the host says, and only then, and serves what the board shows.
"""

import json
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import psutil
import pytest
from aiohttp import web
from prometheus_client import generate_latest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from bot.backups.making import Backups
from bot.clock import MovableClock
from bot.host import Host
from bot.metrics.counted import Metrics
from bot.metrics.port import served
from bot.practice import PATIENCE
from bot.resolving import ActRefused, Resolved
from bot.settings import LOOPBACK, ListenAddress, SettingsError
from bot.store.ticks import DueTick
from bot.workers import WorkerCrashed, Workers
from tests.bot.store.scene import GUILD, NOON, found_campaign

MONDAY = NOON.date()
RUN = DueTick("run", NOON, MONDAY, 3, MONDAY, NOON)
SETUP = DueTick("setup", NOON, MONDAY, 3)


class Instantly(Workers):
    """No processes: each job's result is said beforehand."""

    def __init__(self, result: Callable[[], Any]) -> None:
        super().__init__(2)
        self.result = result

    async def run(self, function: Any, *args: Any, **_: Any) -> Any:
        return self.result()


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
async def host(tmp_path: Path, metrics: Metrics) -> AsyncIterator[Host]:
    workers = Instantly(lambda: Resolved(1, 1, 0.0, {"reading": 0.25, "playing": 2.0}, ()))
    made = Host(tmp_path, MovableClock(NOON + timedelta(seconds=90)), workers, watcher=metrics)
    await made.open()
    yield made
    await made.close()


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(f"hexmuster_{name}", labels)


async def test_a_tick_of_the_calendar_is_counted_with_its_parts_and_how_late_it_came(
    host: Host, metrics: Metrics
):
    await host.tick(GUILD, 1, RUN)
    assert value(metrics, "ticks_total", kind="run", ending="made") == 1
    assert value(metrics, "tick_seconds_sum", part="playing") == 2
    assert value(metrics, "tick_seconds_sum", part="reading") == 0.25
    assert value(metrics, "tick_seconds_count", part="waiting") == 1
    assert value(metrics, "tick_lateness_seconds_sum") == 90
    await host.tick(GUILD, 1, SETUP)
    assert value(metrics, "ticks_total", kind="setup", ending="made") == 1
    assert value(metrics, "tick_lateness_seconds_count") == 1, "a setup is never late"


@pytest.mark.parametrize(
    "error, ending",
    [(ActRefused("No.", "rule", "Do not."), "refused"), (WorkerCrashed("it died"), "failed")],
)
async def test_a_tick_that_was_not_made_is_counted_as_what_it_was(
    host: Host, metrics: Metrics, error: Exception, ending: str
):
    def fail() -> None:
        raise error

    assert isinstance(host.workers, Instantly)
    host.workers.result = fail
    with pytest.raises(type(error)):
        await host.tick(GUILD, 1, RUN)
    assert value(metrics, "ticks_total", kind="run", ending=ending) == 1
    assert value(metrics, "ticks_total", kind="run", ending="made") == 0, "the first must show"
    assert value(metrics, "tick_lateness_seconds_count") == 0
    assert value(metrics, "tick_seconds_count", part="waiting") is None


async def test_what_players_do_with_orders_is_counted_once_committed(host: Host, metrics: Metrics):
    async with host.stores.use(GUILD) as store:
        async with store.unit("order"):
            assert value(metrics, "orders_accepted_total") == 0
        assert value(metrics, "orders_accepted_total") == 1
        async with store.unit("reminder"):
            pass
        with pytest.raises(ZeroDivisionError):
            async with store.unit("order"):
                raise ZeroDivisionError
    assert value(metrics, "orders_accepted_total") == 1


async def test_answers_of_discord_are_counted_by_status_and_limits_by_whose(metrics: Metrics):
    async def answer(request: web.Request) -> web.Response:
        scope = request.query.get("scope")
        headers = {"X-RateLimit-Scope": scope} if scope else {}
        return web.Response(status=int(request.query["status"]), headers=headers)

    app = web.Application()
    app.add_routes([web.get("/", answer)])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    asked = ["status=200", "status=429&scope=user", "status=429&scope=of+their+own", "status=429"]
    async with aiohttp.ClientSession(trace_configs=[metrics.trace()]) as session:
        for query in asked:
            async with session.get(f"http://127.0.0.1:{port}/?{query}"):
                pass
        await runner.cleanup()
        with pytest.raises(aiohttp.ClientError):
            await session.get(f"http://127.0.0.1:{port}/?status=200")
    assert value(metrics, "discord_answers_total", status="200") == 1
    assert value(metrics, "discord_answers_total", status="429") == 3
    assert value(metrics, "discord_answers_total", status="none") == 1
    assert value(metrics, "discord_limits_total", scope="user") == 1
    assert value(metrics, "discord_limits_total", scope="other") == 2


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells it")
async def test_what_workers_share_of_memory_counts_once(host: Host, metrics: Metrics):
    async with Workers(2) as two:
        host.workers = two
        metrics.watch(host)
        await metrics.present.look()
        held = [psutil.Process(pid).memory_info().rss for pid in two.pids]
        told = value(metrics, "workers_resident_bytes")
        assert told is not None
        assert 0 < told < 0.8 * sum(held)


async def test_how_things_stand_is_told_of_the_host_that_is_watched(host: Host, metrics: Metrics):
    assert value(metrics, "workers") is None, "before there is a host"
    metrics.watch(host)
    async with host.stores.use(GUILD) as store:
        await found_campaign(store)
        await metrics.present.look()
        assert value(metrics, "stores_open") == 1
        assert value(metrics, "guild_files") == 1
        size = value(metrics, "guild_files_bytes")
        assert size == value(metrics, "guild_files_largest_bytes") == store.path.stat().st_size
        assert value(metrics, "guild_files_unread") == 0
    host.workers.restarts["crashed"] += 2
    assert value(metrics, "worker_restarts_total", why="crashed") == 2
    assert value(metrics, "worker_restarts_total", why="recycled") == 0
    assert (value(metrics, "workers"), value(metrics, "jobs_waiting")) == (2, 0)
    assert value(metrics, "due_behind_seconds") == 0
    await host.stores.schedule.at_most(GUILD, NOON)
    assert value(metrics, "due_behind_seconds") == 90
    text = generate_latest(metrics.registry).decode()
    assert str(GUILD) not in text
    assert "process_resident_memory_bytes" in text


ROOT = Path(__file__).parents[3]
ANYWHERE_FREE = ListenAddress(LOOPBACK, 0)


async def test_the_port_serves_the_figures_and_nothing_else(tmp_path: Path):
    metrics = Metrics()
    host = Host(tmp_path, MovableClock(NOON), Workers(2))
    await host.open()
    metrics.watch(host, Backups(tmp_path / "backups", host.stores, host.clock))
    metrics.ticked("run", "made", {"playing": 1.0}, None)
    async with served(metrics, ANYWHERE_FREE) as port, aiohttp.ClientSession() as session:
        async with session.get(f"http://{LOOPBACK}:{port}/metrics") as answer:
            assert answer.status == 200
            assert answer.content_type == "text/plain"
        wanted = {"Accept": "application/openmetrics-text; version=1.0.0"}  # as Prometheus asks
        async with session.get(f"http://{LOOPBACK}:{port}/metrics", headers=wanted) as answer:
            assert answer.content_type == "application/openmetrics-text"
            text = await answer.text()
        async with session.get(f"http://{LOOPBACK}:{port}/") as answer:
            assert answer.status == 404
    await host.close()
    assert 'hexmuster_ticks_total{ending="made",kind="run"} 1.0' in text
    assert "hexmuster_guild_files 0.0" in text
    families = {family.name for family in text_string_to_metric_families(text)}
    ours = {name for name in families if name.startswith("hexmuster_")}
    told = (ROOT / "docs" / "watching.md").read_text("utf-8")
    assert {name for name in ours if f"`{name}" not in told} == set()


def test_the_board_asks_for_nothing_that_is_not_served():
    told = (ROOT / "docs" / "watching.md").read_text("utf-8")
    board = json.loads((ROOT / "docs" / "grafana.json").read_text("utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
    names = set(re.findall(r"\b(?:hexmuster|process)_\w+", " ".join(asked)))
    assert len(names) > 10
    assert {name for name in names if f"`{name.removesuffix('_bucket')}`" not in told} == set()


async def test_a_port_that_is_taken_is_a_fault_with_a_way_out():
    with socket.create_server((LOOPBACK, 0)) as other:
        taken = ListenAddress(LOOPBACK, other.getsockname()[1])
        with pytest.raises(
            SettingsError,
            match=rf"^HEXMUSTER_METRICS: {taken} cannot be opened \(Address already in use\); ",
        ):
            async with served(Metrics(), taken):
                pass


def test_without_the_setting_nothing_of_it_starts(tmp_path: Path):
    script = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "import psutil\n"
        "from bot import serving\n"
        "from bot.settings import Settings\n"
        "async def main():\n"
        "    settings = Settings.from_environment({'HEXMUSTER_DATA': sys.argv[1]})\n"
        "    async with serving._metrics(settings) as metrics:\n"
        "        assert metrics is None\n"
        "        open_ = psutil.Process().net_connections()\n"
        "        assert not [each for each in open_ if each.status == psutil.CONN_LISTEN]\n"
        "    assert 'prometheus_client' not in sys.modules\n"
        "asyncio.run(main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
