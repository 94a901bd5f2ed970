"""Whether what is forked is what would have been started from nothing."""

import json
import os
import signal
import sys
from pathlib import Path

import pytest

from tests.bot.front.zygote import ROOT, execute, finished, fork

SAYING = ["-m", "tests.bot.front.saying", "one", "two"]


async def test_a_forked_program_is_what_one_started_from_nothing_is(tmp_path: Path) -> None:
    environment = {**os.environ, "SAYING": "ho", "PYTHONPATH": str(ROOT)}
    ends = [
        await finished(await start(SAYING, environment, folder=tmp_path, apart=True))
        for start in (execute, fork)
    ]
    assert ends[0] == ends[1]
    code, out, err = ends[1]
    assert (code, err) == (3, "beside it\n")
    said = json.loads(out)
    assert said["arguments"] == ["one", "two"]
    assert (said["environment"], said["folder"]) == ("ho", str(tmp_path))
    assert said["leads its session"]
    assert said["parent"] == "None"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is not forked")
async def test_what_is_forked_can_be_killed_and_says_of_what_it_died() -> None:
    endless = await fork(["-m", "http.server", "--bind", "127.0.0.1", "0"], os.environ)
    assert endless.returncode is None
    endless.send_signal(signal.SIGKILL)
    assert await endless.wait() == endless.returncode == -signal.SIGKILL
    with pytest.raises(ProcessLookupError):
        endless.send_signal(signal.SIGKILL)
