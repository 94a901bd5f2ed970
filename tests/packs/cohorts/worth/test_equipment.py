"""What equipment gives its bearer, as long as it is equipped and no longer."""

from typing import Any

import pytest

from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.battle.combatant import Combatant
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.content.battle import SpecialAttack
from engine.packs.cohorts.guilds.talents import SetUnitTalents
from engine.packs.cohorts.movement.rates import terrain_percent
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.worth.bonuses import attribute, skill_level, talents_of
from engine.packs.cohorts.worth.casters import caster_of
from tests.rules.scene import Scene, ref

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
@pytest.mark.parametrize("change", [5, -5])
def test_equipment_changes_the_hit_points_that_a_mount_would_change_too(change: int) -> None:
    scene = giving(modifiers={"hp": change})
    plain, worn = fighter(scene), fighter(scene, head=CAP)
    growth = 1 + plain.level / 3  # cohorts.formula.hp
    assert worn.hp - plain.hp == pytest.approx(growth * change * plain.soldiers)


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


@RULE
def test_of_power_bonuses_of_equipment_the_highest_counts() -> None:
    scene = Scene(
        content={"gear": {CAP: {"modifiers": {"pow": 2}}, RING: {"modifiers": {"pow": 4}}}}
    )
    one = fighter(scene, head=CAP, finger=RING)
    assert sorted(one.melee.modifiers) == [2, 4]
    assert sorted(fighter(scene, head=CAP).melee.modifiers) == [2]
    assert fighter(scene).melee.modifiers == ()


@RULE
@pytest.mark.rule("cohorts.battle.special-attack-sources")
def test_special_attacks_of_race_and_equipment_of_one_type_add_up() -> None:
    fire, cold = (SpecialAttack(type=each, strength=4) for each in ("fire", "cold"))
    scene = Scene(
        content={
            "races": {"human": {"special": SpecialAttack(type="fire", strength=6)}},
            "gear": {CAP: {"special": fire}, RING: {"special": cold}},
        }
    )
    one = fighter(scene, head=CAP, finger=RING)
    assert [(each.type, each.damage, each.quality) for each in one.specials] == [
        ("fire", 10, 10),
        ("cold", 4, 4),
    ]


@pytest.mark.rule("cohorts.item.weapon-characteristics")
def test_a_weapon_has_a_type_of_attack_in_the_hand_and_another_when_thrown() -> None:
    scene = giving("hand_axe", "weapons", melee_type="cold", missile_type="fire")
    one = fighter(scene, main_hand="hand_axe")
    assert one.missile
    assert (one.melee.type, one.missile.type) == ("cold", "fire")
    two = fighter(scene, main_hand=SWORD, off_hand="hand_axe")
    assert two.melee.type == "physical"


# ---------------------------------------------------------------- talents


@RULE
def test_a_talent_of_equipment_takes_no_slot() -> None:
    scene = giving(talents=("swordsman", "bowman", "axeman"))
    city = scene.city(2, 2, scene.me)
    scene.guild(city, "warrior", 20)
    unit = scene.unit(city, equipment=WORN)
    assert [t.key for t in talents_of(scene.content, unit)] == ["swordsman", "bowman", "axeman"]
    taught = next(t for t in scene.content.talents.values() if "warrior" in t.guilds)
    assert not scene.run(SetUnitTalents(piece=ref(unit), changes=(f"add {taught.key}",))).refused
    assert scene.now(unit).talents == (taught.key,)


@RULE
def test_a_talent_held_twice_counts_once_and_goes_with_the_item() -> None:
    scene = giving(talents=("terrain_trained_forest",))
    unit = scene.unit(scene.stack(2, 2), equipment=WORN)
    trained = terrain_percent(scene.content, [unit])
    assert trained["forest"] < 0
    own = unit.replace(talents=("terrain_trained_forest",))
    assert terrain_percent(scene.content, [own]) == trained
    assert not terrain_percent(scene.content, [unit.replace(equipment={})]).get("forest")


# ---------------------------------------------------------------- spells


@RULE
def test_a_spell_of_equipment_is_cast_without_a_book_and_waits_like_any_other() -> None:
    key, level = "charm_of_wisdom", 2
    scene = giving(spells=(key,))
    one = hero(scene, skills={"magic_user": 5 * level}, level=20, mana=9, actions=1)
    order = CharacterCastSpell(character=ref(one), spell=key, target=ref(one))
    assert not scene.run(order).refused
    assert caster_of(scene.world, scene.content, scene.now(one)).levels == {key: 5 * level}
    scene.change(one, actions=1)
    assert scene.run(order).code == "cooling_down"
    scene.change(one, equipment={})
    assert caster_of(scene.world, scene.content, scene.now(one)).levels == {}
    assert scene.run(order).code == "not_known"
