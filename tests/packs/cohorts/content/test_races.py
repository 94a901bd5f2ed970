"""The races that are shipped, and what a module may say of one."""

import pytest
from pydantic import ValidationError

from engine.packs.cohorts.content import Content, Race
from tests.rules.scene import module

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
