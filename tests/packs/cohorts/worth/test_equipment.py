"""What equipment gives its bearer, as long as it is equipped and no longer."""

from typing import Any

import pytest

from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.battle.combatant import Combatant
from engine.packs.cohorts.content.battle import SpecialAttack
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.worth.bonuses import attribute, skill_level
from tests.rules.scene import Scene

RING, CAP, SWORD, PLATE = "gold_ring", "leather_cap", "broadsword", "plate"
WORN = {"head": CAP}
RULE = pytest.mark.rule("cohorts.item.equipment-characteristics")


def giving(item: str = CAP, table: str = "gear", **gifts: Any) -> Scene:
    """A scene in which an item gives something more."""
    return Scene(content={table: {item: gifts}})


def fighter(scene: Scene, **equipment: str) -> Combatant:
    unit = scene.unit(scene.stack(2, 2), equipment=equipment)
    stance = Stance(0, "grassland")
    return armed(scene.world, scene.content, unit, stance, slot=3, force=unit.holder)


def hero(scene: Scene, **values: Any) -> Character:
    return scene.character(scene.stack(2, 2), **{"equipment": WORN, "job": "priest", **values})


# ---------------------------------------------------------------- figures


@RULE
@pytest.mark.parametrize(
    "item, table, place",
    [(CAP, "gear", "head"), (PLATE, "armors", "armor"), (SWORD, "weapons", "main_hand"),
     ("palfrey", "mounts", "mount")],
)  # fmt: skip
def test_every_kind_of_equipment_can_give_anything(item: str, table: str, place: str) -> None:
    gifts = {
        "modifiers": {"res": 3, "resist_fire": 2, "str": 4},
        "special": SpecialAttack(type="fire", strength=4),
    }
    plain, scene = fighter(giving(), **{place: item}), giving(item, table, **gifts)
    worn = fighter(scene, **{place: item})
    assert worn.res - plain.res == 3
    assert worn.res_against["fire"] == 2
    assert ("fire", 4) in [(each.type, each.damage) for each in worn.specials]
    unit = scene.unit(scene.stack(2, 2), equipment={place: item})
    assert attribute(scene.world, scene.content, unit, "STR").value == 14


@RULE
def test_attributes_and_skills_change_by_percents_and_by_points() -> None:
    scene = giving(
        modifiers={"wis_percent": 20, "wis": 3, "stealth_percent": 50, "stealth_levels": 2}
    )
    one = hero(scene, attributes={"WIS": 10}, skills={"stealth": 10})
    assert attribute(scene.world, scene.content, one, "WIS").value == pytest.approx(15, abs=0.7)
    assert skill_level(scene.world, scene.content, one, "stealth") == 17
    bare = one.replace(equipment={})
    assert attribute(scene.world, scene.content, bare, "WIS").value == 10
    assert skill_level(scene.world, scene.content, bare, "stealth") == 10
