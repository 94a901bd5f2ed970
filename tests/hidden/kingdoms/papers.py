"""What is hidden of foreign treaties, surveys, sightings and spells, and of when others played."""

from __future__ import annotations

from engine.campaign import Player
from engine.packs.kingdoms.pieces.records import CharacterSighting, Overture, Survey, Truce
from engine.world import World
from tests.hidden.kinds import alter
from tests.hidden.kingdoms.veil import HIDDEN, Shrouded

HIDDEN.differ(
    lambda scene, world: next(world.by(Truce, "crowns", 2)),
    {"treaty of others under notice": {"notice": True}, "treaty of others": None},
)
HIDDEN.differ(
    lambda scene, world: next(world.by(Overture, "crown", 3)),
    {"offer of a treaty between others": None},
)
HIDDEN.differ("watch", {"spell of others on ones king": None})
HIDDEN.differ("spell", {"spell of others out of sight": {"art": "EA", "level": 5}})


@HIDDEN.hides
def survey_of_others(scene: Shrouded, world: World) -> None:
    for survey in list(world.by(Survey, "crown", 2)):
        alter(world, survey, percent=100, garrison=9)


@HIDDEN.hides
def sighting_by_others(scene: Shrouded, world: World) -> None:
    for sighting in list(world.by(CharacterSighting, "crown", 2)):
        world.remove(sighting)


@HIDDEN.hides
def last_run_of_another_player(scene: Shrouded, world: World) -> None:
    player = world.get(Player, scene.crown(2).player)
    alter(world, player, last_run=0, missed=player.missed + 1)
