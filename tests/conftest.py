"""What holds for every test: which are benches, how Hypothesis runs, and where files are made.

Fixtures of one area live in that area's own folder.
"""

import gc
import importlib
import os
import pickle
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

ROOT = Path(__file__).resolve().parents[1]
BENCHES = ROOT / "tests" / "bench"
MODULES = ROOT / "data" / "modules"
LONG = ("stories", "practice", "surface", "process", "golden")
"""Folders with files that take long; they run first."""
MEMORY = Path("/dev/shm")
ROOM = 2**30
"""Bytes that must be free there; a whole run leaves a tenth of it."""

# The same examples each time, however busy the machine is; `run.py soak` searches for others.
settings.register_profile(
    "same",
    deadline=None,
    derandomize=True,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "search", settings.get_profile("same"), derandomize=False, max_examples=200
)
settings.load_profile("same")
# Else the numbers and words of all modules that happen to be loaded are among the examples, so that
# these are others according to which tests run together.
assert hasattr(providers, "_get_local_constants"), "Hypothesis calls it otherwise now"
providers._get_local_constants = providers.Constants  # pyright: ignore[reportPrivateImportUsage]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read the benches where none runs: what they measure takes long to make."""
    return (collection_path == BENCHES and "not bench" in config.option.markexpr) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if BENCHES in item.path.parents:
            item.add_marker("bench")
    # Of processes that share the files none is to begin a long one when the others are done.
    if all(Path(argument).is_dir() for argument in config.args):  # else their order is meant
        items.sort(key=lambda item: item.path.parent.name not in LONG)


def pytest_configure() -> None:
    """Make the tests' files in memory where Linux offers it: a campaign is synced for each commit.

    What is tested by killing processes is the same there, for the system keeps what they wrote.
    And let the processes that tests start keep what they compile: there are some hundred.
    Shipped modules are read once: most that tests write extend one, of thirty files.
    """
    _read_shipped_modules_once()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let processes that run the tests side by side share the work of rewriting their asserts.

    Each begins elsewhere, so that none rewrites a file which another has already rewritten. From a
    clean checkout that is a minute of CPU for each of them.
    """
    if (worker := os.environ.get("PYTEST_XDIST_WORKER")) is None:
        return
    folders = [Path(argument).resolve() for argument in session.config.args]
    found = {file for folder in folders for file in folder.rglob("test_*.py")}
    files = sorted(file for file in found if BENCHES not in file.parents)
    share = len(files) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    first = share * int(worker.removeprefix("gw"))
    for file in files[first:] + files[:first]:
        with suppress(Exception, pytest.skip.Exception):  # whatever it is, the collection tells it
            importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Spare the collector what all tests share: it is asked after each file of the bot's tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def _read_shipped_modules_once() -> None:
    loading: Any = importlib.import_module("engine.module.load")
    kept: dict[Any, bytes] = {}
    read = loading._read

    def read_once(folder: Any) -> Any:
        if not isinstance(folder, Path) or folder.parent != MODULES:
            return read(folder)
        if folder not in kept:
            kept[folder] = pickle.dumps(read(folder))
        return pickle.loads(kept[folder])

    loading._read = read_once
