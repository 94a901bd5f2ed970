"""Which folder may import which: the contracts under `tool.importlinter` in pyproject.toml."""

import ast
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import grimp
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
    )


def test_no_folder_imports_one_above_it():
    done = linted(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    for name in CONTRACTS:
        assert f"{name} KEPT" in done.stdout


UPWARD = {
    "engine/world.py": ("import discord", "engine is pure", "engine.world -> discord"),
    "engine/dice.py": (
        "from engine import turn",
        "the frame of the engine, from",
        "engine.dice -> engine.turn",
    ),
    "engine/state.py": (
        "from engine.packs.cohorts import content",
        "names no pack",
        "engine.state -> engine.packs.cohorts.content",
    ),
    "engine/packs/cohorts/content/setup.py": (
        "from engine.packs.cohorts.pieces import records",
        "the ladder of cohorts",
        "engine.packs.cohorts.content.setup -> engine.packs.cohorts.pieces.records",
    ),
    "engine/packs/cohorts/trade/books.py": (
        "def later():\n    from engine.packs import warlords",
        "packs build on cohorts",
        "engine.packs.cohorts.trade.books -> engine.packs.warlords",
    ),
    "engine/packs/cohorts/fair/__init__.py": (
        '"""A new folder."""',
        "the ladder of cohorts",
        "engine.packs.cohorts.fair",
    ),
    "engine/packs/warlords/cards.py": (
        "from engine.packs.warlords import system",
        "the ladder of warlords",
        "engine.packs.warlords.cards -> engine.packs.warlords.system",
    ),
    "bot/campaign/parts.py": (
        "from bot.desk import card",
        "the ladder of bot",
        "bot.campaign.parts -> bot.desk.card",
    ),
    "bot/store/__init__.py": ("import discord", "storage and workers", "bot.store -> discord"),
    "data/__init__.py": ("import engine", "arrows go", "data -> engine"),
    "bot/cli.py": ("import tests.conftest", "without its tests", "bot.cli -> tests "),
}
"""By file, a line too many there, words of the contract that it breaks, and what is said of it."""


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """What is said of each broken contract, by its name, of a program with all those lines."""
    folder = tmp_path_factory.mktemp("planted")
    for top in ("bot", "data", "engine"):
        for source in (ROOT / top).rglob("*.py"):
            copy = folder / source.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    for path, (line, _, _) in UPWARD.items():
        planted = folder / path
        planted.parent.mkdir(exist_ok=True)
        with planted.open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    done = linted(folder)
    assert done.returncode == 1
    told = done.stdout.partition("Broken contracts")[2]
    names = [name for name in CONTRACTS if f"{name} BROKEN" in done.stdout]
    starts = {told.find(f"\n{name}\n"): name for name in names}
    ends = (*sorted(starts), len(told))
    return {starts[start]: told[start:end] for start, end in pairwise(ends)}


@pytest.mark.parametrize("path", UPWARD)
def test_an_arrow_up_is_found(path: str, broken: Mapping[str, str]):
    _, contract, said = UPWARD[path]
    assert [name for name, told in broken.items() if contract in name and said in told]


LONGEST = 25
"""Files in a chain of imports of the host's half of `bot`: what somebody reads at most on the way
from what they change down to the ground."""


def in_functions(module: str) -> set[int]:
    """The lines of a module's file at which a function imports something."""
    file = ROOT / module.replace(".", "/")
    file = file / "__init__.py" if file.is_dir() else file.with_suffix(".py")
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    tree = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    inner = (each for node in tree if isinstance(node, functions) for each in ast.walk(node))
    return {each.lineno for each in inner if isinstance(each, ast.Import | ast.ImportFrom)}


def test_no_chain_of_imports_in_the_host_is_long():
    graph = grimp.build_graph("bot", exclude_type_checking_imports=True, cache_dir=None)
    host = {each for each in graph.modules if not each.startswith("bot.faces")}

    def imported(module: str) -> set[str]:
        """What is imported when the module is, of the host's half."""
        later = in_functions(module)
        return {
            each
            for each in graph.find_modules_directly_imported_by(module) & host
            for found in graph.get_import_details(importer=module, imported=each)
            if found["line_number"] not in later
        }

    @cache
    def chain(module: str) -> tuple[str, ...]:
        return (module, *max(map(chain, imported(module)), key=len, default=()))

    longest = max(map(chain, host), key=len)
    assert len(longest) <= LONGEST, " > ".join(longest)
