"""What one module says otherwise than another."""

import json
from typing import Any

import pytest

from engine.module import Module, load
from engine.module.changes import ModuleChange, changes
from tests.rules.scene import MODULES


@pytest.fixture(scope="module")
def narrows() -> Module:
    return load("narrows", [MODULES])


def changed(module: Module, change: Any) -> Module:
    """The module after a change of its plain tree."""
    tree = json.loads(module.to_json())
    change(tree, tree["contents"]["cohorts"])
    return Module.from_json(json.dumps(tree))


def test_a_module_changes_nothing_of_itself(narrows: Module):
    assert changes(narrows, narrows) == []
    assert changes(narrows, Module.from_json(narrows.to_json())) == []


def test_which_rule_a_record_names_is_no_fact_of_the_game(narrows: Module):
    def change(tree: Any, cohorts: Any) -> None:
        del cohorts["spells"]["fury"]["rule"]
        cohorts["spells"]["tremors"]["rule"] = "narrows.spell.tremors"

    other = changed(narrows, change)
    assert other != narrows
    assert changes(narrows, other) == changes(other, narrows) == []


def test_a_fact_a_record_and_an_entry_of_a_list_are_told_by_their_path(narrows: Module):
    def change(tree: Any, cohorts: Any) -> None:
        tree["factions"]["ashmark"]["players"] = 1
        cohorts["diplomacy"]["war"] = 5
        cohorts["drawing"]["deposits"][1]["resources"] = ["iron"]
        del tree["rivals"][next(iter(tree["rivals"]))]

    found = changes(narrows, changed(narrows, change))
    assert ModuleChange("factions", ("ashmark", "players"), "changed", "2", "1") in found
    assert ModuleChange("diplomacy", ("war",), "changed", "2", "5") in found
    assert (
        ModuleChange("drawing", ("deposits", "2", "resources"), "changed", '["fish"]', '["iron"]')
        in found
    )
    gone = [each for each in found if each.how == "removed"]
    assert [(each.section, len(each.path)) for each in gone] == [("rivals", 1)]
    assert gone[0].before.startswith('{"name": ')
    assert len(found) == 4


def test_there_and_back_are_the_same_changes_turned_round(narrows: Module):
    there = changes(load("veterans", [MODULES]), narrows)
    back = changes(narrows, load("veterans", [MODULES]))
    turned = {"added": "removed", "removed": "added", "changed": "changed"}
    assert there
    assert {(c.section, c.path, c.how, c.before, c.after) for c in there} == {
        (c.section, c.path, turned[c.how], c.after, c.before) for c in back
    }


def test_the_order_of_a_table_is_a_fact(narrows: Module):
    def turn(tree: Any, _: Any) -> None:
        tree["rivals"] = dict(reversed(tree["rivals"].items()))

    (found,) = changes(narrows, changed(narrows, turn))
    assert (found.section, found.path, found.how) == ("rivals", ("order",), "changed")
