"""The points at which tests make the process fail: silent without a test, exact within one."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot import faults
from tests.bot.crashing import CRASH_AT, arm_from

ROOT = Path(__file__).parents[2]


def test_a_point_does_nothing_unless_it_is_armed():
    faults.hit("tick.before_commit")
    hits: list[str] = []
    with faults.armed("tick.before_commit", lambda: hits.append("now")):
        faults.hit("tick.before_commit")
        faults.hit("tick.after_commit")
    faults.hit("tick.before_commit")
    assert hits == ["now"]


def test_an_unknown_point_is_an_error_wherever_it_is_named():
    with pytest.raises(KeyError, match="is not a point"):
        faults.hit("tick.somewhere")
    with pytest.raises(KeyError, match="is not a point"), faults.armed("x", lambda: None):
        pass
    with pytest.raises(KeyError, match="is not a point"):
        arm_from({CRASH_AT: "tick.somewhere:2"})


def test_a_process_is_killed_at_the_count_that_its_environment_names():
    script = (
        "import os\n"
        "from bot import faults\n"
        "from tests.bot.crashing import arm_from\n"
        "arm_from(os.environ)\n"
        "for turn in range(1, 5):\n"
        "    print(turn, flush=True)\n"
        "    faults.hit('tick.after_commit')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={CRASH_AT: "tick.after_commit:3"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, "1\n2\n3\n")
