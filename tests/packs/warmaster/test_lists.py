"""Modules of Warmaster: what is refused of army lists (warmaster.pack.validation)."""

import contextlib
import copy
import tomllib
from typing import Any

import pytest
from pydantic import ValidationError

from engine.module.sections import Validation
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.content.lists import ListContent
from tests.rules.adapters.warmaster.scene import CONTENT, DATA

TREE = tomllib.loads((DATA / "lists.toml").read_text(encoding="utf-8"))


def faults(change: Any) -> str:
    """What is wrong with the shipped lists after a change of the first of them."""
    tree = copy.deepcopy(TREE)
    change(tree["army_lists"]["crown-marches"])
    try:
        ListContent.model_validate(tree)
    except ValidationError as error:
        return str(error)
    return ""


def test_the_shipped_lists_are_sound() -> None:
    assert faults(lambda army: None) == ""


@pytest.mark.rule("warmaster.pack.validation", "warmaster.army.lists")
@pytest.mark.parametrize(
    "change, message",
    [
        (lambda army: [army["units"].popitem() for _ in range(3)], "at least 6 unit types"),
        (lambda army: army["characters"].pop("general"), "needs a General"),
        (lambda army: army["spells"].pop(), "4 spells with a Wizard, or a Runesmith"),
        (lambda army: army["characters"].pop("wizard"), "4 spells with a Wizard, or a Runesmith"),
        (lambda army: army["units"]["knights"].update(name="Halberdiers"), "two types"),
        (lambda army: army["units"]["knights"].update(least=5), "at least 5 of them"),
    ],
)
def test_a_list_that_breaks_the_rules_is_refused(change: Any, message: str) -> None:
    assert message in faults(change)


@pytest.mark.rule("warmaster.pack.validation")
def test_a_list_without_wizards_needs_a_runesmith() -> None:
    def dwarfish(army: dict[str, Any]) -> None:
        army["characters"]["runesmith"] = army["characters"].pop("wizard")
        army["spells"].clear()

    assert faults(dwarfish) == ""


@pytest.mark.rule("warmaster.pack.validation")
@pytest.mark.parametrize(
    "field, least, most",
    [
        ("attacks", 1, 10),
        ("hits", 1, 10),
        ("armour", 3, 7),
        ("stands", 1, 3),
        ("pace", 1, 6),
        ("shots", 0, 5),
        ("range", 0, 9),
        ("points", 5, 400),
    ],
)
def test_the_figures_of_a_type_have_bounds(field: str, least: int, most: int) -> None:
    step = 5 if field == "points" else 1
    for value, sound in (
        (least - step, False),
        (least, True),
        (most, True),
        (most + step, False),
    ):
        found = faults(lambda army, value=value: army["units"]["knights"].update({field: value}))
        assert (found == "") == sound


@pytest.mark.rule("warmaster.pack.validation")
@pytest.mark.parametrize("field, least, most", [("command", 7, 10), ("bonus", 0, 3)])
def test_the_figures_of_a_character_have_bounds(field: str, least: int, most: int) -> None:
    for value, sound in ((least - 1, False), (least, True), (most, True), (most + 1, False)):
        found = faults(lambda army, value=value: army["characters"]["hero"].update({field: value}))
        assert (found == "") == sound


@pytest.mark.rule("warmaster.pack.validation")
@pytest.mark.parametrize("section", ["army_lists", "war_spells", "magic_items"])
def test_in_no_table_of_a_module_a_name_occurs_twice(section: str) -> None:
    tree = CONTENT.model_dump(mode="json")
    first, second, *_ = tree[section]
    tree[section][second]["name"] = tree[section][first]["name"]
    tables = {name: dict.fromkeys(records, "") for name, records in tree.items()}
    reading = Validation({**tables, "races": {}, "ships": {}, "terrains": {}})
    with contextlib.suppress(ValidationError):  # references to the base game find nothing here
        WarmasterContent.model_validate(tree, context=reading)
    assert [path for path, _ in reading.faults] == [(section, second, "name")]
