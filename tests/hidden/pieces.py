"""What is hidden of foreign pieces, and of one's own in others' hands."""

from __future__ import annotations

from fractions import Fraction

from engine.packs.cohorts.pieces.records import City, Loading
from engine.packs.cohorts.things.uniques import Unique
from engine.world import World
from tests.hidden.kinds import alter
from tests.hidden.veil import FARTHER, HIDDEN, Veiled, garrison_of, hoard_of, latest

HIDDEN.differ(
    garrison_of,
    {
        "soldiers of a garrison": {"soldiers": 999},
        "name of a garrison": {"name": "Others", "message": "nobody reads it"},
        "loss of a garrison": None,
    },
)
HIDDEN.differ(
    "unseen",
    {
        "place of an unseen stack": lambda scene: {"province": scene.at(*FARTHER).id},
        "message of an unseen stack": {"message": "Who reads this?", "banner": 1, "name": "Other"},
        "movement of an unseen stack": {"used": Fraction(1), "acted": "quest"},
    },
)
HIDDEN.differ("shadow", {"movement of a stack in sight": {"acted": "quest", "assists": True}})
HIDDEN.differ("band", {"strength of an unseen unit": {"soldiers": 2500, "level": 9}})
HIDDEN.differ(
    "troop",
    {
        "wounds of a unit in sight": {"wounds": 40},
        "morale of a unit in sight": {"morale": 55},
        "level of a unit in sight": {"level": 8, "xp": 900},
        "talents of a unit in sight": {"talents": ("bowman",)},
        "arms of a unit in sight": {"equipment": {"main_hand": "spear"}},
        "battle slot of a unit in sight": {"slot": 7, "directive": "mage"},
    },
)
HIDDEN.differ(
    "face",
    {
        "skills of a character in sight": lambda scene: {
            "skills": {"assassin": 30},
            "attributes": scene.lord.attributes | {"STR": 30},
        },
        "statuses of a character in sight": {"statuses": {"poisoned": 2}, "wounds": 50},
        "titles of a character": {"titles": ("Master of Snow",), "recipes": (), "deity": "gorath"},
        "client of a bodyguard": lambda scene: {"guarding": scene.lord.id},
    },
)
HIDDEN.differ(
    lambda scene, world: hoard_of(world, scene.face, "spear"),
    {"items of a character in sight": {"item": "broadsword", "count": 9}},
)
HIDDEN.differ(
    "lord",
    {
        "spells of a character": {"spells": ("fireball",), "mana": 30},
        "loaded spells of a character": {"loaded": {"duel": Loading(spell="fireball", mana=2)}},
        "death of a character unseen": {"dead": True, "wounds": 100},
    },
)
HIDDEN.differ("victim", {"prisoner of others": lambda scene: {"captor": 0, "player": scene.foe.id}})
HIDDEN.differ(
    "spy",
    {
        "level of a secret agent in ones own city": {"level": 12, "skills": {"thief": 12}},
        "place of a secret agent": lambda scene: {"holder": scene.named(City, "Town 1").place},
        "loss of a secret agent": None,
    },
)
HIDDEN.differ(
    "spell",
    {
        "spell on a stack of others": {"spell": "charm_of_strength", "strength": 30},
        "spell on a province of others": lambda scene: {
            "spell": "provincial_shell",
            "on": scene.at(21, 2).place,
        },
        "spell on a captive": lambda scene: {"on": scene.captive.place},
    },
)
HIDDEN.differ(latest(Unique), {"unique item of others": {"name": "Requiem", "plus": 3}})
HIDDEN.differ(
    "captive",
    {
        "place of a captive": lambda scene: {"holder": scene.lair.place},
        "wounds of a captive": {"wounds": 66},
        "statuses of a captive": {"statuses": {"frightened": 2, "poisoned": 1}},
    },
)


@HIDDEN.hides
def captor_of_a_captive(scene: Veiled, world: World) -> None:
    alter(world, scene.unseen, player=scene.neutral.id)
    alter(world, scene.captive, captor=scene.neutral.id)


@HIDDEN.hides
def things_taken_from_a_captive(scene: Veiled, world: World) -> None:
    alter(world, scene.captive, equipment={})
    world.remove(hoard_of(world, scene.captive, "lavender"))
