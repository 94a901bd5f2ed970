"""Every Python at hand is tried, what is not is named, and other ticks are a fault."""

import sys
from pathlib import Path

import pytest

from tests import pythons


@pytest.fixture
def at_hand(monkeypatch: pytest.MonkeyPatch) -> dict[str, str | None]:
    """By version the hash of its golden ticks; those that are not in it are not at hand."""
    known: dict[str, str | None] = {"3.11": "abc", "3.13": "abc"}
    monkeypatch.setattr(
        pythons, "environment", lambda version: version if version in known else None
    )
    monkeypatch.setattr(pythons, "golden", lambda python: known[python])
    return known


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    ran: list[list[str]] = []

    def run(command: list[str], **_: object) -> bool:
        ran.append(command)
        return "fail" not in command

    monkeypatch.setattr(pythons, "_run", run)
    return ran


def test_what_is_at_hand_is_tried_and_the_rest_named(
    at_hand: dict[str, str | None], ran: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert pythons.main(["tests/engine", "-q"]) == 0
    assert [command[0] for command in ran] == ["3.11", "3.13"]
    assert ran[0][-2:] == ["tests/engine", "-q"]
    told = capsys.readouterr().out
    assert "3.12: not at hand" in told
    assert "3.14: not at hand" in told
    assert "3.13: golden ticks abc, tests passed" in told


def test_golden_ticks_alone_run_no_test(
    at_hand: dict[str, str | None], ran: list[list[str]]
) -> None:
    assert pythons.main(["--golden"]) == 0
    assert ran == []


@pytest.mark.parametrize("ticks", ["other", None])
def test_other_ticks_on_one_are_a_fault(
    at_hand: dict[str, str | None],
    ran: list[list[str]],
    ticks: str | None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    at_hand["3.14"] = ticks
    assert pythons.main(["--golden"]) == 1
    assert f"3.14: golden ticks {ticks or 'FAILED'}, tests not run" in capsys.readouterr().out


def test_tests_that_fail_and_no_python_at_all_are_faults(
    at_hand: dict[str, str | None], ran: list[list[str]]
) -> None:
    assert pythons.main(["fail"]) == 1
    assert len(ran) == 2
    at_hand.clear()
    assert pythons.main(["--golden"]) == 1


def test_this_python_needs_no_environment_and_others_are_looked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert pythons.environment("{}.{}".format(*sys.version_info)) == sys.executable
    for built in ("3.12.1", "3.12.4", "3.13.0"):
        place = tmp_path / "versions" / built / "bin"
        place.mkdir(parents=True)
        (place / f"python{built[:4]}").touch()
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setattr(pythons.shutil, "which", lambda name: None)
    found = [Path(each).parts[-3] for each in pythons.candidates("3.12")]
    assert found == ["3.12.4", "3.12.1"]
    monkeypatch.setattr(pythons, "PLACE", tmp_path / "made")
    assert pythons.environment("3.14") is None


def test_no_ticks_differ_under_another_hash_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    script = "import os; print(os.environ['PYTHONHASHSEED'] if {} else 'same')"
    real = pythons.subprocess.run
    for differing, wanted in ((False, str), (True, type(None))):
        monkeypatch.setattr(
            pythons.subprocess,
            "run",
            lambda command, differing=differing, **more: real(
                [command[0], "-c", script.format(differing)], **more
            ),
        )
        assert isinstance(pythons.golden(sys.executable), wanted)
