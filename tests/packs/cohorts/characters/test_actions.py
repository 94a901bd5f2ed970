"""What characters do with their actions, apart from the worked cases: drinking, breaks, madness."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import ScriptedDice, Whole
from engine.packs.cohorts.characters.acting import ActionConfused
from engine.packs.cohorts.characters.drinking import DrinkPotion
from engine.packs.cohorts.characters.gathering import GatherFlora
from engine.packs.cohorts.characters.practising import PracticeSkill, SkillPractised
from engine.packs.cohorts.characters.resting import TakeABreak
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.stacks.rest import Rest
from engine.packs.cohorts.stacks.training_camp import TrainingCamp
from engine.packs.cohorts.worth.bonuses import attribute
from tests.rules.scene import Scene, module, ref

CONTENT = module().content(Content)
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
def test_a_character_has_one_class_and_stays_as_a_body_when_it_dies() -> None:
    scene = Scene()
    hero = drinker(scene, "spider_wart_resin*1", wounds=95)
    assert hero.job in CONTENT.classes
    assert {"titles", "recipes", "spells", "mana", "skill_points"} <= set(hero.names)
    drink(scene, hero, "Spider Wart Resin")
    assert scene.now(hero).dead
    order = PracticeSkill(character=ref(hero), skill="spy")
    assert scene.run(order).code == "unable"


# ---------------------------------------------------------------- potions


def test_a_potion_of_strength_is_at_work_until_the_monthly_production() -> None:
    scene = Scene()
    hero = drinker(scene, "potion_of_strength*4", attributes={"STR": 20})
    drink(scene, hero, "potion of strength")
    assert strength(scene, hero) == 24
    scene.produce()
    assert strength(scene, hero) == 24
    scene.produce(monthly=True)
    assert strength(scene, hero) == 20


def test_of_two_potions_of_a_kind_the_better_one_stays() -> None:
    scene = Scene()
    hero = drinker(scene, "potion_of_strength*4", "potion_of_strength*2", attributes={"STR": 20})
    for potion in ("potion_of_strength*4", "potion_of_strength*2"):
        drink(scene, hero, potion)
        scene.produce()
        assert strength(scene, hero) == 24
    assert scene.held(hero) == {}


def test_a_kind_alone_names_the_best_that_is_carried() -> None:
    scene = Scene()
    hero = drinker(scene, "healing_salve*1", "healing_salve*6", wounds=50)
    drink(scene, hero, "Healing Salve")
    assert scene.now(hero).wounds == 32


def test_a_plan_says_what_a_potion_would_do() -> None:
    scene = Scene()
    hero = drinker(scene, "healing_salve*2", wounds=20)
    plan = scene.plan(DrinkPotion(character=ref(hero), potion="healing_salve*2"))
    assert plan.orders[0].outcome == "done"
    assert plan.world.get(Character, hero.id).wounds == 14


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


# ---------------------------------------------------------------- madness


@pytest.mark.parametrize("roll, drunk", [(20, False), (50, False), (51, True)])
def test_madness_loses_the_action_but_neither_potion_nor_herb(roll: int, drunk: bool) -> None:
    scene = Scene()
    hero = drinker(scene, "healing_salve*2", statuses={"insane": 5})
    order = DrinkPotion(character=ref(hero), potion="healing_salve*2")
    ran = scene.run(order, dice=ScriptedDice([Whole(roll, 100)]))
    assert bool(ran.events(ActionConfused)) != drunk
    assert (scene.held(hero) == {}) == drunk
    assert scene.run(order).code in ("cooling_down", "missing")


# ---------------------------------------------------------------- rest and mana


def test_a_break_and_a_rest_in_one_turn_give_mana_once() -> None:
    scene = Scene()
    stack = scene.stack(5, 5)
    hero = scene.character(stack, job="mage", level=16, skills={"magic_user": 16}, mana=0)
    scene.run(TakeABreak(character=ref(hero)), Rest(stack=ref(stack)))
    assert scene.now(hero).mana == 4
    scene.produce()
    assert scene.now(hero).mana == 4


# ---------------------------------------------------------------- practice


def test_a_church_of_another_deity_helps_no_priest() -> None:
    scene = Scene()
    city = scene.city(5, 5, scene.me)
    priest = scene.character(city, job="priest", deity="verda", level=5, skills={"healing": 5})
    scene.change(priest, skills={"healing": 4})
    church = scene.guild(city, "church", 15, deity="gorath")
    order = PracticeSkill(character=ref(priest), skill="healing")
    dice = [Whole(100, 100)]
    assert scene.run(order, dice=ScriptedDice(dice)).events(SkillPractised)[0].chance == 5
    scene.change(church, deity="verda")
    scene.produce()
    assert scene.run(order, dice=ScriptedDice(dice)).events(SkillPractised)[0].chance == 13


def test_built_in_skills_cannot_be_practised() -> None:
    scene = Scene()
    hero = scene.character(scene.stack(5, 5), level=5)
    ran = scene.run(PracticeSkill(character=ref(hero), skill="troop training"))
    assert ran.code == "not_allowed"


# ---------------------------------------------------------------- flora


def test_flora_of_land_that_nobody_of_the_faction_holds_cannot_be_foreseen() -> None:
    scene = Scene()
    hero = scene.character(scene.stack(5, 5))
    scene.province(5, 6, deposits=("lavender",))
    order = GatherFlora(character=ref(hero), province=ref(scene.at(5, 6)), flora="lavender")
    assert scene.plan(order).orders[0].outcome == "unforeseen"
    assert not scene.run(order).refused
    assert scene.held(hero) == {"lavender": 2}


# ---------------------------------------------------------------- camps


def test_a_training_camp_trains_no_characters_and_needs_all_movement() -> None:
    scene = Scene()
    stack = scene.stack(5, 5)
    hero, unit = scene.character(stack, xp=15), scene.unit(stack, xp=15)
    assert not scene.run(TrainingCamp(stack=ref(stack))).refused
    assert (scene.now(hero).xp, scene.now(unit).xp) == (15, 23)
    assert scene.now(stack).used == 1
    assert scene.run(TrainingCamp(stack=ref(stack))).code == "no_action"
