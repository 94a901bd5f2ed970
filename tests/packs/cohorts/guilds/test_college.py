"""What colleges and guilds make: recipes, items, enchantments and potions."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.dice import Pick, ScriptedDice, Whole
from engine.modifiers import Situation
from engine.packs.cohorts.characters.enchanting import EnchantItem
from engine.packs.cohorts.content.item_keys import Item, item_of
from engine.packs.cohorts.guilds.college import CollegeResearchItem
from engine.packs.cohorts.guilds.enchanting import CollegeEnchantItem
from engine.packs.cohorts.guilds.uniques import (
    CollegeBestowEnchantment,
    CollegeCreateUniqueItem,
    EnchantmentBestowed,
    UniqueItemCreated,
    uniques_in,
)
from engine.packs.cohorts.pieces.records import Character, City, Guild
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.worth.levels import heroic_level
from tests.rules.asking import ask
from tests.rules.scene import CONTENT, Scene, ref


def college(level: int = 30, *deposits: str, **items: int) -> tuple[Scene, City, Guild]:
    scene = Scene()
    scene.province(5, 5, deposits=deposits)
    city = scene.city(
        5, 5, scene.me, population={"human": 8000}, improvements={"smithy": 4, "livery": 4}
    )
    scene.items(city, **items)
    return scene, city, scene.guild(city, "college", level)


# ---------------------------------------------------------------- research


def research(guild: Guild, item: str) -> CollegeResearchItem:
    return CollegeResearchItem(guild=ref(guild), item=item)


def test_secrets_are_kept_in_order_and_each_once() -> None:
    scene, city, guild = college(30, "mithril")
    scene.change(city, secrets=("mithril_sword",))
    assert scene.run(research(guild, "mithril_sword")).code == "already_known"
    scene.run(research(guild, "mithril_plate"), dice=ScriptedDice([Whole(1, 100)]))
    assert scene.now(city).secrets == ("mithril_plate", "mithril_sword")


def test_only_what_can_be_researched_is_offered_with_its_chance() -> None:
    scene, city, guild = college(26, "mithril")
    named = {"guild": str(ref(guild))}
    values = scene.offered(CollegeResearchItem, "item", **named)
    assert "mithril_plate" in values
    assert "plate" not in values, "it is known"
    assert "obsidian_sword" not in values, "there is no obsidian"
    scene.change(city, secrets=("mithril_plate",))
    assert "mithril_plate" not in scene.offered(CollegeResearchItem, "item", **named)


# ---------------------------------------------------------------- unique items


def create(guild: Guild, item: str, name: str) -> CollegeCreateUniqueItem:
    return CollegeCreateUniqueItem(guild=ref(guild), item=item, name=name)


def unique(scene: Scene, city: City | None = None, **values: Any) -> Unique:
    usual = {"name": "Edge", "item": "mithril_axe", "plus": 3, "bestowed": (), "spell": ""}
    made = scene.world.add(Unique, **{**usual, **values})
    if city:
        scene.items(city, **{f"{made.item}+{made.plus}#{made.id}": 1})
    return made


def test_a_unique_item_appears_when_the_turn_is_over_and_one_item_is_used_up() -> None:
    scene, city, guild = college(15, **{"mithril_axe+3": 2})
    ran = scene.run(create(guild, "Mithril axe +3", "Stone Splitter"))
    [made] = uniques_in(scene.world, city)
    assert (made.name, made.item, made.plus, made.maker) == ("Stone Splitter", "mithril_axe", 3, 0)
    assert scene.held(city) == {"mithril_axe+3": 1, f"mithril_axe+3#{made.id}": 1}
    assert [event.unique for event in ran.events(UniqueItemCreated)] == [made.id]


def test_it_cannot_be_worked_on_before_the_turn_is_over() -> None:
    scene, city, guild = college(15, "iron", **{"mithril_axe+3": 1})
    other = scene.guild(city, "college", 15)
    bestow = CollegeBestowEnchantment(guild=ref(other), item="Edge", enchantment="might")
    ran = scene.run(create(guild, "mithril_axe+3", "Edge"), bestow)
    assert ran.code == "target_unknown"
    assert not scene.run(bestow).refused


def test_a_name_that_is_taken_in_other_letters_gets_a_number_that_makes_it_free() -> None:
    scene, city, guild = college(15, **{"mithril_axe+3": 1})
    for name in ("STONE splitter", "Stone Splitter 2"):
        unique(scene, name=name)
    with ScriptedDice([Pick(0, 997)]) as dice:
        scene.run(create(guild, "mithril_axe+3", "Stone Splitter"), dice=dice)
    assert [made.name for made in uniques_in(scene.world, city)] == ["Stone Splitter 3"]


def test_a_name_without_a_free_number_is_refused() -> None:
    scene, city, guild = college(15, **{"mithril_axe+3": 1})
    for name in ("Edge", *(f"Edge {number}" for number in range(2, 1000))):
        unique(scene, name=name)
    assert scene.run(create(guild, "mithril_axe+3", "edge")).code == "name_taken"
    assert scene.held(city) == {"mithril_axe+3": 1}


@pytest.mark.parametrize("name", ["", "x" * 41, "@everyone", "two\nlines"])
def test_a_name_is_plain_and_of_1_to_40_characters(name: str) -> None:
    _, _, guild = college()
    with pytest.raises(ValidationError):
        create(guild, "mithril_axe+3", name)
    assert create(guild, "mithril_axe+3", "x" * 40)


@pytest.mark.parametrize(
    "item, code",
    [
        ("spear", "target_unknown"),
        ("mithril_axe", "not_enchanted"),
        ("dagger+1~foxglove_venom*4", "not_convertible"),
        ("palfrey", "not_convertible"),
        ("potion_of_mana*3", "not_convertible"),
    ],
)
def test_only_plain_enchanted_items_become_unique(item: str, code: str) -> None:
    held = ("mithril_axe", "dagger+1~foxglove_venom*4", "palfrey", "potion_of_mana*3")
    scene, _, guild = college(30, **dict.fromkeys(held, 1))
    assert scene.run(create(guild, item, "Edge")).code == code


def test_a_unique_item_is_not_made_unique_again() -> None:
    scene, city, guild = college(30)
    made = unique(scene, city)
    assert scene.run(create(guild, f"mithril_axe+3#{made.id}", "Edge")).code == "not_convertible"


def test_a_plan_shows_the_unique_item_and_learns_nothing_of_names_elsewhere() -> None:
    scene, city, guild = college(15, **{"mithril_axe+3": 1})
    rival = scene.someone("at_war")
    unique(scene, scene.city(8, 8, rival), name="Edge")
    plan = scene.plan(create(guild, "mithril_axe+3", "Edge"))
    assert [planned.outcome for planned in plan.orders] == ["done"]
    assert [made.name for made in uniques_in(plan.world, city)] == ["Edge"]


# ---------------------------------------------------------------- bestowing


def bestow(guild: Guild, enchantment: str, spell: str = "") -> CollegeBestowEnchantment:
    return CollegeBestowEnchantment(
        guild=ref(guild), item="edge", enchantment=enchantment, spell=spell
    )


def test_an_enchantment_is_added_and_its_resource_is_not_used_up() -> None:
    scene, city, guild = college(15, "gems", oak=2)
    made = unique(scene, city, bestowed=("might",))
    ran = scene.run(bestow(guild, "Flame"))
    assert scene.now(made).bestowed == ("might", "flame")
    [told] = ran.events(EnchantmentBestowed)
    assert (told.name, told.enchantment, told.free_slots) == ("Edge", "flame", 1)
    assert scene.held(city) == {"oak": 2, f"mithril_axe+3#{made.id}": 1}


def test_a_spell_comes_from_the_mage_guild_of_the_same_city() -> None:
    scene, city, guild = college(30, "amberwood")
    made = unique(scene, city)
    by_level = {spell.level: spell.key for spell in scene.content.spells.values()}
    assert scene.run(bestow(guild, "spell", by_level[3])).code == "guild_missing"
    mages = scene.guild(city, "mage", 10, spells=(by_level[3], by_level[4]))
    assert scene.run(bestow(guild, "spell", by_level[1])).code == "spell_unknown"
    assert scene.run(bestow(guild, "spell")).code == "spell_unknown"
    assert scene.run(bestow(guild, "spell", by_level[4])).code == "spell_level_too_high"
    scene.run(bestow(guild, "spell", by_level[3]))
    assert (scene.now(made).bestowed, scene.now(made).spell) == (("spell",), by_level[3])
    assert scene.now(mages).actions == 1, "only the college acts"


def test_a_standard_item_bears_no_enchantment_of_its_own() -> None:
    scene, _, guild = college(30, "iron", **{"mithril_axe+3": 1})
    order = CollegeBestowEnchantment(guild=ref(guild), item="mithril_axe+3", enchantment="might")
    assert scene.run(order).code == "not_unique"


def test_an_unknown_enchantment_is_answered_with_the_nearest() -> None:
    scene, city, guild = college(30, "iron")
    unique(scene, city)
    ran = scene.run(bestow(guild, "mihgt"))
    assert ran.code == "target_unknown"
    assert "Might" in ran.failures[0].instead


def test_only_what_fits_and_is_not_on_the_item_is_offered() -> None:
    scene, city, guild = college(30)
    unique(scene, city, bestowed=("might",))
    given = {"guild": str(ref(guild)), "item": "Edge"}
    assert scene.offered(CollegeBestowEnchantment, "item", **given) == ["Edge"]
    values = scene.offered(CollegeBestowEnchantment, "enchantment", **given)
    assert {"flame", "vorpal", "fury", "agility"} <= set(values)
    assert not {"might", "guarding", "silence"} & set(values)
    spells = tuple(list(scene.content.spells)[:2])
    scene.guild(city, "mage", 10, spells=spells)
    assert scene.offered(CollegeBestowEnchantment, "spell", **given) == list(spells)


counts = st.integers(0, 500)


def enchanters(level: int = 10, **items: int) -> tuple[Scene, City, Guild]:
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
    scene, city, guild = enchanters(level, **({before: there} if there else {}))
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
    scene, _, guild = enchanters(10, **{"spear": 5, "oak": 9, "plate+1": 2})
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
