"""Drowning: who stays afloat at the week's end, in whose favour places go, what is left."""

from tests.rules.scene import Scene


def test_wings_do_not_keep_a_unit_up_for_a_week_and_fins_do() -> None:
    scene = Scene(terrain="sea")
    avian = scene.unit(scene.at(5, 5), race="avian")
    lizardfolk = scene.unit(scene.at(5, 5), race="lizardfolk")
    scene.produce()
    assert scene.gone(avian)
    assert not scene.gone(lizardfolk)
