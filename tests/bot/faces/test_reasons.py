"""Why computer players give orders: every reason of a system has distinct words."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Final, get_args

import pytest

from bot import faces
from bot.faces.cohorts import FACE as COHORTS
from bot.faces.kingdoms.reasons import REASONS as KINGDOMS
from bot.faces.warlords import FACE as WARLORDS
from bot.faces.warmaster import FACE as WARMASTER
from engine.packs.cohorts import rivals as of_cohorts
from engine.packs.cohorts.rivals.cities import TOWERS
from engine.packs.cohorts.rivals.wars import Cause, End
from engine.packs.kingdoms.crowns import rivals as of_kingdoms
from engine.packs.warlords import rivals as of_warlords
from engine.packs.warmaster import rivals as of_warmaster
from engine.rivals import Reason
from tests.packs.kingdoms.crowns.table import Table, rules

SAID_BY: Final = {"Reason": 0, "Deed": 2, "_work": 3, "_send": 3, "_Wish": 1}
"""By what is called, which of its arguments is a reason's key."""
TABLED: Final = (*(why for _, _, why, _ in TOWERS), *get_args(Cause), *get_args(End))
"""Reasons of Cohorts that stand in tables."""


@pytest.mark.parametrize(
    "rivals, words, tabled, base",
    [
        pytest.param(of_cohorts, COHORTS.reasons, TABLED, {}, id="cohorts"),
        pytest.param(of_warlords, WARLORDS.reasons, (), COHORTS.reasons, id="warlords"),
        pytest.param(of_warmaster, WARMASTER.reasons, (), COHORTS.reasons, id="warmaster"),
        pytest.param(of_kingdoms, KINGDOMS, (), {}, id="kingdoms"),
    ],
)
def test_every_reason_is_worded_and_no_other(
    rivals: ModuleType,
    words: Mapping[str, object],
    tabled: Iterable[str],
    base: Mapping[str, object],
) -> None:
    given = set(tabled) - {""}
    for file in Path(rivals.__path__[0]).glob("*.py"):
        for call in ast.walk(ast.parse(file.read_text())):
            place = SAID_BY.get(getattr(getattr(call, "func", None), "id", ""))
            if isinstance(call, ast.Call) and place is not None and len(call.args) > place:
                keys = [k for k in ast.walk(call.args[place]) if isinstance(k, ast.Constant)]
                given |= {key.value for key in keys if isinstance(key.value, str)}
    assert given - base.keys() == set(words)


def test_a_reason_is_told_by_what_it_is_about() -> None:
    world = Table.seated().world
    face = faces.of(rules())
    names = face.names(rules().view(world, 1), str, reader=1)
    king = Table.seated().king()
    told = face.because(Reason("practise", (king.place,), 30), names)
    assert told == f"because {king.name} may learn by it, with a chance of 30%"
    assert face.because(Reason("no_such_reason"), names) == "because no such reason"
