"""What characters do with actions, points and faith, apart from the worked cases."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import ScriptedDice, Whole
from engine.packs.cohorts.characters.drinking import DrinkPotion
from engine.packs.cohorts.characters.gathering import GatherFlora
from engine.packs.cohorts.characters.learning import SpendSkillPoints
from engine.packs.cohorts.characters.practising import PracticeSkill
from engine.packs.cohorts.characters.preaching import (
    AttackChurch,
    ChurchAttacked,
    ChurchWeakened,
    ConversionSuffered,
    ConversionTried,
    ConvertChurch,
)
from engine.packs.cohorts.pieces.records import Character, City, Guild
from engine.packs.cohorts.worth.bonuses import attribute
from tests.rules.scene import CONTENT, Ran, Scene, ref

few = settings(max_examples=25, deadline=None)


def drinker(scene: Scene, *items: str, **values: Any) -> Character:
    hero = scene.character(scene.stack(5, 5), job="priest", **values)
    scene.items(hero, **dict.fromkeys(items, 1))
    return hero


def drink(scene: Scene, hero: Character, potion: str) -> None:
    assert not scene.run(DrinkPotion(character=ref(hero), potion=potion)).refused


def strength(scene: Scene, hero: Character) -> int:
    return int(attribute(scene.world, scene.content, scene.now(hero), "STR").value)


# ---------------------------------------------------------------- who a character is


@pytest.mark.rule("cohorts.character.overview")
def test_a_character_has_one_class_and_stays_as_a_body_when_it_dies(scene: Scene) -> None:
    hero = drinker(scene, "spider_wart_resin*1", wounds=95)
    assert hero.job in CONTENT.classes
    assert {"titles", "recipes", "spells", "mana", "skill_points"} <= set(hero.names)
    drink(scene, hero, "Spider Wart Resin")
    assert scene.now(hero).dead
    order = PracticeSkill(character=ref(hero), skill="spy")
    assert scene.run(order).code == "unable"


# ---------------------------------------------------------------- potions


def test_a_potion_of_strength_is_at_work_until_the_monthly_production(scene: Scene) -> None:
    hero = drinker(scene, "potion_of_strength*4", attributes={"STR": 20})
    drink(scene, hero, "potion of strength")
    assert strength(scene, hero) == 24
    scene.produce()
    assert strength(scene, hero) == 24
    scene.produce(monthly=True)
    assert strength(scene, hero) == 20


@few
@given(
    st.sampled_from(sorted(CONTENT.potions)),
    st.integers(1, 7),
    st.integers(0, 99),
    st.dictionaries(st.sampled_from(["poisoned", "plagued", "insane"]), st.integers(1, 40)),
)
def test_whatever_is_drunk_wounds_and_mana_keep_their_bounds(
    potion: str, quality: int, wounds: int, statuses: dict[str, int]
) -> None:
    scene = Scene()
    sane = {name: level for name, level in statuses.items() if name != "insane"}
    hero = drinker(
        scene, f"{potion}*{quality}", wounds=wounds, statuses=sane, skills={"magic_user": 5}
    )
    drink(scene, hero, f"{potion}*{quality}")
    now = scene.now(hero)
    assert 0 <= now.wounds <= 100
    assert 0 <= now.mana <= 5
    assert now.dead == (now.wounds == 100)
    assert scene.held(hero) == {}


# ---------------------------------------------------------------- flora


def test_flora_of_land_that_nobody_of_the_faction_holds_cannot_be_foreseen(scene: Scene) -> None:
    hero = scene.character(scene.stack(5, 5))
    scene.province(5, 6, deposits=("lavender",))
    order = GatherFlora(character=ref(hero), province=ref(scene.at(5, 6)), flora="lavender")
    assert scene.plan(order).orders[0].outcome == "unforeseen"
    assert not scene.run(order).refused
    assert scene.held(hero) == {"lavender": 2}


def mage(scene: Scene, **values: Any) -> Character:
    """A mage of level 10 with points, and thief 4 outside the class."""
    usual = {"job": "mage", "level": 10, "skills": {"thief": 4}}
    points = {"skill_points": 9, "attribute_points": 3}
    return scene.character(scene.at(0, 0), **{**usual, **points, **values})


def learn(scene: Scene, character: Character, skill: str, points: int = 1) -> Ran:
    return scene.run(SpendSkillPoints(character=ref(character), skill=skill, points=points))


@pytest.mark.parametrize(
    "skill, points, values, code",
    [
        ("potions", 10, {}, "missing"),
        ("thief", 1, {"skills": {"thief": 5}}, "skill_maximum"),
        ("potions", 1, {"skills": {"potions": 10}}, "skill_maximum"),
        ("magic user", 1, {}, "skill_maximum"),
        ("thieff", 1, {}, "bad_target"),
        ("thief", 1, {"dead": True}, "unable"),
        ("thief", 1, {"captor": 9}, "unable"),
    ],
)
def test_what_cannot_be_learned_is_refused_and_the_points_are_kept(
    skill: str, points: int, values: dict[str, Any], code: str
) -> None:
    scene = Scene()
    character = mage(scene, **values)
    assert learn(scene, character, skill, points).code == code
    assert scene.now(character) == character


def test_who_has_points_and_what_can_be_raised_is_offered(scene: Scene) -> None:
    character = mage(scene, skills={"potions": 10, "thief": 5})
    mage(scene, skill_points=0)
    who = scene.offered(SpendSkillPoints, "character")
    assert who == [str(ref(character))]
    offered = set(scene.offered(SpendSkillPoints, "skill", character=who[0]))
    assert offered == set(scene.content.skills) - {"potions", "thief", "magic_user", "spell_craft"}


@given(
    st.lists(st.tuples(st.sampled_from(["thief", "potions", "stealth"]), st.integers(1, 5))),
)
def test_points_are_neither_made_nor_lost(spent: list[tuple[str, int]]) -> None:
    scene = Scene()
    character = mage(scene)
    for skill, points in spent:
        learn(scene, character, skill, points)
        now = scene.now(character)
        assert now.skill_points >= 0
        assert now.skill_points + sum(now.skills.values()) == 9 + 4
        assert now.skills["thief"] <= 5


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
