"""Drowning: who stays afloat at the week's end, in whose favour places go, what is left."""

from engine.packs.cohorts.movement.drowning import Drowned
from tests.rules.scene import Scene


def test_wings_do_not_keep_a_unit_up_for_a_week_and_fins_do() -> None:
    scene = Scene(terrain="sea")
    avian = scene.unit(scene.at(5, 5), race="avian")
    lizardfolk = scene.unit(scene.at(5, 5), race="lizardfolk")
    scene.produce()
    assert scene.gone(avian)
    assert not scene.gone(lizardfolk)


def test_a_drowned_unit_is_gone_and_its_equipment_lies_in_the_province() -> None:
    scene = Scene(terrain="sea")
    stack = scene.stack(5, 5)
    unit = scene.unit(stack, soldiers=20, equipment={"back": "cloak", "main_hand": "spear"})
    ran = scene.produce()
    assert scene.gone(unit)
    assert scene.held(scene.at(5, 5)) == {"spear": 20, "cloak": 20}
    [drowned] = ran.events(Drowned)
    assert (drowned.piece, drowned.province) == (unit.place, stack.province)


def test_a_drowned_character_floats_dead_in_the_province_without_its_goods() -> None:
    scene = Scene(terrain="ocean")
    worn = {"main_hand": "dagger", "off_hand": "dagger", "armor": "plate+1"}
    hero = scene.character(scene.stack(5, 5), captor=2, equipment=worn)
    scene.items(hero, dagger=1)
    scene.produce()
    body = scene.now(hero)
    assert (body.dead, body.captor, body.holder) == (True, 0, scene.at(5, 5).place)
    assert body.equipment == {}
    assert scene.held(scene.at(5, 5)) == {"dagger": 3, "plate+1": 1}
