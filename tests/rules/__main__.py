"""`python -m tests.rules`: which rules of the rulebook are tested, and which are not.

It collects the whole test suite and reads the `rule` marks; it runs no test. It ends with an
error if a mark names no rule, or if a rule is marked as tested while its cases are not run.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from engine.rulebook import Rulebook

TESTS: Final = Path(__file__).resolve().parent.parent
SETTINGS: Final = TESTS.parent / "pyproject.toml"


class Mark(NamedTuple):
    """That a test covers a rule, and the case that it runs, if any."""

    test: str
    rule: str
    case: str | None


class CollectionError(Exception):
    """The tests could not be collected; the message is what pytest printed."""


class _Marks:
    """A pytest plugin that keeps the marks of what was collected."""

    def __init__(self) -> None:
        self.found: list[Mark] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            for mark in item.iter_markers("rule"):
                for rule in mark.args or ("",):
                    self.found.append(Mark(item.nodeid, rule, mark.kwargs.get("case")))


def collect(folder: Path) -> list[Mark]:
    """The `rule` marks of all tests under a folder, also of those that are not run by default.

    Raises CollectionError.
    """
    marks = _Marks()
    options = ["-c", str(SETTINGS), "-o", "addopts=", "--import-mode=importlib"]
    # No test is run, so that no assertion needs to be rewritten.
    options += ["--collect-only", "--assert=plain", "-q", "-p", "no:cacheprovider", str(folder)]
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        code = pytest.main(options, plugins=[marks])
    if code not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        raise CollectionError(printed.getvalue())
    return marks.found


def report(book: Rulebook, marks: Sequence[Mark]) -> Iterator[str]:
    """Per file of the rulebook how many rules are tested and cases run, and the rest by id."""
    tested = {mark.rule for mark in marks}
    run = {mark.case for mark in marks if mark.case}
    ledgers: dict[str, list[str]] = {}
    cases: dict[str, list[str]] = {}
    for entry in map(book.get, book.ids):
        ledgers.setdefault(entry.ledger, []).append(entry.id)
        cases.setdefault(entry.ledger, []).extend(
            f"{entry.id}/{number}" for number in range(1, len(entry.cases) + 1)
        )
    for ledger, ids in ledgers.items():
        missing = [rule for rule in ids if rule not in tested]
        running = [case for case in cases[ledger] if case in run]
        yield (
            f"{ledger}: {len(ids) - len(missing)} of {len(ids)} rules tested, "
            f"{len(running)} of {len(cases[ledger])} cases run"
        )
        yield from (f"  not tested: {rule}" for rule in missing)


def faults(book: Rulebook, marks: Sequence[Mark]) -> Iterator[str]:
    """What is wrong with the marks: unknown rules, and tested rules whose cases are not run."""
    run: dict[str, set[str]] = {}
    for mark in marks:
        if mark.case:
            run.setdefault(mark.rule, set()).add(mark.case)
    tests: dict[str, str] = {mark.rule: mark.test for mark in reversed(marks)}
    for rule, test in sorted(tests.items()):
        if rule not in book:
            yield f"{test}: the mark names {rule!r}, which is not in the rulebook"
        elif missing := len(book.get(rule).cases) - len(run.get(rule, ())):
            yield f"{test}: {rule} counts as tested, but {missing} of its cases are not run"


def main() -> int:
    """Print report and faults of the project's own tests; 1 if there is a fault."""
    book = Rulebook.load()
    try:
        marks = collect(TESTS)
    except CollectionError as error:
        print(error)
        return 1
    found = list(faults(book, marks))
    print(*report(book, marks), *found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
