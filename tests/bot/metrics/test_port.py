"""The port: open where the host says, and only then; what it serves is what the board shows."""

import json
import re
import socket
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from bot.backups.making import Backups
from bot.clock import MovableClock
from bot.host import Host
from bot.metrics.counted import Metrics
from bot.metrics.port import served
from bot.practice import PATIENCE
from bot.settings import LOOPBACK, ListenAddress, SettingsError
from bot.workers import Workers
from tests.bot.store.scene import NOON

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
