"""Killed at each crash point: what was accepted is there, and a tick happens exactly once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.clock import MovableClock
from bot.practice import PATIENCE
from bot.store import world
from bot.store.errors import Stale
from bot.store.guild import GuildStore
from bot.store.records import MessageState
from bot.store.resolving import read_point, release_lease, take_lease
from bot.store.stores import Stores
from tests.bot.crashing import CRASH_AT
from tests.bot.store.scene import CUT_OFF, GUILD, PLAYER, RUN_DAY, SPAN, found_campaign

ROOT = Path(__file__).parents[3]


class Host:
    """A data folder on which processes are started, killed, and looked at afterwards."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.campaign = 0

    def run(self, act: str, crash_at: str = "") -> str:
        """Run an act to its end or to its crash; what it said until then."""
        child = subprocess.run(
            [
                sys.executable,
                "-m",
                "tests.bot.store.children",
                act,
                self.folder,
                str(self.campaign),
            ],
            cwd=ROOT,
            env={**os.environ, CRASH_AT: crash_at},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert child.returncode == (-9 if crash_at else 0)
        return child.stdout

    async def look(self) -> tuple[Stores, GuildStore]:
        stores = Stores(self.folder, MovableClock(CUT_OFF))
        assert await stores.open() == {}
        async with stores.use(GUILD) as store:
            return stores, store


@pytest.fixture
async def host(tmp_path: Path) -> Host:
    host = Host(tmp_path)
    stores = Stores(tmp_path, MovableClock(CUT_OFF - SPAN))
    await stores.open()
    async with stores.use(GUILD) as store:
        host.campaign = (await found_campaign(store)).id
        await store.places.put(host.campaign, "herald", 55)
    await stores.close()
    return host


@pytest.mark.parametrize(
    "point,said,orders,submitted",
    [
        ("order.before_commit", "", 0, False),
        ("order.after_commit", "", 1, False),
        ("order.before_commit:2", "accepted k1\n", 1, False),
        ("order.after_commit:2", "accepted k1\n", 1, True),
    ],
)
async def test_an_accepted_order_survives_a_kill(
    host: Host, point: str, said: str, orders: int, submitted: bool
) -> None:
    assert host.run("order", point) == said
    stores, store = await host.look()
    assert len((await store.drafts.get(host.campaign, PLAYER)).orders) == orders
    assert (await store.submissions.pending(host.campaign, PLAYER) is not None) == submitted
    await stores.close()
    assert host.run("order") == f"accepted k{orders + 1}\nsubmitted\n"


@pytest.mark.parametrize("point", ["tick.before_commit", "tick.after_commit"])
async def test_a_tick_killed_at_its_commit_happens_exactly_once(host: Host, point: str) -> None:
    host.run("order")
    assert host.run("tick", point) == ""
    path = host.folder / f"{GUILD}.sqlite"
    if point == "tick.before_commit":
        assert world.read_world(path, host.campaign) == []
        assert len(read_point(path, host.campaign, RUN_DAY).submissions) == 1
        release_lease(path, take_lease(path, host.campaign, CUT_OFF + SPAN, SPAN))
        assert host.run("tick") == "tick 1\n"
    with pytest.raises(Stale, match="already been resolved"):
        read_point(path, host.campaign, RUN_DAY)
    stores, store = await host.look()
    [submission] = await store.submissions.of_user(host.campaign, PLAYER)
    assert submission.consumed_tick == 1
    assert [tick.number for tick in await store.campaigns.ticks(host.campaign)] == [1]
    assert [message.key for message in await store.outbox.ready(CUT_OFF)] == ["T1·R1·1/1"]
    await stores.close()


async def test_a_message_noted_before_the_kill_is_not_sent_again(host: Host) -> None:
    host.run("tick")
    assert host.run("deliver", "outbox.after_note") == ""
    stores, store = await host.look()
    assert await store.outbox.ready(CUT_OFF) == []
    [message] = await store.outbox.of_tick(host.campaign, 1)
    assert (message.state, message.message) == (MessageState.SENT, 4242)
    await stores.close()
