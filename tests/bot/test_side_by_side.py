"""Work that copies of a process share: the same results, in order, whatever befalls a copy."""

import os
import threading

import pytest

from bot import side_by_side
from bot.side_by_side import LEAST
from bot.side_by_side import side_by_side as done

# Tests run beside threads of pytest's, which the copies never use.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
HERE = os.getpid()


@pytest.mark.parametrize("processes", [1, 2, 3, 9])
def test_results_come_in_the_order_of_the_things(processes: int) -> None:
    assert done(lambda each: each * each, range(7), processes) == [n * n for n in range(7)]


def test_copies_share_the_work() -> None:
    who = done(lambda _: os.getpid(), range(4), 2)
    assert who[0] == who[2] == HERE
    assert who[1] == who[3] != HERE


def test_what_a_copy_does_not_bring_to_an_end_is_done_here() -> None:
    def work(each: int) -> int:
        if os.getpid() != HERE:
            os._exit(0)
        return each

    assert done(work, range(5), 2) == [0, 1, 2, 3, 4]


def test_an_error_is_raised_wherever_it_came_up() -> None:
    for wrong in (2, 3):
        with pytest.raises(ZeroDivisionError):
            done(lambda each, wrong=wrong: 1 // (each - wrong), range(6), 2)


def test_no_copy_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    copies, fork = list[int](), os.fork
    monkeypatch.setattr(os, "fork", lambda: copies.append(made := fork()) or made)
    with pytest.raises(ZeroDivisionError):
        done(lambda each: "x" * 10**6 if each else 1 // 0, range(2), 2)
    (copy,) = copies
    with pytest.raises(ChildProcessError):
        os.waitpid(copy, os.WNOHANG)


def test_copies_are_made_of_a_process_without_threads_and_for_many_things_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (1.0, 1.0, 1.0))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)
    monkeypatch.setattr(side_by_side.sys, "platform", "linux")
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    alone = [HERE] * LEAST
    assert done(lambda _: os.getpid(), range(LEAST - 1)) == alone[1:]
    assert len(set(done(lambda _: os.getpid(), range(LEAST)))) == 2
    monkeypatch.setattr(os, "getloadavg", lambda: (2.0, 1.0, 1.0))
    assert done(lambda _: os.getpid(), range(LEAST)) == alone
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 1.0, 1.0))
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert done(lambda _: os.getpid(), range(LEAST)) == alone
