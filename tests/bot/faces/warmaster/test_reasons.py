"""Why computer players of Warmaster give orders: every one of its reasons has words."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

from bot.faces.cohorts.reasons import REASONS as OF_COHORTS
from bot.faces.warmaster.reasons import REASONS
from engine.packs.warmaster import rivals

SAID_BY: Final = {"Reason": 0, "Deed": 2}
"""By what is called, which of its arguments is a reason's key."""


def test_every_reason_is_worded_and_no_other() -> None:
    given: dict[str, None] = {}
    for file in sorted(Path(rivals.__path__[0]).glob("*.py")):
        for call in ast.walk(ast.parse(file.read_text())):
            place = SAID_BY.get(getattr(getattr(call, "func", None), "id", ""))
            if isinstance(call, ast.Call) and place is not None and len(call.args) > place:
                keys = [k for k in ast.walk(call.args[place]) if isinstance(k, ast.Constant)]
                given |= {key.value: None for key in keys if isinstance(key.value, str)}
    assert sorted(given) == sorted(REASONS)
    assert not REASONS.keys() & OF_COHORTS.keys()
