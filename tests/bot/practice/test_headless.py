"""`demo --headless`, as a process: what it plays, what it leaves, and how it ends."""

import asyncio
import os
import sys
from pathlib import Path

from bot import cli, faces
from bot.practice import PATIENCE
from tests.bot.practice.seeds import any_seed

ROOT = Path(__file__).parents[3]


@any_seed
async def test_three_turns_are_played_and_left_as_a_transcript_with_pictures(
    tmp_path: Path, seed: int
):
    left = tmp_path / "demo-output"
    left.mkdir()
    (left / "transcript.md").write_text("of an earlier time")
    (left / "001-old.png").write_text("of an earlier time")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "demo", "--headless", "--seed", str(seed)),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 0, err.decode()
    assert err == b""
    files = sorted(left.iterdir())
    assert out.decode() == f"Played three turns. Wrote {len(files)} files to demo-output/\n"
    pictures = [file for file in files if file.suffix == ".png"]
    assert len(pictures) >= 6
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in pictures)
    assert all(file.stat().st_size < 500_000 for file in pictures)
    assert left / "001-old.png" not in files
    text = (left / "transcript.md").read_text("utf-8")
    for expected in ("Order taken", "Did you mean city conscript?", "✗", "Turn 3 · "):
        assert expected in text
    assert os.listdir(tmp_path) == ["demo-output"]  # noqa: PTH208 - nothing else is left


async def test_a_module_that_the_table_has_no_story_of_is_told_with_those_it_has(tmp_path: Path):
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "demo", "--headless", "--module", "atlantis"),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=asyncio.subprocess.PIPE,
    )
    _, err = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 2
    known = ", ".join(faces.stories())
    told = f"--module: the table has no campaign of atlantis, but of {known}.\n"
    assert err.decode() == told
    assert os.listdir(tmp_path) == []  # noqa: PTH208 - nothing is left


def test_the_name_of_a_system_stands_for_its_first_story():
    assert cli._story_of("warmaster").module == "tollgate"
    assert cli._story_of("warlords").module == "barrow"
    assert cli._story_of("kingdoms").module == "kingdoms"
