"""Which spells and items a module may write, and which are refused with the rule that says so."""

import tomllib
from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import ValidationError

from engine.packs.warmaster.battle import magic
from engine.packs.warmaster.battle.blows import SpellChanged, SpellStruck
from engine.packs.warmaster.battle.lore import Lore
from engine.packs.warmaster.content.items import ItemContent
from engine.packs.warmaster.content.spells import SpellContent
from tests.rules.adapters.warmaster.casting import AWAY, wizard
from tests.rules.adapters.warmaster.scene import DATA, LORE
from tests.rules.adapters.warmaster.staging import Falling, enemy, foot, happened, stage

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
