"""Why computer kings give orders: every reason has distinct words."""

from __future__ import annotations

import ast
from pathlib import Path

from bot import faces
from bot.faces.kingdoms.reasons import REASONS
from engine.packs.kingdoms.crowns import rivals
from engine.rivals import Reason
from tests.packs.kingdoms.crowns.table import Table, rules


def test_every_reason_is_worded_and_no_other() -> None:
    given: dict[str, None] = {}
    for file in sorted(Path(rivals.__path__[0]).glob("*.py")):
        for call in ast.walk(ast.parse(file.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Reason":
                keys = [each for each in ast.walk(call.args[0]) if isinstance(each, ast.Constant)]
                given |= {key.value: None for key in keys if isinstance(key.value, str)}
    assert sorted(given) == sorted(REASONS)


def test_a_reason_is_told_by_what_it_is_about() -> None:
    world = Table.seated().world
    face = faces.of(rules())
    names = face.names(rules().view(world, 1), str, reader=1)
    king = Table.seated().king()
    told = face.because(Reason("practise", (king.place,), 30), names)
    assert told == f"because {king.name} may learn by it, with a chance of 30%"
    assert face.because(Reason("no_such_reason"), names) == "because no such reason"
