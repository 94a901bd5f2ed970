"""What is hidden of the land."""

from __future__ import annotations

from engine.packs.cohorts.pieces.links import Link
from engine.packs.cohorts.pieces.records import Tower, Village
from engine.world import World
from tests.hidden.veil import FAR, Veiled, alter, hides


@hides
def deposits_out_of_sight(scene: Veiled, world: World) -> None:
    alter(world, scene.at(*FAR), deposits=("gold",), level_limit=9)


@hides
def deposits_of_a_barony_of_others(scene: Veiled, world: World) -> None:
    alter(world, scene.at(22, 3), deposits=("mithril",))


@hides
def level_of_a_village_of_others(scene: Veiled, world: World) -> None:
    village = next(world.by(Village, "province", scene.at(22, 1).id))
    alter(world, village, level=1)


@hides
def level_of_a_tower_of_others(scene: Veiled, world: World) -> None:
    tower = next(world.by(Tower, "province", scene.at(21, 2).id))
    alter(world, tower, level=1)


@hides
def road_out_of_sight(scene: Veiled, world: World) -> None:
    link = max(world.all(Link), key=lambda each: each.id)
    alter(world, link, road=4, river=0, barrier=1)


@hides
def walls_out_of_sight(scene: Veiled, world: World) -> None:
    alter(world, scene.at(22, 12), fortification=4)


@hides
def place_of_a_hidden_hot_spot(scene: Veiled, world: World) -> None:
    alter(world, scene.well, province=scene.at(10, 3).id, name="Deep Well")


@hides
def uses_of_a_hidden_hot_spot(scene: Veiled, world: World) -> None:
    alter(world, scene.well, uses=1, quests=("drink",))
