"""Worked cases, each as a test: the rulebook's, further ones, and those that `RULE_CASES` adds."""

import os
from pathlib import Path

import pytest

from tests.rules import adapters
from tests.rules.brought import BroughtFileError, brought_cases
from tests.rules.harness import Case, adapters_of, cases_of, check
from tests.rules.ledger import BOOK, ENTRIES

ADAPTERS = adapters_of(adapters)
FURTHER = brought_cases(Path(__file__).parent / "further")
"""Brought along as anybody's are, and always run."""


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.id, marks=pytest.mark.rule(case.rule, case=case.id))
        for case in cases_of(ENTRIES, ADAPTERS)
    ],
)
def test_the_code_meets_the_case(case: Case) -> None:
    check(case, BOOK, ADAPTERS)


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in FURTHER])
def test_the_code_meets_the_further_case(case: Case | BroughtFileError) -> None:
    assert isinstance(case, Case), str(case)
    check(case, BOOK, ADAPTERS)


def test_no_two_further_cases_have_one_id() -> None:
    names = [name for name, _ in FURTHER]
    assert len(names) == len(set(names))


if folder := os.environ.get("RULE_CASES"):

    @pytest.mark.parametrize(
        "case",
        [pytest.param(case, id=name) for name, case in brought_cases(Path(folder))],
    )
    def test_the_code_meets_the_brought_case(case: Case | BroughtFileError) -> None:
        if isinstance(case, BroughtFileError):
            pytest.fail(str(case), pytrace=False)
        check(case, BOOK, ADAPTERS)
