"""Try every supported Python that is at hand: the same golden ticks on all, then the tests.

    python3 run.py pythons                   golden ticks and the whole suite on each
    python3 run.py pythons --golden          golden ticks alone, under two hash seeds
    python3 run.py pythons tests/engine -q   golden ticks, and these tests

A Python is at hand if `python3.12` starts it, if pyenv keeps one, or if uv is there, which brings
what is missing. Each has a separate environment in `.pythons`. One that is not at hand is named and
passed over; it ends with 1 if any that was tried failed or has other ticks.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements-dev.lock"
PLACE = ROOT / ".pythons"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
HASH_SEEDS = ("1", "2")


@dataclass(frozen=True)
class Tried:
    """What one Python said."""

    version: str
    ticks: str | None
    """A hash of its golden ticks; None if they could not be made, or not twice alike."""
    tests: bool | None
    """Whether the tests passed; None if they were not run."""


def main(arguments: Sequence[str]) -> int:
    """Try all; the exit code."""
    parser = argparse.ArgumentParser(
        prog="run.py pythons",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--golden", action="store_true", help="the golden ticks alone")
    options, rest = parser.parse_known_args(arguments)
    tried: list[Tried] = []
    for version in VERSIONS:
        python = environment(version)
        if python is None:
            print(f"{version}: not at hand, so not tried. Install it, or uv, which brings it.")
            continue
        print(f"{version}: the golden ticks", flush=True)
        ticks = golden(python)
        passed = None
        if not options.golden:
            print(f"{version}: the tests", flush=True)
            passed = _run([python, "-m", "pytest", *(rest or ["-n", "auto", "--dist=loadfile"])])
        tried.append(Tried(version, ticks, passed))
    for line in verdict(tried):
        print(line)
    return 0 if all_well(tried) else 1


def all_well(tried: Iterable[Tried]) -> bool:
    """Whether there was a Python, and all of them made the same ticks and passed."""
    tried = list(tried)
    ticks = {each.ticks for each in tried}
    return len(ticks) == 1 and None not in ticks and all(each.tests is not False for each in tried)


def verdict(tried: Iterable[Tried]) -> list[str]:
    """A line for each Python."""
    words = {None: "not run", True: "passed", False: "FAILED"}
    return [
        f"{each.version}: golden ticks {each.ticks or 'FAILED'}, tests {words[each.tests]}"
        for each in tried
    ]


def golden(python: str) -> str | None:
    """A hash of the golden ticks as this Python makes them, under each hash seed."""
    made: set[str] = set()
    for seed in HASH_SEEDS:
        done = subprocess.run(
            [python, "-m", "tests.golden"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode:
            return None
        made.add(hashlib.sha256(done.stdout.encode()).hexdigest()[:16])
    return made.pop() if len(made) == 1 else None


def environment(version: str) -> str | None:
    """The Python of an environment that holds what the lock pins; None if there is no such Python.

    Exits with what pip says if that cannot be installed.
    """
    if version == "{}.{}".format(*sys.version_info):
        return sys.executable
    place = PLACE / version
    python, note = place / "bin" / "python", place / "installed-lock"
    digest = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if python.exists() and note.exists() and note.read_text() == digest:
        return str(python)
    shutil.rmtree(place, ignore_errors=True)
    if not _make(version, place):
        return None
    print(f"{version}: installing what {LOCK.name} pins", flush=True)
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    if not _run([*pip, "--no-input", "--require-hashes", "-r", str(LOCK)]):
        sys.exit(f"Installing from {LOCK.name} for Python {version} failed; pip says why above.")
    note.write_text(digest)
    return str(python)


def _make(version: str, place: Path) -> bool:
    """Make an environment of that Python, if it is at hand."""
    for python in candidates(version):
        if _run([python, "-m", "venv", str(place)], quiet=True):
            return True
        shutil.rmtree(place, ignore_errors=True)
    uv = shutil.which("uv")
    return uv is not None and _run(
        [uv, "venv", "--quiet", "--seed", "--python", version, str(place)], quiet=True
    )


def candidates(version: str) -> list[str]:
    """What may start that Python, by name and where pyenv keeps those that it has built."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    built = sorted(kept.glob(f"{version}.*/bin/python{version}"), reverse=True)
    named = shutil.which(f"python{version}")
    return [*([named] if named else []), *map(str, built)]


def _run(command: Sequence[str], *, quiet: bool = False) -> bool:
    """Whether a program went well."""
    told = subprocess.DEVNULL if quiet else None
    done = subprocess.run(command, cwd=ROOT, stdout=told, stderr=told, check=False)
    return not done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
