"""Colleges: research, unique items and what is bestowed on them."""

from typing import Any

import pytest
from pydantic import ValidationError

from engine.dice import Pick, ScriptedDice, Whole
from engine.packs.cohorts.guilds.college import CollegeResearchItem
from engine.packs.cohorts.guilds.uniques import (
    CollegeBestowEnchantment,
    CollegeCreateUniqueItem,
    EnchantmentBestowed,
    UniqueItemCreated,
    uniques_in,
)
from engine.packs.cohorts.pieces.records import City, Guild
from engine.packs.cohorts.things.uniques import Unique
from tests.rules.scene import Scene, ref


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
