"""`run.py test --changed`: what a change touches runs, nearest first, and what is left is told."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import changed

EQUIPPING = "engine/packs/cohorts/stacks/equipping.py"


def steps(path: str) -> dict[str, int]:
    return {near.path: near.steps for near in changed.nearest([path])}


def test_the_tests_of_an_order_come_first_and_those_that_reach_it_by_others_later() -> None:
    near = changed.nearest([EQUIPPING])
    assert near[0] == changed.Near("tests/packs/cohorts/stacks/test_equipping.py", 1)
    reached = {each.path: each.steps for each in near}
    assert reached["tests/packs/cohorts/test_rivals_at_home.py"] == 1  # imports it
    assert reached["tests/packs/cohorts/stacks/test_leaving.py"] == 2  # lies beside its tests
    assert reached["tests/rules/test_cases.py"] == 3  # loads, by name, an adapter that imports it
    assert list(reached.values()) == sorted(reached.values())


def test_a_changed_test_comes_before_all_and_a_stage_touches_those_that_stand_on_it() -> None:
    both = changed.nearest(["tests/bot/test_rounds.py", EQUIPPING])
    assert both[0] == changed.Near("tests/bot/test_rounds.py", 0)
    assert steps("tests/rules/scene.py")["tests/packs/cohorts/stacks/test_equipping.py"] == 1
    assert steps("tests/bot/conftest.py")["tests/bot/help/test_help.py"] == 1


@pytest.mark.parametrize(
    "path, reader, count",
    [
        ("data/rulebook/kingdoms-bouts.yaml", "tests/rules/test_cases.py", 2),
        ("data/modules/regency/module.toml", "tests/bot/league/test_league.py", 1),
        ("docs/events.md", "tests/docs/test_docs.py", 2),
        ("bot/store/migrations/0017_steps.sql", "tests/bot/store/test_campaigns.py", 1),
        ("requirements-dev.lock", "tests/test_run.py", 1),
    ],
)
def test_a_file_that_is_no_python_touches_what_reads_it(path: str, reader: str, count: int) -> None:
    assert steps(path)[reader] == count


# What git tells


@pytest.fixture
def git(tmp_path: Path) -> Callable[..., None]:
    def git(*words: str) -> None:
        who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--initial-branch=main")
    for name in ("kept", "edited", "gone"):
        (tmp_path / name).write_text(name)
    (tmp_path / ".gitignore").write_text("ignored")
    git("add", ".")
    git("commit", "--message=Before")
    return git


def test_what_the_branch_did_and_what_is_not_committed_has_changed(
    git: Callable[..., None], tmp_path: Path
) -> None:
    assert changed.changed(tmp_path) == []
    git("checkout", "-b", "mine")
    (tmp_path / "edited").write_text("otherwise")
    git("commit", "--all", "--message=After")
    (tmp_path / "gone").unlink()
    (tmp_path / "new é").write_text("new")
    (tmp_path / "ignored").write_text("")
    git("checkout", "main", "--", "kept")
    assert changed.changed(tmp_path) == ["edited", "gone", "new é"]


def test_without_git_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(SystemExit, match="asks git what has changed"):
        changed.changed(tmp_path)


# The runs


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The arguments of every pytest that would have run; -x stands for one that fails."""
    ran: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(command[3:])
        return subprocess.CompletedProcess(command, 1 if "-x" in command else 0)

    monkeypatch.setattr(changed, "changed", lambda root: [EQUIPPING])
    monkeypatch.setattr(changed.subprocess, "run", run)
    return ran


def test_the_nearest_run_by_themselves_then_the_others_up_to_a_limit(
    ran: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert changed.main(["--most", "10"]) == 0
    paths = [each.path for each in changed.nearest([EQUIPPING])]
    assert ran == [["-q", *paths[:4]], ["-q", *changed.SPREAD, *paths[4:10]]]
    told = capsys.readouterr().out
    assert f"Changed: {EQUIPPING}. {len(paths)} of " in told
    assert f"Not run: {len(paths) - 10} that are further from the change" in told
    assert "The whole suite (run.py test) proves the rest." in told


def test_after_a_failure_nothing_more_is_begun(
    ran: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert changed.main(["-x"]) == 1
    assert len(ran) == 1
    assert "Nothing more was begun" in capsys.readouterr().out


def test_without_a_change_nothing_runs(
    ran: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(changed, "changed", lambda root: [])
    assert changed.main([]) == 0
    assert ran == []
    assert "Nothing has changed" in capsys.readouterr().out
