"""What is hidden of the land: whose it is, what it is worth, and what lies in it."""

from __future__ import annotations

from engine.packs.kingdoms.pieces.records import Grave
from engine.world import World
from tests.hidden.kingdoms.veil import Shrouded, alter, hides


@hides
def owner_of_land_out_of_sight(scene: Shrouded, world: World) -> None:
    alter(world, scene.far, owner=3)


@hides
def worth_of_land_out_of_sight(scene: Shrouded, world: World) -> None:
    alter(world, scene.far, tax=99, recruits=2)


@hides
def raid_on_land_of_another(scene: Shrouded, world: World) -> None:
    alter(world, scene.owned(3)[0], raided=True)


@hides
def grave_out_of_sight(scene: Shrouded, world: World) -> None:
    alter(world, scene.grave, holding=scene.farther.id, army="HC")


@hides
def loss_of_a_grave(scene: Shrouded, world: World) -> None:
    world.remove(world.get(Grave, scene.grave.id))


@hides
def guardian_of_an_unknown_feature(scene: Shrouded, world: World) -> None:
    alter(world, scene.secret, being="dragon", hit_points=40, full=40)


@hides
def discovery_of_a_feature_by_others(scene: Shrouded, world: World) -> None:
    alter(world, scene.secret, known_to=(2, 3))


@hides
def hiding_place_of_an_unknown_feature(scene: Shrouded, world: World) -> None:
    alter(world, scene.secret, spot=1, holding=scene.far.id)


@hides
def gold_in_a_known_feature(scene: Shrouded, world: World) -> None:
    alter(world, scene.site, gold=777, spot=1)


@hides
def wounds_of_a_known_guardian(scene: Shrouded, world: World) -> None:
    alter(world, scene.site, hit_points=1)


@hides
def others_who_know_a_known_feature(scene: Shrouded, world: World) -> None:
    alter(world, scene.site, known_to=(1, 3, 4))


@hides
def dealings_of_others_with_a_known_guardian(scene: Shrouded, world: World) -> None:
    alter(world, scene.site, truces=(2,), raided=(3,), halved=(2,), bargains=((2, 30),))
