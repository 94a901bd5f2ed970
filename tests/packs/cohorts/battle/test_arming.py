"""With which attacks one goes into battle: hands, feet, words for weapons, talents of peoples."""

from typing import Any

import pytest

from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.battle.combatant import Combatant
from engine.packs.cohorts.pieces.records import Character, Unit
from tests.rules.scene import Scene


def ready(scene: Scene, piece: Character | Unit, *, defending: bool = False) -> Combatant:
    """The piece as it goes into battle on its own land."""
    stance = Stance(int(defending), "grassland")
    return armed(scene.world, scene.content, piece, stance, slot=3, force=piece.holder)


def someone(scene: Scene, **values: Any) -> Character:
    return scene.character(scene.at(2, 2), **values)


def damage(scene: Scene, **equipment: str) -> float:
    return ready(scene, someone(scene, equipment=equipment)).melee.damage


def axe_called(word: str) -> Scene:
    return Scene(content={"weapons": {"broadsword": {"classes": (word,)}}})


@pytest.mark.rule("cohorts.skill.weapon-specialists")
@pytest.mark.parametrize("word, school", [("sword", "blade"), ("staff", "pole")])
def test_either_word_for_a_class_of_weapons_counts_for_its_school(word: str, school: str) -> None:
    scene = axe_called(word)
    wielded = {"main_hand": "broadsword"}
    # A priest of no deity is trained in no school, so that the bare level is the effective one.
    master = someone(scene, job="priest", skills={school: 5}, equipment=wielded)
    melee = ready(scene, master).melee
    assert melee.af_percent == 15 * 5 + 10
    assert melee.power == 3 + 2 + 1


@pytest.mark.rule("cohorts.race.starter-combat")
@pytest.mark.parametrize("character", [True, False])
@pytest.mark.parametrize(
    "race, weapon, percent",
    [
        ("elf", "long_bow", 30),
        ("centaur", "short_bow", 30),
        ("dwarf", "battle_axe", 30),
        ("human", "battle_axe", 0),
    ],
)
def test_members_of_a_race_fight_with_its_base_talents(
    race: str, weapon: str, percent: int, character: bool
) -> None:
    scene = Scene(content={"attack_attributes": {"melee": {"axe": "CHA"}, "missile": "CHA"}})
    slot = "ranged" if "bow" in weapon else "main_hand"
    make = scene.character if character else scene.unit
    one = ready(scene, make(scene.at(2, 2), race=race, level=3, equipment={slot: weapon}))
    attack = one.missile if slot == "ranged" else one.melee
    charisma = scene.content.races[race].attributes.CHA
    own = 10 if character else charisma
    assert attack
    assert attack.af_percent == percent + 5 * (own - 10)


@pytest.mark.rule("cohorts.race.starter-combat")
def test_base_talents_that_need_no_weapon_count_too(scene: Scene) -> None:
    spider = ready(scene, scene.unit(scene.at(2, 2), race="giant_spider", level=4))
    assert [(each.type, each.damage) for each in spider.specials] == [("poison", 8)]
    wyrm = ready(scene, scene.unit(scene.at(2, 2), race="wyrm", level=2))
    assert [(each.type, each.damage) for each in wyrm.specials] == [("fire", 4)]
    halfling = scene.unit(scene.at(2, 2), race="halfling", level=1)
    assert ready(scene, halfling, defending=True).df_percent == 20 + 10
    assert ready(scene, halfling).df_percent == 20
    orc = scene.unit(scene.at(2, 2), race="orc", level=3)
    assert ready(scene, orc).melee.af_percent == 30
    assert ready(scene, orc, defending=True).melee.af_percent == 0
