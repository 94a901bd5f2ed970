"""Print the golden campaigns' fingerprints, or store them and the forms of what is stored.

`--write` stores both, with an order of each class that is new. It refuses what an older file could
not be read by, and other ticks under the version that is stored; when the version is raised, it
finds all orders anew. `--module` first takes a new copy of the module as it is shipped. `--games`
records the games of all systems anew instead, which takes some six minutes of one processor.
"""

import argparse
import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine import __version__
from tests.golden.campaign import MODULE, find_queue, played, rules, with_added
from tests.golden.queue import Queue
from tests.golden.recorded import TURNS, RecordedGames
from tests.golden.shapes import changed, shapes, written
from tests.rules.scene import module

TICKS = Path(__file__).parent / "ticks.json"
SHAPES = Path(__file__).parent / "shapes.json"
_RAISE = (
    f"those of version {__version__}, so campaigns that were played by it would be called wrong. "
    "Raise engine.__version__, and write CHANGELOG.md."
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--write", action="store_true", help="store fingerprints and forms")
    parser.add_argument("--module", action="store_true", help="take a new copy of module cohorts")
    parser.add_argument("--games", action="store_true", help="record games of all systems anew")
    options = parser.parse_args()
    if options.games:
        for system in TURNS:
            record(system)
        return
    if options.module:
        MODULE.write_text(module().to_json() + "\n", encoding="utf-8")
    stored = json.loads(TICKS.read_text(encoding="utf-8"))
    if options.write:
        raised = stored["version"] != __version__
        (find_queue() if raised else with_added(Queue.read(rules()))).write()
    prints = {name: [tick.fingerprint for tick in ticks] for name, ticks in played().items()}
    came = {"version": __version__, **prints}
    text = json.dumps(came, indent=1) + "\n"
    if options.write:
        store(stored, came, text)
    print(text, end="")


def record(system: str) -> None:
    """Record games of a system, or exit saying why not."""
    with suppress(FileNotFoundError):
        stored = RecordedGames.read(system)
        if stored.version == __version__ and (differing := list(stored.differing())):
            sys.exit(f"{system}: {', '.join(differing)} differ from {_RAISE}")
    RecordedGames.played(system).write(system)


def store(stored: dict[str, Any], came: dict[str, Any], text: str) -> None:
    """Store all, or exit saying why not."""
    anew = any(came[name][: len(was)] != was for name, was in stored.items() if name != "version")
    if anew and came["version"] == stored["version"]:
        sys.exit(f"These ticks differ from {_RAISE}")
    now = shapes()
    if faults := list(changed(json.loads(SHAPES.read_text(encoding="utf-8")), now)):
        sys.exit("\n".join(["Stored files could no longer be read (see engine.stored):", *faults]))
    TICKS.write_text(text, encoding="utf-8")
    SHAPES.write_text(written(now), encoding="utf-8")


if __name__ == "__main__":
    main()
