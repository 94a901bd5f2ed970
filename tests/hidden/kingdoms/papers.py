"""What is hidden of foreign treaties, surveys, sightings and spells, and of when others played."""

from __future__ import annotations

from engine.campaign import Player
from engine.packs.kingdoms.pieces.records import (
    CharacterSighting,
    LastingSpell,
    Overture,
    Survey,
    Truce,
)
from engine.world import World
from tests.hidden.kingdoms.veil import Shrouded, alter, hides


@hides
def treaty_of_others_under_notice(scene: Shrouded, world: World) -> None:
    alter(world, next(world.by(Truce, "crowns", 2)), notice=True)


@hides
def treaty_of_others(scene: Shrouded, world: World) -> None:
    world.remove(next(world.by(Truce, "crowns", 2)))


@hides
def offer_of_a_treaty_between_others(scene: Shrouded, world: World) -> None:
    world.remove(next(world.by(Overture, "crown", 3)))


@hides
def survey_of_others(scene: Shrouded, world: World) -> None:
    for survey in list(world.by(Survey, "crown", 2)):
        alter(world, survey, percent=100, garrison=9)


@hides
def sighting_by_others(scene: Shrouded, world: World) -> None:
    for sighting in list(world.by(CharacterSighting, "crown", 2)):
        world.remove(sighting)


@hides
def spell_of_others_on_ones_king(scene: Shrouded, world: World) -> None:
    world.remove(world.get(LastingSpell, scene.watch.id))


@hides
def spell_of_others_out_of_sight(scene: Shrouded, world: World) -> None:
    alter(world, scene.spell, art="EA", level=5)


@hides
def last_run_of_another_player(scene: Shrouded, world: World) -> None:
    player = world.get(Player, scene.crown(2).player)
    alter(world, player, last_run=0, missed=player.missed + 1)
