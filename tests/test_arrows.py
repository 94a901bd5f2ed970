"""Which folder may import which: the contracts under `tool.importlinter` in pyproject.toml."""

import subprocess
import sys
from pathlib import Path

import pytest
from importlinter import api

ROOT = Path(__file__).parents[1]
PROJECT = str(ROOT / "pyproject.toml")
CONTRACTS = [each["name"] for each in api.read_configuration(PROJECT)["contracts_options"]]


def linted(folder: Path) -> subprocess.CompletedProcess[str]:
    """What import-linter says of the program in a folder, in a process that imports nothing else.

    It knows no pytest and sets up logging for itself.
    """
    script = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", script, "--no-cache", "--no-logo", "--config", PROJECT],
        cwd=folder,
        env={"COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_no_folder_imports_one_above_it():
    done = linted(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    for name in CONTRACTS:
        assert f"{name} KEPT" in done.stdout


UPWARD = {
    "engine/world.py": ("import discord", "engine is pure"),
    "engine/dice.py": ("from engine import turn", "the frame of the engine, from"),
    "engine/state.py": ("from engine.packs.cohorts import content", "names no pack"),
    "engine/packs/cohorts/content/setup.py": (
        "from engine.packs.cohorts.pieces import records",
        "the ladder of cohorts",
    ),
    "engine/packs/cohorts/trade/books.py": (
        "def later():\n    from engine.packs import warlords",
        "packs build on cohorts",
    ),
    "engine/packs/cohorts/fair/__init__.py": ('"""A new folder."""', "the ladder of cohorts"),
    "engine/packs/warlords/cards.py": (
        "from engine.packs.warlords import system",
        "the ladder of warlords",
    ),
    "bot/store/__init__.py": ("import discord", "storage and workers"),
    "data/__init__.py": ("import engine", "arrows go"),
    "bot/cli.py": ("import tests.conftest", "without its tests"),
}
"""By file, a line too many there and words of the contract that it breaks."""


@pytest.mark.parametrize("path", UPWARD)
def test_an_arrow_up_is_found(path, tmp_path):
    line, contract = UPWARD[path]
    for top in ("bot", "data", "engine"):
        for source in (ROOT / top).rglob("*.py"):
            copy = tmp_path / source.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    broken = tmp_path / path
    broken.parent.mkdir(exist_ok=True)
    with broken.open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    done = linted(tmp_path)
    assert done.returncode == 1
    assert [name for name in CONTRACTS if f"{name} BROKEN" in done.stdout and contract in name]
