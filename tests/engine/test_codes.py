"""The reason codes of refusals: those of the ledger, all of them told, and no others."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

import engine
from engine.codes import Code
from engine.rulebook import Rulebook

BOOK = Rulebook.load()
CODES = set(get_args(Code))
FRAME = {"internal_error"}
"""Of an order that broke the program, which no rule of the game foresees."""
SOURCES = sorted(Path(engine.__file__).parent.rglob("*.py"))


def of_table(rule: str) -> set[str]:
    rows: Any = BOOK.get(rule).table
    return {code for row in rows for code in row.get("codes", [row.get("code")])}


def refusals(tree: ast.AST) -> Iterator[ast.expr]:
    """What stands as the code in every refusal that a file makes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = (
                node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
            )
            named = [each.value for each in node.keywords if each.arg == "code"]
            if called in {"Refusal", "refuses"}:
                yield (node.args or named)[0]


@pytest.mark.rule("cohorts.action.order-failure", "cohorts.order.city-guild-reason-codes")
def test_the_codes_are_those_of_the_ledger() -> None:
    ledger = of_table("cohorts.action.order-failure")
    ledger |= of_table("cohorts.order.city-guild-reason-codes")
    assert ledger == CODES - FRAME


@pytest.mark.rule("cohorts.action.order-failure", "cohorts.order.city-guild-reason-codes")
def test_every_refusal_has_a_code_of_the_list_and_every_code_is_told() -> None:
    walked, texts = 0, set[str]()
    for source in SOURCES:
        if source.name == "codes.py":
            continue
        tree = ast.parse(source.read_text(encoding="utf-8"))
        constants = (each.value for each in ast.walk(tree) if isinstance(each, ast.Constant))
        texts |= {each for each in constants if isinstance(each, str)}
        for code in refusals(tree):
            walked += 1
            words = [e.value for e in ast.walk(code) if isinstance(e, ast.Constant)]
            # What is passed on has the type of the list, which the type checker sees to.
            assert words or isinstance(code, ast.Name), f"{source}: {ast.unparse(code)}"
            assert {each for each in words if each} <= CODES, f"{source}: {ast.unparse(code)}"
    assert walked > 300
    assert texts >= CODES
