"""Walls: where they are built, how often, and who learns of them."""

import pytest

from engine.packs.cohorts.cities.walls import BuildWalls, WallsBuilt
from engine.packs.cohorts.knowledge.memories import Memory
from tests.packs.cohorts.cities.test_improvements import city_of
from tests.rules.scene import Scene, ref

pytestmark = pytest.mark.rule("cohorts.order.build-walls")


@pytest.fixture
def scene() -> Scene:
    scene = Scene()
    scene.barony((0, 0), (1, 0), (2, 0), (3, 0))
    scene.province(0, 0, deposits=("oak", "stone", "iron"))
    scene.province(3, 0, terrain="sea")
    scene.city(0, 0, scene.me, name="Harrow", population={"human": 5000}, actions=5)
    return scene


def wall(scene: Scene, x: int, y: int) -> BuildWalls:
    return BuildWalls(city=ref(city_of(scene)), province=ref(scene.at(x, y)))


def test_what_each_level_needs_and_the_highest_are_figures_of_the_module(scene: Scene) -> None:
    works = {"fortification": {"levels": 1, "needs": ((("gold",),),)}}
    other = Scene(content={"province_improvements": works})
    other.world, other.grid = scene.world, scene.grid
    assert other.run(wall(other, 1, 0)).code == "resources_missing"
    other.province(0, 0, deposits=("gold",))
    assert not other.run(wall(other, 1, 0)).refused
    assert other.run(wall(other, 1, 0)).code == "maximum_level"


def test_only_the_builders_are_told_and_others_see_that_there_are_walls(scene: Scene) -> None:
    others = scene.someone("neutral")
    scene.character(scene.stack(1, 1, others), others)
    ran = scene.run(wall(scene, 1, 0))
    [entry] = [entry for entry in ran.entries if isinstance(entry.event, WallsBuilt)]
    assert entry.for_(scene.ours.id)
    assert entry.for_(others.faction) is None
    memory = scene.view(scene.faction("neutral")).get(Memory, scene.at(1, 0).id)
    assert memory.in_view
    assert memory.fortified


def test_a_player_is_offered_the_land_of_the_barony_and_what_stands_there(scene: Scene) -> None:
    scene.province(1, 0, fortification=2)
    scene.tower(1, 0, "wizard", 3)
    scene.tower(2, 0, "castle")
    assert [choice.label for choice in scene.choices(BuildWalls, "province")] == [
        "Harrow 0,0",
        "Grassland 1,0, walls 2, wizard tower 3",
        "Grassland 2,0, castle",
    ]
    assert not scene.choices(BuildWalls, "province", city="city:99")
