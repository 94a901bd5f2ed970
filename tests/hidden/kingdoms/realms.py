"""What is hidden of other kingdoms, and of their armies."""

from __future__ import annotations

from engine.packs.kingdoms.pieces.records import Army
from engine.world import World
from tests.hidden.kingdoms.veil import Shrouded, alter, hides


@hides
def treasury(scene: Shrouded, world: World) -> None:
    alter(world, scene.crown(2), treasury=999)


@hides
def inventions(scene: Shrouded, world: World) -> None:
    alter(world, scene.crown(2), inventions=("compass",))


@hides
def place_of_the_home(scene: Shrouded, world: World) -> None:
    alter(world, scene.crown(3), home=scene.farther.id)


@hides
def broken_treaties(scene: Shrouded, world: World) -> None:
    alter(world, scene.crown(2), broke=(4,), landless=True)


@hides
def bones_of_a_dead_king(scene: Shrouded, world: World) -> None:
    alter(world, scene.crown(2), bones=scene.dead.id, heirs=1)


@hides
def quality_of_a_kings_armies(scene: Shrouded, world: World) -> None:
    for army in list(world.by(Army, "leader", scene.crown(2).king)):
        alter(world, army, quality=5, immune=True)


@hides
def type_of_a_garrison(scene: Shrouded, world: World) -> None:
    army = next(each for each in world.by(Army, "crown", 3) if not each.leader)
    alter(world, army, type="HC", race="orc", moves=1)


@hides
def place_of_an_army_with_its_leader(scene: Shrouded, world: World) -> None:
    alter(world, scene.lord, holding=scene.farther.id)
    alter(world, scene.dragons, holding=scene.farther.id)


@hides
def leader_of_an_army(scene: Shrouded, world: World) -> None:
    alter(world, scene.dragons, leader=0)


@hides
def loss_of_an_army(scene: Shrouded, world: World) -> None:
    world.remove(world.get(Army, scene.dragons.id))


@hides
def loss_of_militia_out_of_sight(scene: Shrouded, world: World) -> None:
    for army in list(world.by(Army, "holding", scene.farther.id)):
        world.remove(army)


@hides
def militia_out_of_sight_that_serves_for_pay(scene: Shrouded, world: World) -> None:
    for army in list(world.by(Army, "holding", scene.farther.id)):
        alter(world, army, militia=False)
