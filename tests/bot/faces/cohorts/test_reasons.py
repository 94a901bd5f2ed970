"""Why computer players of Cohorts give orders: every reason has distinct words."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

from bot.faces.cohorts.reasons import REASONS
from engine.packs.cohorts import rivals
from engine.packs.cohorts.rivals.cities import TOWERS
from engine.packs.cohorts.rivals.wars import CAUSES, ENDS

SAID_BY: Final = {"Reason": 0, "Deed": 2, "_work": 3, "_send": 3, "_Wish": 1}
"""By what is called, which of its arguments is a reason's key."""


def test_every_reason_is_worded_and_no_other() -> None:
    given = dict.fromkeys((*(why for _, _, why, _ in TOWERS), *CAUSES, *ENDS))
    for file in sorted(Path(rivals.__path__[0]).glob("*.py")):
        for call in ast.walk(ast.parse(file.read_text())):
            place = SAID_BY.get(getattr(getattr(call, "func", None), "id", ""))
            if isinstance(call, ast.Call) and place is not None and len(call.args) > place:
                keys = [k for k in ast.walk(call.args[place]) if isinstance(k, ast.Constant)]
                given |= {key.value: None for key in keys if isinstance(key.value, str)}
    assert sorted(given) == sorted(REASONS)
