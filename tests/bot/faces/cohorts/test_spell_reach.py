"""Where a spell reaches, whom it meets, which shells are known of; and what combat spells do."""

import pytest

from bot.faces.cohorts.fighter.combat_spells import (
    combat_does,
    combat_spell_rows,
)
from bot.faces.cohorts.fighter.spell_reach import SpellReach, reach_words, spell_reach
from bot.faces.cohorts.map.strides import spans
from bot.faces.words.tabs import PAGE
from engine.hexes import Hex
from engine.packs.cohorts.pieces.records import Character, Loading, Map
from engine.packs.cohorts.worth.active_spells import ActiveSpell
from engine.world import Missing, Place
from tests.rules.scene import Scene


@pytest.fixture
def scene() -> Scene:
    return Scene(width=40, height=30)


def mage(scene: Scene, **values: object) -> Character:
    known = {
        "job": "mage",
        "level": 5,
        "skills": {"spell_craft": 5},
        "spells": ("charm_of_strength", "task_of_strength", "provincial_barrier", "city_shell"),
        "mana": 4,
    }
    return scene.character(
        scene.stack(15, 15, name="Tower Guard"), name="Elowen", **{**known, **values}
    )


def told(scene: Scene, caster: Character, spell: str) -> SpellReach:
    view = scene.view()
    return spell_reach(scene.rules, view, view.get(Character, caster.id), spell)


def away(scene: Scene, province: int) -> int:
    grid = scene.world.get(Map, 1).grid
    return grid.distance(grid.at(province - 1), Hex(15, 15))


def test_each_province_bears_the_mana_that_it_takes(scene) -> None:
    reach = told(scene, mage(scene), "charm_of_strength")
    plain = 3 * 1  # three provinces for each heroic level, of which level 5 gives one
    assert reach.most == 4
    assert {away(scene, each) for each in reach.price} == set(range(plain + 4 + 1))
    assert all(mana == max(0, away(scene, at) - plain) for at, mana in reach.price.items())


def test_a_spell_that_mana_takes_no_further_reaches_as_far_with_all_of_it(scene) -> None:
    reach = told(scene, mage(scene, spells=("provincial_shell",)), "provincial_shell")
    assert set(reach.price.values()) == {0}
    assert max(away(scene, each) for each in reach.price) == 3


def test_a_spell_for_the_barony_reaches_all_of_it_and_nothing_outside(scene) -> None:
    caster = mage(scene)
    assert not told(scene, caster, "city_shell").price, "it stands in no barony"
    scene.barony((15, 15), (16, 15), (14, 15))
    reached = told(scene, caster, "city_shell").price
    assert reached == {scene.at(x, y).id: 0 for x, y in ((15, 15), (16, 15), (14, 15))}


def test_who_can_be_meant_is_told_the_nearest_first(scene) -> None:
    caster = mage(scene)
    friend = scene.character(scene.stack(17, 15), name="Bran")
    reach = told(scene, caster, "charm_of_strength")
    assert [(each.name, each.away) for each in reach.aims] == [("Elowen", 0), ("Bran", 2)]
    assert not told(scene, caster, "task_of_strength").aims, "hostile spells are not for friends"
    assert friend.name in reach_words(reach)


def test_a_shell_that_is_known_is_told_with_what_exceeds_it(scene) -> None:
    caster = mage(scene)
    enemy = scene.someone("at_war")
    foe = scene.stack(16, 15, enemy, name="Wolves")
    scene.unit(foe, enemy, name="Old Wolves")
    ground = Place("province", foe.province)
    scene.world.add(
        ActiveSpell, on=ground, spell="provincial_shell", strength=7, level=7, faction=scene.ours.id
    )
    scene.city(16, 15, scene.me)  # the land is ours, so its shell is known
    (aim,) = [each for each in told(scene, caster, "task_of_strength").aims if each.kind == "unit"]
    assert (aim.name, aim.shell, aim.needs) == ("Old Wolves", 7, 3)
    assert "shell of 7 or more, 3 mana to exceed it" in reach_words(
        told(scene, caster, "task_of_strength")
    )
    weak = scene.world.get(Character, caster.id).replace(mana=2)
    scene.world.put(weak)
    assert "too strong for all the mana" in reach_words(told(scene, caster, "task_of_strength"))


def test_shells_that_others_have_are_not_told(scene) -> None:
    caster = mage(scene, spells=("task_of_speed",))
    enemy = scene.someone("at_war")
    foe = scene.stack(15, 15, enemy, name="Wolves")
    scene.unit(foe, enemy)
    scene.run()  # at its end what stands in view is sighted
    before = told(scene, caster, "task_of_speed")
    scene.world.add(
        ActiveSpell,
        on=foe.place,
        spell="stack_shell",
        strength=20,
        level=9,
        faction=enemy.faction,
    )
    assert told(scene, caster, "task_of_speed") == before
    assert [each.name for each in before.aims] == ["Wolves"]
    assert "no shell that you know of" in reach_words(before)


def test_words_of_many_targets_stay_on_one_page(scene) -> None:
    caster = mage(scene)
    stack = scene.stack(16, 15, name="*" * 60)
    for number in range(40):
        scene.unit(stack, name=f"{'_' * 50}{number}")
    words = reach_words(told(scene, caster, "charm_of_strength"))
    assert len(words) <= PAGE
    assert "no nearer than these" in words


def test_what_it_cannot_cast_has_no_range(scene) -> None:
    with pytest.raises(Missing):
        told(scene, mage(scene, spells=()), "charm_of_strength")


def test_the_map_parts_the_reach_by_what_it_takes_and_writes_no_zero(scene) -> None:
    caster = mage(scene)
    reach = told(scene, caster, "charm_of_strength")
    shown, steps = spans(scene.view(), reach.price, reach.most)
    first, last = shown[0], shown[-1]
    assert (first.number, first.step) == (0, 0)
    assert (last.number, steps[last.step]) == (4, "3 to 4 mana")
    assert steps == ("no mana", "1 to 2 mana", "3 to 4 mana")
    assert len(shown) == len(reach.price)


def test_a_combat_spell_tells_what_it_does_at_the_level_with_which_it_is_loaded() -> None:
    scene = Scene()
    mage = scene.character(
        scene.stack(2, 2),
        level=6,
        skills={"spell_craft": 6},
        mana=4,
        spells=("nightmares", "flame_bolt", "flame_wall"),
        loaded={"duel": Loading(spell="flame_bolt", mana=5)},
    )
    how, bolt, nightmares, wall = combat_spell_rows(scene.view(), scene.content, mage)
    assert "a duel spell" in how.text
    assert (bolt.name, bolt.value) == ("Flame Bolt", "loaded with 5 mana")
    assert bolt.note == "level 1 duel attack"
    # Level 6 and 5 mana make HL 3: 27 times 20.
    assert (
        bolt.text == "540 fire damage, divided by its resistances; it may leave its target burning"
    )
    assert (nightmares.value, nightmares.text) == ("", "Morale −12")
    assert (wall.name, wall.value) == ("Flame Wall", "it cannot cast this at caster level 6")


@pytest.mark.parametrize("level", [0, 1, 17])
def test_every_combat_spell_says_in_a_line_what_it_does(scene: Scene, level: int) -> None:
    for spell in scene.content.combat_spells.values():
        told = combat_does(scene.content, spell, level)
        assert told
        assert len(told) < 150
        assert "None" not in told
