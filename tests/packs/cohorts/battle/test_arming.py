"""With which attacks one goes into battle: hands, feet, words for weapons, talents of peoples."""

from typing import Any

import pytest

from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.battle.combatant import Combatant
from engine.packs.cohorts.content.bonus import Bonus
from engine.packs.cohorts.content.item_keys import Item
from engine.packs.cohorts.covert.poisoning import accepts
from engine.packs.cohorts.movement.rates import by_itself
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.worth.bonuses import attribute
from tests.rules.scene import Scene


def ready(scene: Scene, piece: Character | Unit, *, defending: bool = False) -> Combatant:
    """The piece as it goes into battle on its own land."""
    stance = Stance(int(defending), "grassland")
    return armed(scene.world, scene.content, piece, stance, slot=3, force=piece.holder)


def someone(scene: Scene, **values: Any) -> Character:
    return scene.character(scene.at(2, 2), **values)


def damage(scene: Scene, **equipment: str) -> float:
    return ready(scene, someone(scene, equipment=equipment)).melee.damage


@pytest.mark.rule("cohorts.table.further-weapons")
def test_a_lance_does_half_its_damage_on_foot() -> None:
    scene = Scene()
    assert damage(scene, main_hand="lance") == pytest.approx(0.75)
    assert damage(scene, main_hand="lance", mount="palfrey") == pytest.approx(1.5)
    # In the off hand half of what it would do in the main hand is added.
    assert damage(scene, main_hand="spear", off_hand="lance") == pytest.approx(0.9 + 0.375)


@pytest.mark.rule("cohorts.table.further-weapons")
def test_who_is_too_large_for_a_mount_is_on_foot() -> None:
    scene = Scene()
    troll = someone(scene, race="troll", equipment={"main_hand": "lance", "mount": "palfrey"})
    assert ready(scene, troll).melee.damage == pytest.approx(1.3 * 0.75)


@pytest.mark.rule("cohorts.table.further-weapons")
def test_a_weapon_of_one_hand_or_two_does_a_tenth_more_in_both() -> None:
    scene = Scene()
    assert damage(scene, main_hand="bastard_sword") == pytest.approx(1.65)
    assert damage(scene, main_hand="bastard_sword", off_hand="shield") == pytest.approx(1.5)
    both = damage(scene, main_hand="bastard_sword", off_hand="dagger")
    assert both == pytest.approx(1.5 + 0.45)
    assert damage(scene, main_hand="greatsword") == pytest.approx(1.7)
    assert damage(scene, main_hand="broadsword") == pytest.approx(1.3)


def axe_called(word: str) -> Scene:
    return Scene(content={"weapons": {"broadsword": {"classes": (word,)}}})


@pytest.mark.rule("cohorts.talent.list")
@pytest.mark.rule("cohorts.skill.weapon-specialists")
@pytest.mark.parametrize("word, talent", [("sword", "swordsman"), ("staff", "pikeman")])
def test_either_word_for_a_class_of_weapons_counts_for_its_talent(word: str, talent: str) -> None:
    scene = axe_called(word)
    wielded = {"main_hand": "broadsword"}
    trained = someone(scene, level=4, talents=(talent,), equipment=wielded)
    assert ready(scene, trained).melee.af_percent == 40


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


@pytest.mark.rule("cohorts.talent.list")
def test_a_talent_may_name_a_class_by_either_word() -> None:
    bonus = Bonus(target="AF", percent=10, per="level", when={"weapon": "sword"})
    scene = Scene(content={"talents": {"swordsman": {"bonuses": (bonus,)}}})
    wielded = {"main_hand": "broadsword"}
    trained = someone(scene, level=3, talents=("swordsman",), equipment=wielded)
    assert ready(scene, trained).melee.af_percent == 30


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
def test_base_talents_that_need_no_weapon_count_too() -> None:
    scene = Scene()
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


@pytest.mark.rule("cohorts.race.starter-combat")
def test_of_a_base_talent_that_was_learned_too_one_counts() -> None:
    scene = Scene()
    orc = scene.unit(scene.at(2, 2), race="orc", level=3, talents=("raider", "axeman"))
    assert ready(scene, orc).melee.af_percent == 30


@pytest.mark.rule("cohorts.race.starter-movement")
@pytest.mark.parametrize("talents", [(), ("scout",)])
def test_the_rate_of_a_race_holds_what_its_base_talents_give(talents: tuple[str, ...]) -> None:
    scene = Scene()
    avian = someone(scene, race="avian", talents=talents)
    walking = by_itself(scene.world, scene.content, avian, "land")
    flying = by_itself(scene.world, scene.content, avian, "air")
    assert walking
    assert flying
    assert (walking.rate, flying.rate) == (35, 25)
    human = someone(scene, talents=talents)
    afoot = by_itself(scene.world, scene.content, human, "land")
    assert afoot
    assert float(afoot.rate) == (41.6 if talents else 32)


@pytest.mark.rule("cohorts.race.starter-movement")
def test_a_scout_by_race_rides_faster() -> None:
    scene = Scene()
    palfrey = scene.content.mounts["palfrey"].land
    avian = someone(scene, race="avian", equipment={"mount": "palfrey"})
    riding = by_itself(scene.world, scene.content, avian, "land")
    assert palfrey
    assert riding
    assert riding.normal.value == palfrey.rate * 11 / 10


@pytest.mark.rule("cohorts.item.percent-bonuses")
def test_what_is_added_flat_to_an_attribute_comes_after_the_percents() -> None:
    gifts = {"boots": {"modifiers": {"str_percent": 50}}, "cloak": {"modifiers": {"str": 3}}}
    scene = Scene(content={"gear": gifts})
    strong = someone(scene, equipment={"foot": "boots", "back": "cloak"})
    assert attribute(scene.world, scene.content, strong, "STR").value == 18


@pytest.mark.rule("cohorts.action.poison-recipes", "cohorts.skill.weapon-specialists")
@pytest.mark.parametrize("word, accepted", [("sword", True), ("staff", False), ("pole", True)])
def test_a_sword_takes_the_poison_of_blades_and_a_staff_none(word: str, accepted: bool) -> None:
    scene = axe_called(word)
    assert accepts(scene.content, Item("broadsword"), Item("foxglove_venom")) == accepted
