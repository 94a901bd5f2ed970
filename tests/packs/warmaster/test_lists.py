"""What is refused of a module of Warmaster: army lists, spells and items."""

import contextlib
import copy
import tomllib
from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import ValidationError

from engine.module.sections import Validation
from engine.packs.warmaster.battle import magic
from engine.packs.warmaster.battle.blows import SpellChanged, SpellStruck
from engine.packs.warmaster.battle.lore import Lore
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.content.items import ItemContent
from engine.packs.warmaster.content.lists import ListContent
from engine.packs.warmaster.content.spells import SpellContent
from tests.rules.adapters.warmaster.casting import (
    AWAY,
    Falling,
    enemy,
    foot,
    happened,
    stage,
    wizard,
)
from tests.rules.adapters.warmaster.scene import CONTENT, DATA, LORE

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


FILES = {"war_spells": ("spells.toml", SpellContent), "magic_items": ("items.toml", ItemContent)}


def changed(table: str, key: str, **changes: Any) -> Any:
    """The module's spells or items, in which a row says otherwise."""
    name, content = FILES[table]
    tree = tomllib.loads((DATA / name).read_text(encoding="utf-8"))
    tree[table][key].update(changes)
    return content.model_validate(tree)


@pytest.mark.rule("warmaster.pack.validation")
@pytest.mark.parametrize(
    "changes, told",
    [
        ({"score": 7}, "less than or equal to 6"),
        ({"score": 1}, "greater than or equal to 2"),
        ({"range": 19}, "less than or equal to 18"),
        ({"effects": []}, "at least 1"),
        ({"effects": [{"does": "sing"}]}, "does not match"),
        ({"engaged": True}, "warmaster.magic.shooting-attacks"),
        ({"aim": "self"}, "goes with 'teleport'"),
        ({"effects": [{"does": "teleport", "bonus": 4}]}, "goes with 'teleport'"),
    ],
)
def test_a_spell_that_cannot_be_is_refused(changes: Mapping[str, Any], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        changed("war_spells", "storm-lance", **changes)


@pytest.mark.rule("warmaster.item.carriers", "warmaster.item.standards", "warmaster.item.devices")
@pytest.mark.parametrize(
    "key, changes, rule",
    [
        ("battle-banner", {"units": []}, "warmaster.item.carriers"),
        ("battle-banner", {"units": ["monster"]}, "warmaster.item.carriers"),
        ("battle-banner", {"roles": ["hero"]}, "warmaster.item.standards"),
        ("crown-of-command", {"units": ["infantry"]}, "warmaster.item.devices"),
        ("crown-of-command", {"effect": {"does": "nothing"}}, "does not match"),
    ],
)
def test_an_item_that_nobody_may_carry_is_refused(
    key: str, changes: Mapping[str, Any], rule: str
) -> None:
    with pytest.raises(ValidationError, match=rule):
        changed("magic_items", key, **changes)


@pytest.mark.rule("warmaster.item.kinds")
def test_every_kind_of_item_is_carried_by_its_own() -> None:
    for item in LORE.items.values():
        assert bool(item.units) == (item.kind != "device")
        assert bool(item.roles) == (item.kind != "standard")


def test_a_module_may_write_a_spell_of_several_effects_without_code() -> None:
    spells = changed(
        "war_spells",
        "storm-lance",
        effects=[
            {"does": "strike", "attacks": 2, "saves": False},
            {"does": "confuse"},
            {"does": "lend", "armour": -1, "until": "turn"},
        ],
    ).war_spells
    battle = stage(
        [foot()],
        [foot(at=AWAY)],
        captains=[wizard("storm-lance")],
        dice=Falling([5, 4, 4]),
        lore=Lore(spells=spells, items=LORE.items),
    )
    magic.cast_all(battle)
    assert [struck.harm.counted for struck in happened(battle, SpellStruck)] == [2]
    assert enemy(battle).confused
    assert [each.does for each in happened(battle, SpellChanged)] == ["lend"]
    assert enemy(battle).effects == ("storm-lance",)
