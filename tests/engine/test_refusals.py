"""Refusals that every system has, and that one fault is worded in one place."""

import ast
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import engine
from engine.refusals import FROM_LIST, no_such

SOURCES = sorted(Path(engine.__file__).parent.rglob("*.py"))


@dataclass
class Skill:
    name: str


SKILLS = [Skill("Riding"), Skill("Troop training")]


def test_a_name_that_nothing_has_is_answered_with_the_one_most_like_it() -> None:
    refusal = no_such("some.rule", "skill", "ridng", SKILLS)
    assert refusal.code == "bad_target"
    assert refusal.says == "There is no skill called 'ridng'."
    assert refusal.instead == "Did you mean Riding?"


def test_a_name_like_none_is_answered_with_the_list_and_shown_in_part() -> None:
    refusal = no_such("some.rule", "skill", "x" * 100, SKILLS)
    assert refusal.says == f"There is no skill called {'x' * 40!r}."
    assert refusal.instead == FROM_LIST


def test_no_fault_is_worded_alike_in_two_places() -> None:
    """Two wordings drift apart: what several orders refuse has one maker."""
    places = defaultdict[str, list[str]](list)
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            # An order's own maker leaves out the rule.
            at = {"Refusal": 2, "self.refusal": 1}.get(ast.unparse(node.func), len(node.args))
            for says in node.args[at : at + 1]:
                text = re.sub(r"\{[^{}]*\}", "", ast.unparse(says))
                if isinstance(says, ast.JoinedStr | ast.Constant):
                    places[text].append(f"{source.name}:{node.lineno}")
    assert len(places) > 330
    shared = {text: found for text, found in places.items() if len(found) > 1}
    assert [found for text, found in shared.items() if len(re.findall(r"[a-z]+", text)) > 3] == []
