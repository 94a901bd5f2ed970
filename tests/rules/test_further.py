"""Worked cases beside those of the rulebook: brought along as anybody's are, and always run."""

from pathlib import Path

import pytest

from tests.rules import adapters
from tests.rules.brought import BroughtFileError, brought_cases
from tests.rules.harness import Case, adapters_of, check
from tests.rules.ledger import BOOK

ADAPTERS = adapters_of(adapters)
CASES = brought_cases(Path(__file__).parent / "further")


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in CASES])
def test_the_code_meets_the_further_case(case: Case | BroughtFileError) -> None:
    assert isinstance(case, Case), str(case)
    check(case, BOOK, ADAPTERS)


def test_no_two_further_cases_have_one_id() -> None:
    names = [name for name, _ in CASES]
    assert len(names) == len(set(names))
