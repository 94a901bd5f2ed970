"""The one command of this project: it makes the environment, then runs a part of the product.

Standard library only, so that a bare Python starts it. It holds no game and no settings:
`python -m bot` does everything that a host or player sees. Commands run in this file's folder.
"""

import sys

# Stands before whatever an older Python would stumble over.
if sys.version_info < (3, 11):
    sys.exit(
        "This needs Python 3.11 or newer, and this is Python {}.{}. "
        "Start it with a newer one, such as: python3.13 run.py".format(*sys.version_info)
    )

import argparse
import hashlib
import importlib.util
import os
import platform
import subprocess
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
# The digests of the locks that the environment holds.
INSTALLED = VENV / "installed-locks"

PRODUCT = ROOT / "requirements.lock"
# The product at the same versions, and what the practice table needs besides.
PRACTICE = ROOT / "requirements-practice.lock"
# All that, and the tools.
TOOLS = ROOT / "requirements-dev.lock"

CHANGED = "--changed"
"""Of `test`: not the whole suite, but what a change touches."""
BENCHES = "tests/bench"
"""What `bench` runs unless it is told a part of it."""


@dataclass(frozen=True)
class Command:
    """A word of the command line; `steps` are arguments for the environment's Python."""

    help: str
    lock: Path
    steps: tuple[str, ...]
    side_by_side: bool = False
    """Whether no step needs what another makes, nor wants the machine for itself."""


COMMANDS = {
    "demo": Command(
        "play on the practice table in a browser (--headless: by script)",
        PRACTICE,
        ("-m bot demo",),
    ),
    "bot": Command("connect to Discord with DISCORD_TOKEN", PRODUCT, ("-m bot bot",)),
    "module": Command("look after modules (module check)", PRODUCT, ("-m bot module",)),
    "league": Command(
        "let computer players play a module's campaigns, and count what comes of it",
        PRODUCT,
        ("-m bot league",),
    ),
    "verify": Command(
        "compute a guild's file again tick by tick; what that proves: verify --help",
        PRODUCT,
        ("-m bot verify",),
    ),
    "film": Command(
        "draw the film of a campaign that has ended, large and with every turn",
        PRODUCT,
        ("-m bot film",),
    ),
    "restore": Command(
        "list a server's backups, or put one back while its bot is stopped: restore --help",
        PRODUCT,
        ("-m bot restore",),
    ),
    "export": Command("write a campaign with all its ticks to a file", PRODUCT, ("-m bot export",)),
    "import": Command(
        "take a campaign's file into a guild, while the bot is stopped", PRODUCT, ("-m bot import",)
    ),
    "test": Command(
        "run the tests (--changed: those that a change touches, nearest first)",
        TOOLS,
        ("-m pytest -n auto --dist loadfile --no-loadscope-reorder",),
    ),
    "lint": Command(
        "check style, types, which folder imports which, and which rules are tested",
        TOOLS,
        (
            "-m ruff check",
            "-m ruff format --check",
            "-m pytest -q tests/test_arrows.py -k imports",
            "-m tests.rules",
            # In two, for it uses one core, and types take longer than all the rest.
            "-m pyright bot data engine run.py",
            "-m pyright tests",
        ),
        side_by_side=True,
    ),
    "rules": Command("say which rules of the ledger are tested", TOOLS, ("-m tests.rules",)),
    "bench": Command(
        "measure speed",
        TOOLS,
        ("-m pytest -m bench --benchmark-json=.benchmark.json",),
    ),
    "figures": Command(
        "make docs/figures.md from what bench measured", TOOLS, ("-m tests.bench.page",)
    ),
    "balance": Command(
        "make docs/balance.md from duels of all systems (10 minutes on two cores)",
        PRODUCT,
        ("-m bot balance cohorts warlords kingdoms warmaster",),
    ),
    "wire": Command(
        "check every request against the API description in DISCORD_OPENAPI",
        TOOLS,
        ("-m pytest -m wire",),
    ),
    "mutants": Command(
        "break chosen rules on purpose, and say which break no test noticed",
        TOOLS,
        ("-m mutmut run", "-m mutmut results"),
    ),
    "pythons": Command(
        "try each supported Python at hand: golden ticks, and tests (--golden: without)",
        TOOLS,
        ("-m tests.pythons",),
    ),
    "soak": Command(
        "run the tests that take long on purpose, and search for new examples in the others",
        TOOLS,
        ("-m pytest -m soak", "-m pytest -n auto -m hypothesis --hypothesis-profile=search"),
    ),
}


