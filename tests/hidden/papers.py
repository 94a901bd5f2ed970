"""What is hidden of foreign papers: what they trade, order, earn and know."""

from __future__ import annotations

from engine.campaign import Kept, Player
from engine.packs.cohorts.knowledge.discoveries import Meeting
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.pieces.positions import Position
from engine.packs.cohorts.trade.books import Agreement, Offer
from engine.world import World
from tests.hidden.kinds import alter
from tests.hidden.veil import FAR, HIDDEN, Veiled, latest

HIDDEN.differ(
    latest(Offer),
    {
        "offer between others": {
            "offered": {"iron": 1},
            "wanted": {"wheat": 1},
            "name": "Another bargain",
        },
        "offer between others withdrawn": None,
    },
)
HIDDEN.differ(
    latest(Agreement),
    {"agreement between others": {"gives": {"stone": 2}, "name": "Another agreement"}},
)
HIDDEN.differ(
    lambda scene, world: next(world.by(Kept, "player", scene.foe.id)),
    {"kept orders of others": None},
)
HIDDEN.differ(
    lambda scene, world: next(world.by(Position, "player", scene.foe.id)),
    {"renown of others": {"renown": 9000, "tokens": {"snow": 4}, "deactivated": ("Old Guard",)}},
)
HIDDEN.differ(
    lambda scene, world: world.get(Player, scene.foe.id),
    {"last run of others": {"last_run": 1, "missed": 1}},
)


@HIDDEN.hides
def sightings_by_others(scene: Veiled, world: World) -> None:
    for row in list(world.by(Sighting, "faction", scene.foe.faction)):
        world.remove(row)


@HIDDEN.hides
def memories_of_others(scene: Veiled, world: World) -> None:
    for row in list(world.by(Memory, "faction", scene.foe.faction)):
        alter(world, row, turn=1, owner=0)


@HIDDEN.hides
def meetings_of_others(scene: Veiled, world: World) -> None:
    for row in list(world.by(Meeting, "faction", scene.foe.faction)):
        alter(world, row, turn=row.turn + 1, province=scene.at(*FAR).id)


@HIDDEN.hides
def memories_of_an_ally(scene: Veiled, world: World) -> None:
    for row in list(world.by(Memory, "faction", scene.ally.faction)):
        alter(world, row, fortified=not row.fortified)
