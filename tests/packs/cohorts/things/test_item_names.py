"""What people read where the world says `mithril_axe+3#12`."""

import pytest

from engine.packs.cohorts.things.item_names import item_name, kind_called
from engine.packs.cohorts.things.uniques import Unique
from tests.rules.scene import Scene


@pytest.fixture(scope="module")
def scene() -> Scene:
    scene = Scene()
    scene._add(Unique, name="Dawnbringer", item="mithril_axe", plus=3)
    return scene


@pytest.mark.parametrize(
    "name, text",
    [
        ("spear", "Spear"),
        ("mithril_axe+3", "Mithril axe +3"),
        ("potion_of_strength*3", "Standard potion of strength"),
        ("foxglove_venom*7", "Superior foxglove venom"),
        ("potion_of_mana*9", "Quality 9 potion of mana"),
        ("dagger~foxglove_venom*4", "Poisoned dagger (improved foxglove venom)"),
        ("broadsword+2~grave_rot*1", "Poisoned broadsword +2 (weak grave rot)"),
        ("mithril_axe+3#1", "Dawnbringer (mithril axe +3)"),
        ("mithril_axe+3#2", "Mithril axe +3"),
        ("scroll_of_fireball*12", "Scroll of Fireball (level 12)"),
        ("scroll_of_fireball", "Scroll of Fireball"),
        ("scroll_of_nothing", "Scroll of nothing"),
        ("spider_silk", "Spider silk"),
        ("half_orc_recruits", "Half orc recruits"),
        ("human_recruits", "Human recruits"),
        ("bag_of_holding", "Bag of holding"),
    ],
)
def test_an_item_is_called_as_people_call_it(scene: Scene, name: str, text: str) -> None:
    assert item_name(scene.content, scene.world, name) == text


def test_a_kind_is_found_by_its_key_or_name_however_it_is_spelt(scene: Scene) -> None:
    weapons = scene.content.weapons.values()
    assert kind_called(weapons, "HAND-axe") is scene.content.weapons["hand_axe"]
    assert kind_called(weapons, "hand axes") is None
