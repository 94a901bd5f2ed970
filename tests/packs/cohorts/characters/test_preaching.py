"""Faith against churches, apart from the worked cases: who is told what, and what stays open."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import ScriptedDice, Whole
from engine.packs.cohorts.characters.preaching import (
    AttackChurch,
    ChurchAttacked,
    ChurchWeakened,
    ConversionSuffered,
    ConversionTried,
    ConvertChurch,
)
from engine.packs.cohorts.pieces.records import Character, City, Guild
from tests.rules.scene import Ran, Scene, ref

few = settings(max_examples=25, deadline=None)


def parish(relation: str = "at_war", **values: object) -> tuple[Scene, Character, City, Guild]:
    """A believer of mine where a foreign city has a church of level 12."""
    scene = Scene()
    mine, theirs = tuple(scene.content.deities)[:2]
    owner = scene.me if relation == "self" else scene.someone(relation)
    city = scene.city(5, 5, owner)
    church = scene.guild(city, "church", 12, deity=theirs, mana=12)
    skills = {"faith": 17}
    usual = {"job": "warrior", "level": 40, "skills": skills, "deity": mine, "actions": 1}
    hero = scene.character(scene.stack(5, 5), **{**usual, **values})
    return scene, hero, city, church


def attack(hero: Character, city: City) -> AttackChurch:
    return AttackChurch(character=ref(hero), city=ref(city))


def convert(scene: Scene, hero: Character, city: City, roll: int) -> Ran:
    order = ConvertChurch(character=ref(hero), city=ref(city))
    return scene.run(order, dice=ScriptedDice([Whole(roll, 100)]))


@pytest.mark.rule("cohorts.order.attack-church")
def test_the_owner_of_a_church_learns_the_religion_of_its_attacker_but_not_his_name() -> None:
    scene, hero, city, church = parish()
    third = scene.faction("third")
    ran = scene.run(attack(hero, city))
    told = {entry.event.kind: entry for entry in ran.entries}
    mine, theirs = told[ChurchAttacked.kind], told[ChurchWeakened.kind]
    owner = scene.faction("at_war").id
    assert set(mine.audience) == {scene.ours.id}
    assert set(theirs.audience) == {owner}
    assert theirs.audience[owner] == ChurchWeakened(city=city.id, deity=hero.deity, level=8)
    assert third.id not in mine.audience
    assert scene.now(church).level == 8
    # What it can no longer hold is lost (cohorts.magic.mana-pool).
    assert scene.now(church).mana == 8


@pytest.mark.parametrize(
    "values, code",
    [
        ({"deity": ""}, "religion"),
        ({"skills": {}}, "not_qualified"),
        ({"dead": True}, "unable"),
        ({"actions": 0}, "no_action"),
    ],
)
def test_what_an_attacker_lacks_is_told(values: dict[str, Any], code: str) -> None:
    scene, hero, city, church = parish(**values)
    assert scene.run(attack(hero, city)).code == code
    assert scene.now(church).level == 12


def test_a_church_of_level_1_is_attacked_no_more_and_none_is_no_target() -> None:
    scene, hero, city, church = parish()
    scene.change(church, level=1)
    assert scene.run(attack(hero, city)).code == "not_allowed"
    scene.world.remove(scene.now(church))
    assert scene.run(attack(hero, city)).code == "bad_target"


def test_whether_others_have_a_church_is_not_foreseen() -> None:
    for there in (True, False):
        scene, hero, city, church = parish()
        if not there:
            scene.world.remove(church)
        (planned,) = scene.plan(attack(hero, city)).orders
        assert planned.outcome == "unforeseen"


@pytest.mark.rule("cohorts.order.convert-church")
@pytest.mark.parametrize("roll, converted", [(55, True), (56, False)])
def test_both_sides_are_told_of_a_conversion_and_it_may_fail(roll: int, converted: bool) -> None:
    scene, hero, city, church = parish()
    ran = convert(scene, hero, city, roll)
    (mine,) = ran.events(ConversionTried)
    assert (mine.chance, mine.converted) == (55, converted)
    (theirs,) = (each for each in ran.entries if isinstance(each.event, ConversionSuffered))
    owner = scene.faction("at_war").id
    assert theirs.audience == {
        owner: ConversionSuffered(city=city.id, deity=hero.deity, converted=converted)
    }
    now = scene.now(church)
    assert now.level == 12
    assert (now.deity == hero.deity) == converted
    scene.produce()
    again = ConvertChurch(character=ref(hero), city=ref(city))
    assert scene.run(again).code == "cooling_down"


@pytest.mark.parametrize(
    "relation, code",
    [
        ("self", ""),
        ("teammate", ""),
        ("allied", "relation"),
        ("neutral", "relation"),
        ("at_war", ""),
    ],
)
def test_whose_churches_may_be_converted(relation: str, code: str) -> None:
    scene, hero, city, _ = parish(relation)
    ran = scene.run(ConvertChurch(character=ref(hero), city=ref(city)))
    assert ran.code == code
    assert bool(ran.events(ConversionSuffered)) == (relation == "at_war")


@few
@given(st.integers(1, 60), st.integers(1, 35))
def test_an_attack_never_destroys_a_church(faith: int, level: int) -> None:
    scene, hero, city, church = parish(skills={"faith": faith})
    scene.change(church, level=level, mana=level)
    ran = scene.run(attack(hero, city))
    now = scene.now(church)
    assert ran.refused == (level == 1)
    assert now.level == max(1, level - (0 if ran.refused else -(-faith // 5)))
    assert now.mana <= now.level


def test_enemies_cities_are_offered_for_attack_and_the_city_at_hand_for_conversion() -> None:
    scene, hero, city, _ = parish()
    scene.city(8, 8, scene.me)
    for order in (AttackChurch, ConvertChurch):
        assert scene.offered(order, "city", character=str(ref(hero))) == [str(ref(city))]
