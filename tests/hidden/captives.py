"""What is hidden of one's own in others' hands."""

from __future__ import annotations

from engine.world import World
from tests.hidden.veil import Veiled, alter, hides, hoard_of


@hides
def place_of_a_captive(scene: Veiled, world: World) -> None:
    alter(world, scene.captive, holder=scene.lair.place)


@hides
def captor_of_a_captive(scene: Veiled, world: World) -> None:
    alter(world, scene.unseen, player=scene.neutral.id)
    alter(world, scene.captive, captor=scene.neutral.id)


@hides
def wounds_of_a_captive(scene: Veiled, world: World) -> None:
    alter(world, scene.captive, wounds=66)


@hides
def statuses_of_a_captive(scene: Veiled, world: World) -> None:
    alter(world, scene.captive, statuses={"frightened": 2, "poisoned": 1})


@hides
def things_taken_from_a_captive(scene: Veiled, world: World) -> None:
    alter(world, scene.captive, equipment={})
    world.remove(hoard_of(world, scene.captive, "lavender"))


@hides
def spell_on_a_captive(scene: Veiled, world: World) -> None:
    alter(world, scene.spell, on=scene.captive.place)
