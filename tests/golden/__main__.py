"""Print the golden campaigns' fingerprints, or store them and the forms of what is stored.

`--write` stores both, and refuses what an older file could not be read by, and other ticks under
the version that is stored. `--module` first takes a new copy of the module as it is shipped.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from engine import __version__
from tests.golden.campaign import MODULE, play, play_realm
from tests.golden.shapes import changed, shapes, written
from tests.rules.scene import module

TICKS = Path(__file__).parent / "ticks.json"
SHAPES = Path(__file__).parent / "shapes.json"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--write", action="store_true", help="store fingerprints and forms")
    parser.add_argument("--module", action="store_true", help="take a new copy of module cohorts")
    options = parser.parse_args()
    if options.module:
        MODULE.write_text(module().to_json() + "\n", encoding="utf-8")
    campaigns = {"campaign": play(), "realm": play_realm()}
    prints = {name: [tick.fingerprint for tick in ticks] for name, ticks in campaigns.items()}
    came = {"version": __version__, **prints}
    text = json.dumps(came, indent=1) + "\n"
    if options.write:
        store(came, text)
    print(text, end="")


def store(came: dict[str, Any], text: str) -> None:
    """Store all, or exit saying why not."""
    stored = json.loads(TICKS.read_text(encoding="utf-8"))
    anew = any(came[name][: len(was)] != was for name, was in stored.items() if name != "version")
    if anew and came["version"] == stored["version"]:
        sys.exit(
            f"These ticks differ from those of version {__version__}, so campaigns that were "
            "played by it would be called wrong. Raise engine.__version__, and write CHANGELOG.md."
        )
    now = shapes()
    if faults := list(changed(json.loads(SHAPES.read_text(encoding="utf-8")), now)):
        sys.exit("\n".join(["Stored files could no longer be read (see engine.stored):", *faults]))
    TICKS.write_text(text, encoding="utf-8")
    SHAPES.write_text(written(now), encoding="utf-8")


if __name__ == "__main__":
    main()
