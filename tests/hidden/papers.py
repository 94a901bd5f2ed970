"""What is hidden of foreign papers: what they trade, order, earn and know."""

from __future__ import annotations

from engine.campaign import Kept, Player
from engine.packs.cohorts.knowledge.discoveries import Meeting
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.pieces.positions import Position
from engine.packs.cohorts.trade.books import Agreement, Offer
from engine.world import World
from tests.hidden.veil import FAR, Veiled, alter, hides


@hides
def offer_between_others(scene: Veiled, world: World) -> None:
    offer = max(world.all(Offer), key=lambda each: each.id)
    alter(world, offer, offered={"iron": 1}, wanted={"wheat": 1}, name="Another bargain")


@hides
def offer_between_others_withdrawn(scene: Veiled, world: World) -> None:
    world.remove(max(world.all(Offer), key=lambda each: each.id))


@hides
def agreement_between_others(scene: Veiled, world: World) -> None:
    agreement = max(world.all(Agreement), key=lambda each: each.id)
    alter(world, agreement, gives={"stone": 2}, name="Another agreement")


@hides
def kept_orders_of_others(scene: Veiled, world: World) -> None:
    world.remove(next(world.by(Kept, "player", scene.foe.id)))


@hides
def renown_of_others(scene: Veiled, world: World) -> None:
    position = next(world.by(Position, "player", scene.foe.id))
    alter(world, position, renown=9000, tokens={"snow": 4}, deactivated=("Old Guard",))


@hides
def last_run_of_others(scene: Veiled, world: World) -> None:
    alter(world, world.get(Player, scene.foe.id), last_run=1, missed=1)


@hides
def sightings_by_others(scene: Veiled, world: World) -> None:
    for row in list(world.by(Sighting, "faction", scene.foe.faction)):
        world.remove(row)


@hides
def memories_of_others(scene: Veiled, world: World) -> None:
    for row in list(world.by(Memory, "faction", scene.foe.faction)):
        alter(world, row, turn=1, owner=0)


@hides
def meetings_of_others(scene: Veiled, world: World) -> None:
    for row in list(world.by(Meeting, "faction", scene.foe.faction)):
        alter(world, row, turn=row.turn + 1, province=scene.at(*FAR).id)


@hides
def memories_of_an_ally(scene: Veiled, world: World) -> None:
    for row in list(world.by(Memory, "faction", scene.ally.faction)):
        alter(world, row, fortified=not row.fortified)
