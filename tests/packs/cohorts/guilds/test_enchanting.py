"""Enchantment levels: what a college makes of items, and what an enchanted item does."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.modifiers import Situation
from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.battle.combatant import Attack
from engine.packs.cohorts.characters.enchanting import EnchantItem
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import Item, item_of
from engine.packs.cohorts.guilds.enchanting import CollegeEnchantItem, ItemsEnchanted
from engine.packs.cohorts.pieces.records import Character, City, Guild
from engine.packs.cohorts.things.enchantments import convertible, enchantable, enchanted, kinds
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.worth.bonuses import ask
from engine.packs.cohorts.worth.levels import heroic_level
from tests.packs.cohorts.knowledge.test_choices import offered
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


@given(st.integers(0, 7), counts, counts)
def test_one_item_more_never_makes_fewer(plus: int, number: int, most: int) -> None:
    fewer, more = (enchanted(plus, n, most) for n in (number, number + 1))
    assert fewer.made <= more.made <= fewer.made + 1


def test_what_was_made_joins_items_of_the_same_level() -> None:
    scene, city, guild = college(10, **{"spear": 10, "spear+1": 4})
    ran = scene.run(order(guild, "Spear", 6))
    assert scene.held(city) == {"spear": 4, "spear+1": 10}
    [told] = ran.events(ItemsEnchanted)
    assert (told.item, told.used, told.result, told.made) == ("spear", 6, "spear+1", 6)


@pytest.mark.parametrize(
    "item",
    ["palfrey", "oak", "human_recruits", "potion_of_mana*3", "wagon", "dagger~foxglove_venom*4"],
)
def test_mounts_potions_recruits_and_the_poisoned_cannot_be_enchanted(item: str) -> None:
    scene, city, guild = college(30, **{item: 50})
    assert scene.run(order(guild, item, 50)).code == "not_enchantable"
    assert scene.held(city) == {item: 50}


def test_a_unique_item_cannot_be_raised() -> None:
    scene, city, guild = college(30)
    one = scene.world.add(Unique, name="Edge", item="dagger", plus=1, bestowed=(), spell="")
    scene.items(city, **{f"dagger+1#{one.id}": 1})
    assert scene.run(order(guild, f"dagger+1#{one.id}", 1)).code == "not_enchantable"


def test_an_item_that_is_not_there_makes_too_few() -> None:
    scene, _, guild = college(10, spear=5)
    assert scene.run(order(guild, "dagger", 5)).code == "too_few"


def test_a_college_that_has_acted_or_is_another_guild_does_not_enchant() -> None:
    scene, city, guild = college(10, spear=5)
    church = scene.guild(city, "church", 10)
    assert scene.run(order(church, "spear", 5)).code == "wrong_guild"
    assert scene.run(order(guild, "spear", 2), order(guild, "spear", 2)).code == "no_action"
    assert scene.held(city) == {"spear": 3, "spear+1": 2}


def test_what_is_offered_are_the_items_there_that_can_be_enchanted() -> None:
    scene, _, guild = college(10, **{"spear": 5, "oak": 9, "plate+1": 2})
    named = {"guild": str(ref(guild))}
    assert offered(scene, CollegeEnchantItem, "item", named) == ["spear", "plate+1"]
    assert offered(scene, CollegeEnchantItem, "item", {}) == []


def test_a_plan_foresees_what_is_enchanted() -> None:
    scene, city, guild = college(10, spear=5)
    plan = scene.plan(order(guild, "spear", 5))
    assert plan.orders[0].outcome == "done"
    scene.world = plan.world
    assert scene.held(city) == {"spear+1": 5}


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
    assert offered(scene, EnchantItem, "character", {}) == [str(ref(who))]
    assert offered(scene, EnchantItem, "item", {"character": str(ref(who))}) == ["spear"]


# ---------------------------------------------------------------- what items are


@pytest.mark.parametrize(
    "item, what",
    [
        ("hand_axe", {"weapon", "axe", "melee", "missile"}),
        ("long_bow", {"weapon", "bow", "missile"}),
        ("iron_shield", {"shield"}),
        ("chain_mail", {"armor"}),
        ("gold_ring", {"finger"}),
        ("wagon", set[str]()),
        ("palfrey", set[str]()),
    ],
)
def test_a_shield_is_no_weapon_and_a_bow_no_melee_weapon(item: str, what: set[str]) -> None:
    assert set(kinds(CONTENT.item(item))) == what


def test_every_enchantable_kind_is_convertible_in_the_starter_module() -> None:
    tables = (CONTENT.weapons, CONTENT.armors, CONTENT.gear, CONTENT.mounts)
    for key in (key for table in tables for key in table):
        assert enchantable(CONTENT, Item(key)) == convertible(CONTENT, Item(key))


# ---------------------------------------------------------------- what enchantments do


def bearer(scene: Scene, equipment: dict[str, str]) -> Any:
    return scene.character(scene.stack(5, 5), equipment=equipment)


def value(scene: Scene, who: Any, target: str, situation: Situation, base: int = 0) -> int:
    return int(ask(scene.world, CONTENT, who, target, base, situation).value)


def test_of_two_enchanted_weapons_only_the_one_used_helps() -> None:
    scene = Scene()
    who = bearer(scene, {"main_hand": "broadsword+3", "off_hand": "dagger+1"})
    for place, power, percent in (("main_hand", 3, 115), ("off_hand", 1, 105)):
        used: Situation = {"attack": "melee", "held": place}
        assert value(scene, who, "weapon POW", used) == power
        assert value(scene, who, "AF", used, 100) == percent


@pytest.mark.rule("cohorts.table.enchantment-levels")
def test_two_like_weapons_enchanted_alike_gain_once() -> None:
    scene = Scene()
    twins = bearer(scene, {"main_hand": "broadsword+2", "off_hand": "broadsword+2"})
    alone = bearer(scene, {"main_hand": "broadsword+2", "off_hand": "broadsword"})

    def melee(who: Character) -> Attack:
        return armed(
            scene.world, CONTENT, who, Stance(0, "grassland"), slot=1, force=who.holder
        ).melee

    assert melee(twins) == melee(alone)
    assert melee(twins).af_percent == 10


def test_a_standard_item_grants_nothing_by_enchantment() -> None:
    scene = Scene()
    who = bearer(scene, {"main_hand": "broadsword"})
    assert value(scene, who, "weapon POW", {"attack": "melee", "held": "main_hand"}) == 0


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
