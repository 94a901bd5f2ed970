"""What is hidden of foreign armies: what they were told, and what they carry."""

from __future__ import annotations

from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.warmaster.battle.values import ItemUse
from engine.packs.warmaster.pieces import Leader, Regiment
from engine.packs.warmaster.standing import Brigade, Doctrine, LeaderPost, UnitPost
from engine.world import World
from tests.hidden.veil import alter, hoard_of
from tests.hidden.warmaster.veil import Mustered, hides


def _post(world: World, unit: Unit) -> UnitPost:
    found = world.first(UnitPost, "piece", unit.place)
    assert found
    return found


def _leader(world: World, character: Character) -> LeaderPost:
    found = world.first(LeaderPost, "piece", character.place)
    assert found
    return found


def _doctrine(scene: Mustered, world: World) -> Doctrine:
    found = world.first(Doctrine, "player", scene.foe.id)
    assert found
    return found


def _carries(world: World, unit: Unit, item: str) -> None:
    ext = world.get(Unit, unit.id).ext
    assert isinstance(ext, Regiment)
    alter(world, unit, ext=ext.replace(item=item))


@hides
def directive_of_a_unit_in_sight(scene: Mustered, world: World) -> None:
    alter(world, _post(world, scene.troop), directive="flank-left")


@hides
def places_of_a_unit_in_sight(scene: Mustered, world: World) -> None:
    alter(world, _post(world, scene.troop), attack=(2, 13), defence=None)


@hides
def brigade_of_a_unit_in_sight(scene: Mustered, world: World) -> None:
    alter(world, _post(world, scene.troop), brigade=scene.brigade)


@hides
def name_of_a_brigade(scene: Mustered, world: World) -> None:
    alter(world, world.get(Brigade, scene.seen_brigade), name="Another Fist")


@hides
def all_that_a_unit_in_sight_was_told(scene: Mustered, world: World) -> None:
    world.remove(_post(world, scene.troop))


@hides
def directive_of_a_unit_unseen(scene: Mustered, world: World) -> None:
    alter(world, _post(world, scene.band), directive="hold")


@hides
def commander_of_an_army(scene: Mustered, world: World) -> None:
    alter(world, _leader(world, scene.face), commander=False)


@hides
def post_of_a_character_in_sight(scene: Mustered, world: World) -> None:
    alter(world, _leader(world, scene.face), unit=0, stance="stay")


@hides
def spells_that_a_character_tries(scene: Mustered, world: World) -> None:
    alter(world, _leader(world, scene.face), spells=("war-howl", "mob-rush"))


@hides
def boldness_of_the_enemy(scene: Mustered, world: World) -> None:
    alter(world, _doctrine(scene, world), boldness=9)


@hides
def line_of_the_enemy(scene: Mustered, world: World) -> None:
    alter(world, _doctrine(scene, world), keep_line=True)


@hides
def use_of_an_item_by_the_enemy(scene: Mustered, world: World) -> None:
    use = ItemUse(item="crown-of-command", forbidden=True)
    alter(world, _doctrine(scene, world), uses=(use,))


@hides
def item_of_a_unit_in_sight(scene: Mustered, world: World) -> None:
    alter(world, hoard_of(world, scene.troop, "battle-banner"), item="banner-of-shielding")
    _carries(world, scene.troop, "banner-of-shielding")


@hides
def whether_a_unit_in_sight_carries_an_item(scene: Mustered, world: World) -> None:
    _carries(world, scene.troop, "")


@hides
def item_of_a_character_in_sight(scene: Mustered, world: World) -> None:
    alter(world, hoard_of(world, scene.face, "sword-of-fate"), item="orb-of-majesty")
    alter(world, world.get(Character, scene.face.id), ext=Leader(item="orb-of-majesty"))


@hides
def item_of_a_unit_unseen(scene: Mustered, world: World) -> None:
    alter(world, hoard_of(world, scene.band, "banner-of-fortune"), item="sword-of-cleaving")
    _carries(world, scene.band, "sword-of-cleaving")


@hides
def item_in_a_city_of_the_enemy(scene: Mustered, world: World) -> None:
    alter(world, hoard_of(world, scene.lair, "crown-of-command"), item="ring-of-magic")


@hides
def type_of_a_unit_unseen(scene: Mustered, world: World) -> None:
    ext = world.get(Unit, scene.band.id).ext
    assert isinstance(ext, Regiment)
    other = ext.replace(list="redtusk-horde", type="cave-trolls", points=110, stands=3)
    alter(world, scene.band, ext=other)
