"""Handing a city to another character."""

import pytest

from engine.packs.cohorts.cities.handing import CityTransferred, TransferCity
from engine.packs.cohorts.pieces.ownership import player_of
from tests.rules.scene import Scene, ref

pytestmark = pytest.mark.rule("cohorts.order.transfer-city")


def test_a_city_goes_with_its_guilds_and_possessions_but_its_garrison_stays_whose_it_was() -> None:
    scene = Scene()
    friend = scene.someone("teammate")
    city = scene.city(2, 2, scene.me)
    guild, guard = scene.guild(city, "mage"), scene.unit(city)
    scene.items(city, spear=7)
    heir = scene.character(scene.at(9, 9), friend)
    [told] = scene.give(TransferCity, city=ref(city), character=ref(heir)).events(CityTransferred)
    assert (told.baron, told.player) == (heir.id, friend.id)
    assert player_of(scene.world, scene.now(city)) == friend.id
    assert scene.now(guild) == guild
    assert scene.now(guard).player == scene.me.id
    assert scene.held(city) == {"spear": 7}


def test_a_refusal_does_not_name_a_strange_lord(scene: Scene) -> None:
    mine = scene.city(2, 2, scene.me)
    foe = scene.someone("enemy")
    castle = scene.city(3, 2, foe, baron=0)
    lord = scene.character(castle, foe, name="Sir Secret")
    scene.change(castle, baron=lord.id)
    ran = scene.give(TransferCity, city=ref(mine), character=ref(lord))
    assert ran.refused
    assert "Secret" not in ran.failures[0].says
