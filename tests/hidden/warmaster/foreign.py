"""What is hidden of foreign armies: what they were told, what they carry, what was bought."""

from __future__ import annotations

from typing import TypeVar

from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.warmaster.battle.values import ItemUse
from engine.packs.warmaster.pieces import Leader, Regiment
from engine.packs.warmaster.pitched.records import BoughtArmy, Challenge, Enlisted
from engine.packs.warmaster.standing import Brigade, Doctrine, LeaderPost, UnitPost
from engine.world import Place, Record, World
from tests.hidden.kinds import alter
from tests.hidden.veil import hoard_of
from tests.hidden.warmaster.veil import HIDDEN, Mustered

R = TypeVar("R", bound=Record)


def _told(world: World, kind: type[R], piece: Place) -> R:
    """What a unit or character was told."""
    found = world.first(kind, "piece", piece)
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


HIDDEN.differ(
    lambda scene, world: _told(world, UnitPost, scene.troop.place),
    {
        "directive of a unit in sight": {"directive": "flank-left"},
        "places of a unit in sight": {"attack": (2, 13), "defence": None},
        "brigade of a unit in sight": lambda scene: {"brigade": scene.brigade},
        "all that a unit in sight was told": None,
    },
)
HIDDEN.differ(
    lambda scene, world: world.get(Brigade, scene.seen_brigade),
    {"name of a brigade": {"name": "Another Fist"}},
)
HIDDEN.differ(
    lambda scene, world: _told(world, UnitPost, scene.band.place),
    {"directive of a unit unseen": {"directive": "hold"}},
)
HIDDEN.differ(
    lambda scene, world: _told(world, LeaderPost, scene.face.place),
    {
        "commander of an army": {"commander": False},
        "post of a character in sight": {"unit": 0, "stance": "stay"},
        "spells that a character tries": {"spells": ("war-howl", "mob-rush")},
    },
)
HIDDEN.differ(
    _doctrine,
    {
        "boldness of the enemy": {"boldness": 9},
        "line of the enemy": {"keep_line": True},
        "use of an item by the enemy": {
            "uses": (ItemUse(item="crown-of-command", forbidden=True),)
        },
    },
)
HIDDEN.differ(
    lambda scene, world: hoard_of(world, scene.lair, "crown-of-command"),
    {"item in a city of the enemy": {"item": "ring-of-magic"}},
)


@HIDDEN.hides
def item_of_a_unit_in_sight(scene: Mustered, world: World) -> None:
    alter(world, hoard_of(world, scene.troop, "battle-banner"), item="banner-of-shielding")
    _carries(world, scene.troop, "banner-of-shielding")


@HIDDEN.hides
def whether_a_unit_in_sight_carries_an_item(scene: Mustered, world: World) -> None:
    _carries(world, scene.troop, "")


@HIDDEN.hides
def item_of_a_character_in_sight(scene: Mustered, world: World) -> None:
    alter(world, hoard_of(world, scene.face, "sword-of-fate"), item="orb-of-majesty")
    alter(world, world.get(Character, scene.face.id), ext=Leader(item="orb-of-majesty"))


@HIDDEN.hides
def item_of_a_unit_unseen(scene: Mustered, world: World) -> None:
    alter(world, hoard_of(world, scene.band, "banner-of-fortune"), item="sword-of-cleaving")
    _carries(world, scene.band, "sword-of-cleaving")


@HIDDEN.hides
def type_of_a_unit_unseen(scene: Mustered, world: World) -> None:
    ext = world.get(Unit, scene.band.id).ext
    assert isinstance(ext, Regiment)
    other = ext.replace(list="redtusk-horde", type="cave-trolls", points=110, stands=3)
    alter(world, scene.band, ext=other)


def _army(scene: Mustered, world: World) -> BoughtArmy:
    return next(world.by(BoughtArmy, "player", scene.foe.id))


HIDDEN.differ(
    _army,
    {
        "units of a bought army": {"units": (Enlisted(type="knights", item="battle-banner"),) * 2},
        "name and list of a bought army": {"name": "Seventh Drum", "list": "hollow-dynasty"},
    },
)
HIDDEN.differ(
    lambda scene, world: next(world.by(BoughtArmy, "player", scene.neutral.id)),
    {"loss of a bought army of a stranger": None},
)
HIDDEN.differ(
    lambda scene, world: next(world.by(Challenge, "challenged", scene.neutral.id)),
    {
        "terms of a challenge between others": {"terrain": "hills", "points": 800, "open": True},
        "loss of a challenge between others": None,
    },
)
HIDDEN.differ(
    lambda scene, world: next(world.by(Challenge, "challenged", scene.me.id)),
    {"army of a challenge to me": {"army": 2}},
)


@HIDDEN.hides
def arrangement_of_a_bought_army(scene: Mustered, world: World) -> None:
    army = _army(scene, world)
    first = army.units[0].replace(directive="hold", defence=(3, 2))
    alter(world, army, units=(first, *army.units[1:]))
