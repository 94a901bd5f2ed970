"""What characters do with their actions, apart from the worked cases: drinking, breaks, madness."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.packs.cohorts.characters.drinking import DrinkPotion
from engine.packs.cohorts.characters.gathering import GatherFlora
from engine.packs.cohorts.characters.practising import PracticeSkill
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character
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
