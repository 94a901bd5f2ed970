"""Jobs in worker processes: results, errors, crashes, time limits, order, and the end."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import psutil
import pytest
import pytest_asyncio

from bot.fairness import PERSON, SERVER
from bot.workers import JobFailed, WorkerCrashed, WorkerLost, Workers, WorkerTimeout
from tests.bot.practice import jobs
from tests.bot.waiting import until

MIB = 1024 * 1024
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="workers are spawned elsewhere")
ROOT = Path(__file__).parents[2]


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def two() -> AsyncIterator[Workers]:
    async with Workers(2) as workers:
        yield workers


pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_job_runs_in_another_process_and_returns_its_result(two: Workers):
    assert await two.run(jobs.double, 21) == 42
    assert await two.run(jobs.pid) in two.pids
    assert os.getpid() not in two.pids


async def test_an_error_of_a_job_reaches_its_caller_and_the_process_lives_on(two: Workers):
    before = two.pids
    with pytest.raises(ValueError, match="the job says no"):
        await two.run(jobs.refuse)
    with pytest.raises(TimeoutError, match="of the job's own making"):
        await two.run(jobs.run_out_of_time_inside)
    with pytest.raises(Exception, match=r"(?i)pickle|local object"):
        await two.run(jobs.unpicklable)
    assert two.pids == before


async def test_what_is_large_is_read_back_beside_the_event_loop_and_its_size_is_told(two: Workers):
    where, _ = await two.fetch(jobs.read_where)
    assert str(where).startswith("asyncio_")  # as threads of its executor are called
    found, size = await two.fetch(jobs.large, 1 << 20)
    assert len(found) == 1 << 20
    assert 1 << 20 < size < 1.01 * (1 << 20)
    with pytest.raises(ValueError, match="the job says no"):
        await two.fetch(jobs.refuse)


async def test_an_error_that_cannot_be_read_back_breaks_no_process(two: Workers):
    before = two.pids
    with pytest.raises(JobFailed, match="Stubborn: no and never"):
        await two.run(jobs.refuse_stubbornly)
    assert two.pids == before


async def test_a_crash_fails_one_job_and_the_process_is_replaced(two: Workers):
    before, restarts = set(two.pids), two.restarts["crashed"]
    with pytest.raises(WorkerCrashed, match="crash"):
        await two.run(jobs.crash)
    assert await asyncio.gather(*(two.run(jobs.double, n) for n in range(6))) == [0, 2, 4, 6, 8, 10]
    await until(lambda: 0 not in two.pids)
    assert len(before & set(two.pids)) == 1
    assert two.restarts["crashed"] == restarts + 1


async def test_a_job_over_its_limit_is_ended_and_its_process_is_gone(two: Workers):
    before, restarts = set(two.pids), two.restarts["timed out"]
    with pytest.raises(WorkerTimeout, match=r"hang took more than 0\.05 s"):
        await two.run(jobs.hang, limit=0.05)
    assert await two.run(jobs.double, 4) == 8
    await until(lambda: 0 not in two.pids)
    (ended,) = before - set(two.pids)
    await until(lambda: not psutil.pid_exists(ended))
    assert two.restarts["timed out"] == restarts + 1


async def test_a_short_job_runs_while_long_ones_wait(two: Workers, tmp_path: Path):
    gate = tmp_path / "gate"
    long = [
        asyncio.create_task(two.run(jobs.wait_for_file, str(gate), long=True)) for _ in range(3)
    ]
    assert await two.run(jobs.double, 5) == 10
    assert not any(job.done() for job in long)
    gate.touch()
    assert await asyncio.gather(*long) == [str(gate)] * 3


async def test_a_long_job_leaves_the_process_that_short_ones_used_last():
    async with Workers(2) as workers:
        used = await workers.run(jobs.pid)
        assert await workers.run(jobs.pid) == used, "what it has at hand serves the next"
        assert await workers.run(jobs.pid, long=True) != used
        assert await workers.run(jobs.pid) == used


async def test_short_jobs_overtake_long_ones_in_the_queue(tmp_path: Path):
    order: list[str] = []

    async def note(name: str, long: bool) -> None:
        await workers.run(jobs.pid, long=long)
        order.append(name)

    async with Workers(1) as workers:
        gate = tmp_path / "gate"
        first = asyncio.create_task(workers.run(jobs.wait_for_file, str(gate), long=True))
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(note("long", True))]
        await asyncio.sleep(0)
        waiting.append(asyncio.create_task(note("short", False)))
        await asyncio.sleep(0)
        await until(lambda: workers.waiting == 2)
        assert workers.busy == 1
        gate.touch()
        await asyncio.gather(first, *waiting)
    assert order == ["short", "long"]


async def test_who_asks_for_much_at_once_makes_nobody_else_wait_for_all_of_it(tmp_path: Path):
    order: list[int] = []

    async def ask(person: int) -> None:
        PERSON.set(person)
        await workers.run(jobs.pid)
        order.append(person)

    async with Workers(1) as workers:
        gate = tmp_path / "gate"
        first = asyncio.create_task(workers.run(jobs.wait_for_file, str(gate)))
        await asyncio.sleep(0)
        asked = [asyncio.create_task(ask(person)) for person in [1] * 80 + [2] * 3 + [0]]
        await asyncio.sleep(0)
        gate.touch()
        await asyncio.gather(first, *asked)
    assert order[:8] == [1, 2, 0, 1, 2, 1, 2, 1]
    assert len(order) == 84


async def test_one_server_never_has_all_processes_while_others_ask(tmp_path: Path):
    gate = tmp_path / "gate"

    async def asks(server: int, function: Callable[[Any], object], value: object) -> object:
        SERVER.set(server)
        return await workers.run(function, value)

    async with Workers(2) as workers:
        await asks(2, jobs.double, 0)
        slow = [asyncio.create_task(asks(1, jobs.wait_for_file, str(gate))) for _ in range(4)]
        await until(lambda: workers.waiting == 3)
        assert await asks(2, jobs.double, 21) == 42, "while three of the first server's wait"
        assert not any(each.done() for each in slow)
        gate.touch()
        await asyncio.gather(*slow)


async def test_what_was_lost_is_not_tried_again_on_the_same_input(two: Workers):
    before = two.restarts["timed out"]
    with pytest.raises(WorkerTimeout):
        await two.run(jobs.hang_on, 8, limit=0.05)
    with pytest.raises(WorkerLost, match=r"hang_on took more than 0\.05 s"):
        await two.run(jobs.hang_on, 8, limit=0.05)
    assert two.restarts["timed out"] == before + 1
    with pytest.raises(WorkerTimeout):
        await two.run(jobs.hang_on, 9, limit=0.05)
    with pytest.raises(WorkerTimeout):
        await two.run(jobs.hang_on, 9, limit=0.05, anew=True)


async def test_a_process_is_recycled_after_its_number_of_jobs():
    async with Workers(1, recycle_after=2) as workers:
        pids = [await workers.run(jobs.pid) for _ in range(4)]
    assert pids[0] == pids[1] != pids[2] == pids[3]
    assert workers.restarts == {"recycled": 2}


async def test_a_cancelled_wait_leaves_the_process_to_the_next_job(tmp_path: Path):
    async with Workers(1) as workers:
        gate = tmp_path / "gate"
        waiting = asyncio.create_task(workers.run(jobs.wait_for_file, str(gate)))
        await asyncio.sleep(0)
        waiting.cancel()
        gate.touch()
        assert await workers.run(jobs.double, 3) == 6


async def test_closing_ends_even_a_busy_process():
    async with Workers(1) as workers:
        (pid,) = workers.pids
        job = asyncio.create_task(workers.run(jobs.hang))
        await asyncio.sleep(0)
    with pytest.raises(asyncio.CancelledError):
        await job
    assert not psutil.pid_exists(pid)


async def test_every_wait_goes_through_the_one_function_that_can_be_replaced(two: Workers):
    waits = 0

    async def counted(awaitable):
        nonlocal waits
        waits += 1
        return await awaitable

    plain, two.external = two.external, counted
    try:
        await two.run(jobs.double, 1)
    finally:
        two.external = plain
    assert waits == 1


async def test_a_worker_that_waits_takes_at_most_150_mib_even_after_a_picture(two: Workers):
    drawn = await two.run(jobs.picture, "one")
    assert drawn.startswith(b"\x89PNG")
    for pid in two.pids:
        assert psutil.Process(pid).memory_info().rss <= 150 * MIB


@on_linux
async def test_a_worker_is_born_with_what_its_jobs_need(two: Workers):
    born = await two.run(jobs.modules)
    assert {"bot.resolving", "engine.packs.cohorts", "bot.faces.cohorts", "numpy"} <= born
    origin = psutil.Process(two.pids[0]).parent()
    assert origin is not None
    assert origin.num_threads() == 1
    assert origin.open_files() == []


@pytest.fixture
def origin_of_its_own(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The process that workers are forked from, apart from that of the other tests' workers."""
    own: Any = forkserver.ForkServer()
    for name in ("connect_to_new_process", "ensure_running", "set_forkserver_preload"):
        monkeypatch.setattr(forkserver, name, getattr(own, name))
    yield
    own._stop()


