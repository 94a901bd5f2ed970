"""What is hidden of other kingdoms, and of their armies."""

from __future__ import annotations

from engine.packs.kingdoms.pieces.records import Army
from engine.world import World
from tests.hidden.kinds import alter
from tests.hidden.kingdoms.veil import HIDDEN, Shrouded

HIDDEN.differ(
    lambda scene, world: scene.crown(2),
    {
        "treasury": {"treasury": 999},
        "inventions": {"inventions": ("compass",)},
        "broken treaties": {"broke": (4,), "landless": True},
        "bones of a dead king": lambda scene: {"bones": scene.dead.id, "heirs": 1},
    },
)
HIDDEN.differ(
    lambda scene, world: scene.crown(3),
    {"place of the home": lambda scene: {"home": scene.farther.id}},
)
HIDDEN.differ(
    lambda scene, world: next(each for each in world.by(Army, "crown", 3) if not each.leader),
    {"type of a garrison": {"type": "HC", "race": "orc", "moves": 1}},
)
HIDDEN.differ("dragons", {"leader of an army": {"leader": 0}, "loss of an army": None})


@HIDDEN.hides
def quality_of_a_kings_armies(scene: Shrouded, world: World) -> None:
    for army in list(world.by(Army, "leader", scene.crown(2).king)):
        alter(world, army, quality=5, immune=True)


@HIDDEN.hides
def place_of_an_army_with_its_leader(scene: Shrouded, world: World) -> None:
    alter(world, scene.lord, holding=scene.farther.id)
    alter(world, scene.dragons, holding=scene.farther.id)


@HIDDEN.hides
def loss_of_militia_out_of_sight(scene: Shrouded, world: World) -> None:
    for army in list(world.by(Army, "holding", scene.farther.id)):
        world.remove(army)


@HIDDEN.hides
def militia_out_of_sight_that_serves_for_pay(scene: Shrouded, world: World) -> None:
    for army in list(world.by(Army, "holding", scene.farther.id)):
        alter(world, army, militia=False)