def main(arguments: list[str]) -> int:
    """Run the command that `arguments` name and return its exit status."""
    parser = argparse.ArgumentParser(
        prog="run.py",
        description="Makes the environment in .venv where need be, then runs a command in it.",
        epilog="\n".join(f"  {name:8}{command.help}" for name, command in COMMANDS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=COMMANDS, metavar="command", help="one of those below")
    parser.add_argument("rest", nargs=argparse.REMAINDER, help="passed on to the command")
    chosen = parser.parse_args(arguments)
    command = COMMANDS[chosen.command]

    if chosen.command == "test" and CHANGED in chosen.rest:
        chosen.rest.remove(CHANGED)
        command = replace(command, steps=("-m tests.changed",))
    if chosen.command == "bench" and not any(BENCHES in each for each in chosen.rest):
        chosen.rest.append(BENCHES)
    environment = dict(os.environ, PYRIGHT_PYTHON_IGNORE_WARNINGS="1")  # else it looks for news
    if chosen.command == "wire":
        environment["DISCORD_OPENAPI"] = str(discord_description())
    prepare(command.lock)
    os.chdir(ROOT)
    steps = [[str(PYTHON), *step.split(), *chosen.rest] for step in command.steps]
    return (run_side_by_side if command.side_by_side else run)(steps, environment)


def run(steps: list[list[str]], environment: dict[str, str]) -> int:
    """Run all `steps` even if one fails; a single one takes this process's place."""
    if len(steps) == 1:  # so that signals and the exit status are its own
        os.execve(PYTHON, steps[0], environment)
    statuses = [subprocess.run(step, env=environment, check=False).returncode for step in steps]
    return 1 if any(statuses) else 0


def run_side_by_side(steps: list[list[str]], environment: dict[str, str]) -> int:
    """Run all `steps` at once, and print what each said, whole, as soon as it has ended."""

    def said(step: list[str]) -> subprocess.CompletedProcess[bytes]:
        out, err = subprocess.PIPE, subprocess.STDOUT
        return subprocess.run(step, env=environment, stdout=out, stderr=err, check=False)

    failed = False
    with ThreadPoolExecutor(len(steps)) as threads:
        for ended in as_completed([threads.submit(said, step) for step in steps]):
            done = ended.result()
            print(f"{'FAILED' if done.returncode else 'passed'}: {' '.join(done.args[1:])}")
            print(done.stdout.decode(errors="replace"), flush=True)
            failed |= done.returncode != 0
    return int(failed)


def discord_description() -> Path:
    """Return the file that DISCORD_OPENAPI names, or exit saying how to name it."""
    named = os.environ.get("DISCORD_OPENAPI", "")
    if not Path(named).is_file():
        found = f"{named} is no file" if named else "it is not set"
        sys.exit(
            "DISCORD_OPENAPI must name Discord's published API description, and "
            f"{found}. Give it as: make wire DISCORD_OPENAPI=<file>"
        )
    return Path(named).resolve()


def prepare(lock: Path) -> None:
    """Make the environment hold what `lock` pins; does nothing if it already does."""
    locks = [PRODUCT, PRACTICE, TOOLS]  # each holds those before it
    digests = {each: hashlib.sha256(each.read_bytes()).hexdigest() for each in locks}
    if PYTHON.exists() and INSTALLED.exists() and digests[lock] in INSTALLED.read_text().split():
        return
    if not has_pip():
        make_environment()
    print(f"Installing what {lock.name} pins. This takes a minute, and happens once:", flush=True)
    INSTALLED.unlink(missing_ok=True)
    # What is imported is compiled then; most of it never is.
    install = ["install", "--no-compile", "--progress-bar=off", "--no-input", "--require-hashes"]
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check"]
    if subprocess.run([*pip, *install, "-r", str(lock)], check=False).returncode:
        sys.exit(f"Installing from {lock.name} failed; pip says why above.")
    held = locks[: locks.index(lock) + 1]
    INSTALLED.write_text("\n".join(digests[each] for each in held))


def has_pip() -> bool:
    """Say whether there is an environment that works and can install."""
    if not PYTHON.exists():
        return False
    question = [str(PYTHON), "-m", "pip", "--version"]
    return subprocess.run(question, capture_output=True, check=False).returncode == 0


def make_environment() -> None:
    """Make `.venv` anew, or exit naming the line that installs what Python lacks for it."""
    if not all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        sys.exit(f"This Python cannot make environments. Install what it lacks:\n{remedy()}")
    print(f"Making .venv with Python {platform.python_version()}.", flush=True)
    make = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    if subprocess.run(make, check=False).returncode:
        sys.exit("Making .venv failed; the lines above say why.")


def remedy() -> str:
    """Return the line that installs Python's venv on this system."""
    version = "{}.{}".format(*sys.version_info)
    if sys.platform == "darwin":
        return f"brew install python@{version}"
    try:
        system = platform.freedesktop_os_release()
    except OSError:
        system = {}
    known = {
        "debian": f"apt install python{version}-venv",
        "ubuntu": f"apt install python{version}-venv",
        "fedora": f"dnf install python{version} python3-pip",
        "rhel": f"dnf install python{version} python{version}-pip",
        "suse": f"zypper install python{version.replace('.', '')}",
        "arch": "pacman -S python",
        "alpine": "apk add python3 py3-pip",
    }
    for name in (system.get("ID", ""), *system.get("ID_LIKE", "").split()):
        if name in known:
            return known[name] if os.geteuid() == 0 else f"sudo {known[name]}"
    return f"the venv and ensurepip modules of Python {version}, from your system's packages"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
