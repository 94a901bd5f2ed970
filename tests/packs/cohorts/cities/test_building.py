"""What holds for everything that a city builds in its barony, in whatever order."""

import shutil
from pathlib import Path

import pytest

from engine.module import check
from tests.rules.scene import MODULES


@pytest.mark.rule("cohorts.improvement.placement")
def test_a_module_must_say_what_each_work_needs(tmp_path: Path) -> None:
    folder = tmp_path / "cohorts"
    shutil.copytree(MODULES / "cohorts", folder)
    cities = folder / "cities.toml"
    text = cities.read_text(encoding="utf-8")
    cities.write_text(text.replace("ments.village]", "ments.hamlet]"), encoding="utf-8")
    faults = [(fault.table, fault.key, fault.message) for fault in check(folder)]
    assert ("province_improvements", "village", "is missing") in faults
