"""What belongs to a province, and what to the side between two."""

import pytest

from engine.packs.cohorts.movement.steps import NATURAL, link_between
from engine.packs.cohorts.pieces.records import Possession, Province, Tower, Village
from tests.rules.scene import Scene, ref

pytestmark = pytest.mark.rule("cohorts.world.province-characteristics")


def test_rivers_roads_and_barriers_belong_to_the_side_between_two_provinces(scene: Scene) -> None:
    link = scene.link((5, 5), (6, 5), river=2, road=3, barrier=NATURAL)
    here, there = scene.at(5, 5).id, scene.at(6, 5).id
    for direction in range(6):
        assert link_between(scene.world, here, direction) == (link if direction == 1 else None)
        assert link_between(scene.world, there, direction) == (link if direction == 4 else None)


def test_its_lord_knows_all_there_is_to_a_province(scene: Scene) -> None:
    scene.barony((4, 5), (5, 5))
    scene.city(4, 5, scene.me)
    gate = scene.at(9, 9).id
    province = scene.province(
        *(5, 5),
        terrain="hills",
        deposits=("iron", "iron"),
        fortification=2,
        gate=gate,
        level_limit=9,
        pvp_free=True,
    )
    village, tower = scene.village(5, 5, level=3), scene.tower(5, 5, "wizard", 2)
    scene.items(province, spear=3)
    scene.character(scene.stack(5, 5))
    view = scene.view()
    assert view.get(Province, province.id) == province
    assert view.get(Village, village.id) == village
    assert view.get(Tower, tower.id) == tower
    [cache] = view.by(Possession, "holder", province.place)
    assert (cache.item, cache.count) == ("spear", 3)
    assert ref(province).place == cache.holder