@on_linux
@pytest.mark.usefixtures("origin_of_its_own")
async def test_workers_are_replaced_with_what_they_are_forked_from(tmp_path: Path):
    async with Workers(2) as workers:
        before, gate = workers.pids, str(tmp_path / "gate")
        origin = psutil.Process(before[0]).ppid()
        jobs_lost = [asyncio.create_task(workers.run(jobs.wait_for_file, gate)) for _ in before]
        await until(lambda: workers.busy == 2)
        psutil.Process(origin).kill()
        for job in jobs_lost:
            with pytest.raises(WorkerCrashed):
                await job
        await until(lambda: not any(psutil.pid_exists(pid) for pid in before))
        assert await asyncio.gather(*(workers.run(jobs.double, n) for n in range(3))) == [0, 2, 4]
        assert psutil.Process(await workers.run(jobs.pid)).ppid() != origin


async def test_no_worker_outlives_a_bot_that_was_killed():
    script = (
        "import asyncio\n"
        "from bot.workers import Workers\n"
        "from psutil import Process\n"
        "async def run():\n"
        "    async with Workers(2) as workers:\n"
        "        print(*(each.pid for each in Process().children(recursive=True)), flush=True)\n"
        "        await asyncio.sleep(600)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(run())\n"
    )
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, stdout=asyncio.subprocess.PIPE, cwd=ROOT
    )
    assert bot.stdout is not None
    pids = [int(pid) for pid in (await bot.stdout.readline()).split()]
    assert len(pids) >= 2
    bot.kill()
    await bot.wait()
    await until(lambda: not any(psutil.pid_exists(pid) for pid in pids))
