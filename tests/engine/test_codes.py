"""The reason codes of refusals: each is common or a pack's own, all are told, and no others."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import skirmish
from skirmish.rules import PACK as SKIRMISH

import engine
from engine import packs
from engine.codes import COMMON
from engine.packs import Pack
from engine.rulebook import Rulebook
from tests.engine import toy

BOOK = Rulebook.load()
FRAME = {"internal_error"}
"""Of an order that broke the program, which no rule of the game foresees."""
ENGINE = Path(engine.__file__).parent
PACKS = {
    **{ENGINE / "packs" / name: packs.load(name) for name in packs.SHIPPED},
    Path(skirmish.__file__).parent: SKIRMISH,
}
"""By the folder of its sources."""


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
            if called in {"Refusal", "refusal", "refuses"}:
                yield (node.args or named)[0]


def in_reach(pack: Pack) -> set[str]:
    """The codes that a pack may use: the common ones, its own, and those of what it builds on."""
    bases = (packs.load(base) for base in pack.builds_on)
    return {*COMMON, *pack.codes, *(code for base in bases for code in in_reach(base))}


def allowed(source: Path) -> set[str]:
    """The codes that a source may use, by the pack in whose folder it lies."""
    inside = (pack for folder, pack in PACKS.items() if source.is_relative_to(folder))
    return next(map(in_reach, inside), set(COMMON))


def sources() -> Iterator[tuple[Path, ast.AST]]:
    for folder in (ENGINE, Path(skirmish.__file__).parent):
        for source in sorted(folder.rglob("*.py")):
            if source.name != "codes.py":
                yield source, ast.parse(source.read_text(encoding="utf-8"))


@pytest.mark.rule("cohorts.action.order-failure", "cohorts.order.city-guild-reason-codes")
def test_the_codes_of_cohorts_are_those_of_the_ledger() -> None:
    ledger = of_table("cohorts.action.order-failure")
    ledger |= of_table("cohorts.order.city-guild-reason-codes")
    assert ledger == in_reach(packs.load("cohorts")) - FRAME


@pytest.mark.rule("cohorts.action.order-failure", "cohorts.order.city-guild-reason-codes")
def test_every_refusal_has_a_code_of_the_frame_or_of_its_pack_and_every_code_is_told() -> None:
    walked, texts = 0, set[str]()
    for source, tree in sources():
        constants = (each.value for each in ast.walk(tree) if isinstance(each, ast.Constant))
        texts |= {each for each in constants if isinstance(each, str)}
        for code in refusals(tree):
            walked += 1
            words = [e.value for e in ast.walk(code) if isinstance(e, ast.Constant)]
            # What is passed on has the type of the list, which the type checker sees to.
            assert words or isinstance(code, ast.Name), f"{source}: {ast.unparse(code)}"
            assert {each for each in words if each} <= allowed(source), (
                f"{source}: {ast.unparse(code)}"
            )
    assert walked > 300
    assert texts >= {*COMMON, *(code for pack in PACKS.values() for code in pack.codes)}


def test_the_codes_of_a_campaign_are_those_of_its_packs() -> None:
    by = toy.rules(Pack("one", codes=("rusty",)), Pack("other", codes=("wet",)))
    assert by.codes == {*COMMON, "rusty", "wet"}


@pytest.mark.parametrize("code", ["rusty", "not_allowed"])
def test_no_pack_brings_a_code_that_is_there_already(code: str) -> None:
    with pytest.raises(LookupError, match=f"'other' brings the reason code '{code}'"):
        toy.rules(Pack("one", codes=("rusty",)), Pack("other", codes=(code,)))
