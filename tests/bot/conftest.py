"""What tests of the bot start from: worker processes, settings, and a practice table.

`table` is the unchanged bot on a simulated Discord, with the cogs that the file names:

    COGS = ["bot.orders.queue"]

    async def test_...(table):
        ada, lobby = table.guild.people["Ada"], next(table.guild.channels())
        answer = await ada.slash(lobby, "orders list")
        await table.rest()  # only if a worker has to finish first
        assert answer.response.content == ...

A `Refused` is part of the game; any other error that the bot raised fails the test, unless the
test has read it from `table.env.errors`.

So does whatever a test leaves open: a connection to a file of its `tmp_path` fails the test, any
other connection or resource the last test of its file.
"""

import gc
import sys
from collections.abc import AsyncIterator, Generator, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from bot.answers import as_refusal
from bot.assembly import EXTENSIONS
from bot.battles import command as battles
from bot.battles import odds
from bot.callers import looking_up
from bot.clock import MovableClock
from bot.host import Host
from bot.joining import command as join
from bot.lookup import Lookup
from bot.orders import choosing, fights
from bot.post import posting
from bot.practice import PATIENCE
from bot.practice.table import Table
from bot.settings import Settings
from bot.store import connection
from bot.workers import Workers
from engine import installed
from tests.bot import blank, chosen, connections, threadless
from tests.bot.samples import MONDAY, Running, founded, started
from tests.bot.seated import Game, begin

chosen.by_meaning()
connections.count()
threadless.without_threads()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Function, nextitem: pytest.Item | None) -> Generator[None]:
    """Fail a test that leaves connections open, once its fixtures have closed theirs."""
    yield
    last = nextitem is None or nextitem.path != item.path  # then nothing of the file is in use
    own = item.funcargs.get("tmp_path")
    within = own if isinstance(own, Path) and not last else None
    if last or within:
        left = connections.left_open(within)
        assert not left, "left open: " + "; ".join(left)


@pytest.fixture(scope="module", autouse=True)
def _nothing_left() -> Iterator[None]:
    """Have the collector find what a file's tests did not close, while it is their fault.

    What outlives a file, such as modules that were read, it need not walk again after the next.
    """
    yield
    gc.collect()
    gc.freeze()


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def workers() -> AsyncIterator[Workers]:
    """Two processes for all tests; a test that ends processes makes its own.

    They are never renewed: a renewal that is under way when a test's loop ends would be lost.
    """
    async with Workers(2, recycle_after=sys.maxsize, short_limit=PATIENCE) as two:
        yield two


@pytest.fixture(autouse=True, scope="session")
def _as_long_as_it_takes() -> Iterator[None]:
    """What a person would not wait for, tests do, so that a busy machine fails none of them."""
    with pytest.MonkeyPatch.context() as patch:
        for module, limit in (
            (choosing, "COLD"),
            (choosing, "WITHIN"),
            (battles, "COLD"),
            (looking_up, "_PATIENCE"),
            (join, "PATIENCE"),
        ):
            patch.setattr(module, limit, PATIENCE / 2)  # a table awaits only what comes in its own
        patch.setattr(connection, "_BUSY_SECONDS", PATIENCE)
        yield


@pytest.fixture(autouse=True, scope="session")
def _no_longer_than_it_must() -> Iterator[None]:
    """Forecasts imagine fights for as long as people wait; tests want the same few on any machine.

    Without a second to lose, a forecast makes two estimates, and takes no longer look.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(odds, "LOOKS", ((0, False),))
        patch.setattr(fights, "SECONDS", 0)
        yield


@pytest.fixture(autouse=True, scope="session")
def _one_index() -> Iterator[None]:
    """One index of a rulebook serves all tables: to make it is most of a bot's start."""
    kept: dict[tuple[Path, ...], Lookup] = {}
    load, close = Lookup.load, Lookup.close

    def shared() -> Lookup:
        besides = installed.folders("rulebook")
        if besides not in kept:
            with connections.uncounted():
                kept[besides] = load()
        return kept[besides]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Lookup, "load", shared)
        patch.setattr(Lookup, "close", lambda it: None if it in kept.values() else close(it))
        yield
    for index in kept.values():
        close(index)


@pytest.fixture
def pictures() -> None:
    """Asked for by tests that look at the pictures of what is posted."""


@pytest.fixture(autouse=True)
def _blanks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Post blanks in all other tests: to draw took a third of what the workers did."""
    if "pictures" not in request.fixturenames:
        monkeypatch.setattr(posting, "draw", blank.draw)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path)


@pytest.fixture
def extensions(request: pytest.FixtureRequest) -> Sequence[str]:
    """The cogs of the table: those of the file, else all."""
    return getattr(request.module, "COGS", EXTENSIONS)


@pytest.fixture
def tables(settings: Settings, workers: Workers) -> partial[Table]:
    """A table on the test's folder, for tests that open it as they want, or again."""
    return partial(Table, settings, workers)


@pytest_asyncio.fixture(loop_scope="function")
async def table(tables: partial[Table], extensions: Sequence[str]) -> AsyncIterator[Table]:
    async with tables(extensions=extensions) as seated:
        yield seated
    env = seated.env
    unread = env.errors_since(env._errors_acknowledged)
    unforeseen = [error for error in unread if as_refusal(error) is None]
    if unforeseen:
        raise BaseExceptionGroup("errors that the test did not look at", unforeseen)


@pytest_asyncio.fixture
async def game(table: Table, request: pytest.FixtureRequest) -> Game:
    """A running campaign of Cohorts at the table: Ada plays, also Bram if it is not `ALONE`."""
    return await begin(table, alone=getattr(request.module, "ALONE", False))


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock(MONDAY)


@pytest_asyncio.fixture(loop_scope="function")
async def host(tmp_path: Path, clock: MovableClock, workers: Workers) -> AsyncIterator[Host]:
    """A host without Discord, by that clock."""
    made = Host(tmp_path, clock, workers)
    await made.open()
    yield made
    await made.close()


@pytest_asyncio.fixture(loop_scope="function")
async def running(host: Host, clock: MovableClock) -> Running:
    """A campaign of Ada's that starts on Monday, six hours before the cut-off."""
    return Running(host, clock, await started(host, await founded(host)))
