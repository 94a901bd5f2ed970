"""What characters make of what they carry, apart from the worked cases: scrolls, items, poison."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import ScriptedDice, Whole
from engine.packs.cohorts.characters.brewing import ItemsCrafted, MakeItem
from engine.packs.cohorts.characters.casting import CharacterCastSpell, ScrollUsed
from engine.packs.cohorts.characters.scribing import MakeScroll
from engine.packs.cohorts.cities.making import makeable
from engine.packs.cohorts.content.item_keys import item_of
from engine.packs.cohorts.covert.poisoning import MakePoisonWeapons
from engine.packs.cohorts.magic.casting import SpellCast
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.things.scrolls import scroll_of
from tests.rules.scene import CONTENT, Scene, ref

SHELL = CONTENT.spells["stack_shell"]
SCROLL = scroll_of(SHELL, 12)
few = settings(max_examples=25, deadline=None)


def reader(scene: Scene, *scrolls: str, **values: Any) -> Character:
    """A priest without a deity, whose skills are as they are given."""
    usual = {"job": "priest", "level": 30, "skills": {"magic_user": 20}, "mana": 9}
    hero = scene.character(scene.stack(5, 5), **{**usual, **values})
    scene.items(hero, **dict.fromkeys(scrolls, 1))
    return hero


def cast(scene: Scene, hero: Character, spell: str = SCROLL, mana: int = 0) -> CharacterCastSpell:
    target = scene.world.at(hero.holder)
    assert target
    return CharacterCastSpell(character=ref(hero), spell=spell, target=ref(target), mana=mana)


# ---------------------------------------------------------------- scrolls


@pytest.mark.rule("cohorts.skill.scroll-making")
@pytest.mark.parametrize(
    "text", [SCROLL, "scroll of stack shell", "Scroll of Stack Shell (level 12)"]
)
def test_a_scroll_is_cast_once_at_its_writers_level_by_who_does_not_know_the_spell(
    text: str,
) -> None:
    scene = Scene()
    hero = reader(scene, SCROLL)
    ran = scene.run(cast(scene, hero, text, mana=3))
    assert not ran.refused
    (told,) = ran.events(SpellCast)
    assert (told.spell, told.strength, told.mana) == (SHELL.key, 15, 3)
    (used,) = ran.events(ScrollUsed)
    assert used.item == SCROLL
    assert scene.held(hero) == {}
    assert scene.now(hero).mana == 6
    assert scene.now(hero).actions == 0


@pytest.mark.parametrize("magic_user", [SHELL.level * 5 - 1, 0])
def test_a_scroll_above_the_readers_magic_user_skill_cannot_be_cast(magic_user: int) -> None:
    scene = Scene()
    hero = reader(scene, SCROLL, skills={"magic_user": magic_user})
    assert scene.run(cast(scene, hero)).code == "not_known"
    assert scene.held(hero) == {SCROLL: 1}
    assert scene.now(hero).actions == 1


def test_scrolls_are_offered_with_what_they_can_be_cast_on(scene: Scene) -> None:
    hero = reader(scene, SCROLL)
    who = str(ref(hero))
    assert scene.offered(CharacterCastSpell, "spell", character=who) == [SCROLL]
    targets = scene.offered(CharacterCastSpell, "target", character=who, spell=SCROLL)
    assert targets == [str(ref(scene.world.at(hero.holder)))]  # type: ignore[arg-type]
    scene.change(hero, skills={"magic_user": 4})
    assert scene.offered(CharacterCastSpell, "spell", character=who) == []


def test_a_plan_writes_a_scroll_and_casts_from_it(scene: Scene) -> None:
    skills = {"scroll_making": 20, "spell_craft": 8, "magic_user": 20}
    hero = reader(scene, spells=(SHELL.key,), skills=skills, action_points=1)
    write = MakeScroll(character=ref(hero), spell=SHELL.key)
    scroll = scroll_of(SHELL, 8)
    use = cast(scene, hero, scroll).model_copy(update={"point": True})
    plan = scene.plan(write, use)
    assert [each.outcome for each in plan.orders] == ["done", "done"]
    assert plan.world.get(Character, hero.id).mana == 9 - SHELL.level


def test_a_mad_writer_keeps_its_mana(scene: Scene) -> None:
    skills = {"scroll_making": 20, "spell_craft": 8}
    hero = reader(scene, spells=(SHELL.key,), skills=skills, statuses={"insane": 5})
    order = MakeScroll(character=ref(hero), spell=SHELL.key)
    scene.run(order, dice=ScriptedDice([Whole(1, 100)]))
    assert scene.now(hero).mana == 9
    assert scene.held(hero) == {}


@pytest.mark.parametrize(
    "values, code",
    [
        ({"spells": ()}, "not_known"),
        ({"skills": {"scroll_making": 35}}, "unable"),
        ({"mana": 0}, "not_enough_mana"),
        ({"skills": {"scroll_making": 4, "spell_craft": 9}}, "not_qualified"),
    ],
)
def test_what_a_writer_lacks_is_told(values: dict[str, Any], code: str, scene: Scene) -> None:
    usual = {"spells": (SHELL.key,), "skills": {"scroll_making": 35, "spell_craft": 9}}
    hero = reader(scene, **{**usual, **values})
    assert scene.run(MakeScroll(character=ref(hero), spell=SHELL.key)).code == code
    assert scene.held(hero) == {}
    assert scene.now(hero).actions == 1


BOOK = tuple(sorted(key for key, spell in CONTENT.spells.items() if not spell.miracle))


@few
@given(
    st.integers(0, 40), st.integers(0, 12), st.lists(st.sampled_from(BOOK), min_size=1, max_size=6)
)
def test_every_scroll_costs_the_mana_of_its_spell_and_mana_never_falls_below_0(
    scroll_making: int, mana: int, spells: list[str]
) -> None:
    scene = Scene()
    skills = {"scroll_making": scroll_making, "spell_craft": 12}
    hero = reader(scene, spells=BOOK, skills=skills, mana=mana)
    number = 0
    for spell in spells:
        before, price = scene.now(hero).mana, CONTENT.spells[spell].level
        written = not scene.run(MakeScroll(character=ref(hero), spell=spell)).refused
        assert scene.now(hero).mana == before - written * price >= 0
        assert not written or price <= scroll_making // 5
        number += written
        scene.produce()
    scrolls = scene.held(hero)
    assert all(item_of(item).quality == 12 for item in scrolls)
    assert sum(scrolls.values()) == number


@few
@given(st.lists(st.booleans(), max_size=8))
def test_every_scroll_that_was_written_is_there_until_it_is_cast(casts: list[bool]) -> None:
    scene = Scene()
    skills = {"scroll_making": 35, "spell_craft": 12, "magic_user": 35}
    hero = reader(scene, spells=(SHELL.key,), skills=skills, mana=35)
    there = 0
    for cast_it in casts:
        write = MakeScroll(character=ref(hero), spell=SHELL.key)
        done = not scene.run(cast(scene, hero) if cast_it else write).refused
        assert not (done and cast_it) or there > 0
        there += (-1 if cast_it else 1) if done else 0
        assert scene.held(hero) == ({SCROLL: there} if there else {})
        scene.produce()


# ---------------------------------------------------------------- crafting


MADE = sorted(each.key for each in makeable(CONTENT))


@pytest.mark.rule("cohorts.skill.crafting")
@few
@given(
    st.sampled_from(MADE),
    st.integers(0, 40),
    st.dictionaries(st.sampled_from(sorted(CONTENT.resources)), st.integers(1, 9)),
)
def test_what_is_crafted_takes_the_place_of_what_it_is_made_of(
    key: str, crafting: int, resources: dict[str, int]
) -> None:
    scene = Scene()
    hero = reader(scene, skills={"crafting": crafting}, recipes=(key,))
    scene.items(hero, **resources)
    ran = scene.run(MakeItem(character=ref(hero), item=key))
    told = next(iter(ran.events(ItemsCrafted)), None)
    now = scene.held(hero)
    if told is None:
        assert ran.refused
        assert now == resources
        return
    kind = CONTENT.item(key)
    assert kind
    needs = getattr(kind, "needs", ())
    assert 1 <= told.number <= -(-crafting // 5)
    assert sum(told.used.values()) == told.number * len(needs)
    left = {item: count - told.used.get(item, 0) for item, count in resources.items()}
    assert min(left.values()) >= 0
    left[key] = left.get(key, 0) + told.number  # a horse is broken in from one of its name
    assert now == {item: count for item, count in left.items() if count}


def test_potions_are_no_work_for_a_crafter(scene: Scene) -> None:
    hero = reader(scene, skills={"crafting": 20}, recipes=("healing_salve",))
    scene.items(hero, lavender=9)
    order = MakeItem(character=ref(hero), item="healing salve")
    assert scene.run(order).code == "bad_target"


# ---------------------------------------------------------------- poisoned weapons


BLADE = next(key for key, each in CONTENT.weapons.items() if "blade" in each.classes)


@pytest.mark.rule("cohorts.order.make-poison-weapons")
def test_poison_goes_on_enchanted_and_unique_weapons_but_not_twice(scene: Scene) -> None:
    hero = reader(scene, f"{BLADE}+2", skills={"assassin": 5}, action_points=2)
    scene.items(hero, **{"foxglove_venom*3": 2})
    order = MakePoisonWeapons(character=ref(hero), weapon=f"{BLADE}+2", poison="foxglove venom")
    assert not scene.run(order).refused
    poisoned = f"{BLADE}+2~foxglove_venom*3"
    assert scene.held(hero) == {poisoned: 1, "foxglove_venom*3": 1}
    scene.produce()
    again = order.model_copy(update={"weapon": poisoned})
    assert scene.run(again).code == "bad_target"


@pytest.mark.parametrize(
    "weapon, poison, code",
    [
        (BLADE, "potion of mana", "bad_target"),
        ("lavender", "foxglove venom", "bad_target"),
        (BLADE, "grave rot", "missing"),
        ("short bow", "foxglove venom", "bad_target"),
    ],
)
def test_only_weapons_and_poisons_that_go_together_are_taken(
    weapon: str, poison: str, code: str
) -> None:
    scene = Scene()
    hero = reader(scene, BLADE, "foxglove_venom*3", skills={"assassin": 5})
    order = MakePoisonWeapons(character=ref(hero), weapon=weapon, poison=poison)
    assert scene.run(order).code == code


def test_who_is_no_assassin_poisons_nothing(scene: Scene) -> None:
    hero = reader(scene, BLADE, "foxglove_venom*3")
    order = MakePoisonWeapons(character=ref(hero), weapon=BLADE, poison="foxglove venom")
    assert scene.run(order).code == "not_qualified"


def test_a_weapon_and_then_the_poisons_that_it_takes_are_offered(scene: Scene) -> None:
    hero = reader(scene, BLADE, "foxglove_venom*3", "spider_wart_resin*2", "lavender")
    who = str(ref(hero))
    assert scene.offered(MakePoisonWeapons, "weapon", character=who) == [BLADE]
    poisons = scene.offered(MakePoisonWeapons, "poison", character=who, weapon=BLADE)
    assert poisons == ["foxglove_venom*3"]


@few
@given(st.integers(1, 40), st.integers(1, 12), st.integers(1, 700), st.none() | st.integers(1, 600))
def test_no_weapon_is_lost_or_made_by_poisoning_and_no_vial_wasted(
    assassin: int, vials: int, weapons: int, most: int | None
) -> None:
    scene = Scene()
    hero = reader(scene, skills={"assassin": assassin})
    scene.items(hero, **{BLADE: weapons, "foxglove_venom*3": vials})
    order = MakePoisonWeapons(
        character=ref(hero), weapon=BLADE, poison="foxglove venom", number=most
    )
    assert not scene.run(order).refused
    held = scene.held(hero)
    poisoned = held[f"{BLADE}~foxglove_venom*3"]
    assert poisoned + held.get(BLADE, 0) == weapons
    used = vials - held.get("foxglove_venom*3", 0)
    per_vial = CONTENT.brewing.poisoning_at(-(-assassin // 5)).weapons
    assert (used - 1) * per_vial < poisoned <= min(used * per_vial, most or weapons)
