"""The races that are shipped, what a module may say of one, and what things are called."""

import pytest
from pydantic import ValidationError

from engine.packs.cohorts.content import Content, Race
from engine.packs.cohorts.things.item_names import item_name, kind_called
from engine.packs.cohorts.things.uniques import Unique
from tests.rules.scene import Scene, module

RACES = module().content(Content).races


def race(**attributes: int) -> Race:
    """The human race with other attributes."""
    tree = RACES["human"].model_dump()
    return Race.model_validate({**tree, "attributes": {**tree["attributes"], **attributes}})


@pytest.mark.rule("cohorts.race.attributes")
@pytest.mark.parametrize("attribute, least", [("STR", 3), ("CON", 5), ("CHA", 3)])
def test_an_attribute_lies_between_3_and_30_and_constitution_from_5(
    attribute: str, least: int
) -> None:
    for value in (least, 30):
        assert getattr(race(**{attribute: value}).attributes, attribute) == value
    for value in (least - 1, 31):
        with pytest.raises(ValidationError):
            race(**{attribute: value})


@pytest.mark.rule("cohorts.race.attributes")
def test_every_shipped_race_can_move_somewhere_and_the_human_is_the_average() -> None:
    assert set(RACES["human"].attributes.model_dump().values()) == {10}
    for each in RACES.values():
        assert any(travel.rate for travel in (each.land, each.air, each.water))


@pytest.mark.rule("cohorts.race.type")
def test_a_race_has_one_of_four_types_and_the_shipped_ones_have_theirs() -> None:
    tree = RACES["human"].model_dump()
    with pytest.raises(ValidationError):
        Race.model_validate({**tree, "type": "giant"})
    monsters = [key for key, each in RACES.items() if each.type == "monster"]
    assert monsters == ["giant_spider", "wyrm"]
    assert {each.type for each in RACES.values()} == {
        "civilized",
        "nomad",
        "barbarian",
        "monster",
    }


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
