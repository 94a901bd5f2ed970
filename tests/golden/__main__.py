"""Print the golden campaign's fingerprints; `--write` stores them, `--module` copies the module.

`python -m tests.golden --module --write` plays by the module as it is shipped now.
"""

import argparse
import json
from pathlib import Path

from tests.golden.campaign import MODULE, play, play_realm
from tests.rules.scene import module

STORED = Path(__file__).parent / "ticks.json"

parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
parser.add_argument("--write", action="store_true", help="store the fingerprints")
parser.add_argument("--module", action="store_true", help="take a new copy of module cohorts")
options = parser.parse_args()
if options.module:
    MODULE.write_text(module().to_json() + "\n", encoding="utf-8")
campaigns = {"campaign": play(), "realm": play_realm()}
prints = {name: [tick.fingerprint for tick in ticks] for name, ticks in campaigns.items()}
text = json.dumps(prints, indent=1) + "\n"
if options.write:
    STORED.write_text(text, encoding="utf-8")
print(text, end="")
