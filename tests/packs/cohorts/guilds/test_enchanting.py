"""Enchantment levels: what a college makes of items, and what an enchanted item does."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.modifiers import Situation
from engine.packs.cohorts.characters.enchanting import EnchantItem
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import Item, item_of
from engine.packs.cohorts.guilds.enchanting import CollegeEnchantItem
from engine.packs.cohorts.pieces.records import Character, City, Guild
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.worth.bonuses import ask
from engine.packs.cohorts.worth.levels import heroic_level
from tests.rules.scene import Scene, module, ref

CONTENT = module().content(Content)
counts = st.integers(0, 500)


def college(level: int = 10, **items: int) -> tuple[Scene, City, Guild]:
    scene = Scene()
    city = scene.city(5, 5, scene.me, population={"human": 8000})
    scene.items(city, **items)
    return scene, city, scene.guild(city, "college", level)


def order(guild: Guild, item: str, quantity: int) -> CollegeEnchantItem:
    return CollegeEnchantItem(guild=ref(guild), item=item, quantity=quantity)


# ---------------------------------------------------------------- the order


@given(st.integers(1, 35), st.integers(0, 8), counts, st.integers(1, 500))
def test_enchanting_loses_no_item_and_never_passes_the_guilds_heroic_level(
    level: int, plus: int, there: int, asked: int
) -> None:
    before, after = str(Item("spear", plus)), str(Item("spear", plus + 1))
    scene, city, guild = college(level, **({before: there} if there else {}))
    ran = scene.run(order(guild, before, asked))
    held = scene.held(city)
    made = held.get(after, 0)
    used = there - held.get(before, 0)
    assert used == made * (plus + 1) <= min(asked, there)
    assert used <= 10 * level // max(plus, 1)
    assert plus < heroic_level(level) or not made
    assert ran.refused == (not made)
    assert scene.now(guild).actions == (1 if ran.refused else 0)


def test_what_is_offered_are_the_items_there_that_can_be_enchanted() -> None:
    scene, _, guild = college(10, **{"spear": 5, "oak": 9, "plate+1": 2})
    named = {"guild": str(ref(guild))}
    assert scene.offered(CollegeEnchantItem, "item", **named) == ["spear", "plate+1"]
    assert scene.offered(CollegeEnchantItem, "item") == []


# ---------------------------------------------------------------- characters


def by_hand(skill: int = 10, **items: int) -> tuple[Scene, Character]:
    scene = Scene()
    who = scene.character(
        scene.stack(5, 5), job="priest", skills={"enchantments": skill}, actions=1
    )
    scene.items(who, **items)
    return scene, who


def hand(who: Character, item: str, quantity: int) -> EnchantItem:
    return EnchantItem(character=ref(who), item=item, quantity=quantity)


@given(st.integers(0, 60), st.integers(0, 8), counts, st.integers(1, 500))
def test_a_character_loses_no_item_and_never_passes_a_fifth_of_the_skill(
    skill: int, plus: int, there: int, asked: int
) -> None:
    before, after = str(Item("spear", plus)), str(Item("spear", plus + 1))
    scene, who = by_hand(skill, **({before: there} if there else {}))
    ran = scene.run(hand(who, before, asked))
    held = scene.held(who)
    made = held.get(after, 0)
    assert there - held.get(before, 0) == made * (plus + 1) <= min(asked, there)
    assert made * (plus + 1) <= skill // max(plus, 1)
    assert plus + 1 <= skill // 5 or not made
    assert scene.now(who).actions == (1 if ran.refused else 0)


@pytest.mark.parametrize(
    "item, skill, code",
    [
        ("palfrey", 10, "bad_target"),
        ("spear", 4, "not_qualified"),
        ("dagger", 10, "missing"),
    ],
)
def test_a_character_is_told_why_it_cannot_enchant(item: str, skill: int, code: str) -> None:
    scene, who = by_hand(skill, spear=9, palfrey=9)
    assert scene.run(hand(who, item, 5)).code == code


def test_only_those_with_the_skill_are_offered_and_what_they_carry() -> None:
    scene, who = by_hand(10, spear=9, palfrey=9)
    scene.character(scene.stack(5, 5), job="priest", actions=1)
    assert scene.offered(EnchantItem, "character") == [str(ref(who))]
    assert scene.offered(EnchantItem, "item", character=str(ref(who))) == ["spear"]


# ---------------------------------------------------------------- what enchantments do


def bearer(scene: Scene, equipment: dict[str, str]) -> Any:
    return scene.character(scene.stack(5, 5), equipment=equipment)


def value(scene: Scene, who: Any, target: str, situation: Situation, base: int = 0) -> int:
    return int(ask(scene.world, CONTENT, who, target, base, situation).value)


@pytest.mark.parametrize(
    "bestowed, target, amount",
    [
        ("flame", "special.fire", 6),
        ("vorpal", "special.vorpal", 6),
        ("piercing", "weapon POW", 2),
        ("reserve", "mana", 3),
        ("toughness", "RES", 2),
    ],
)
def test_a_bestowed_enchantment_holds_while_the_item_is_equipped(
    bestowed: str, target: str, amount: int
) -> None:
    scene = Scene()
    one = scene.world.add(
        Unique, name="Edge", item="mithril_axe", plus=0, bestowed=(bestowed,), spell=""
    )
    name = str(Item("mithril_axe", unique=one.id))
    situation: Situation = {"attack": "melee", "held": "main_hand"}
    who = bearer(scene, {"main_hand": name})
    assert value(scene, who, target, situation) == amount
    assert value(scene, scene.change(who, equipment={}), target, situation) == 0


@given(
    st.sampled_from(["spear", "mithril_axe", "x"]), st.integers(0, 9), st.integers(0, 999_999_999)
)
def test_the_name_of_an_item_reads_back(key: str, plus: int, unique: int) -> None:
    item = Item(key, plus, unique=unique)
    assert item_of(str(item)) == item
