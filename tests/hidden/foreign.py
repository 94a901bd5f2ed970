"""What is hidden of the land, and of foreign cities, pieces and papers."""

from __future__ import annotations

from fractions import Fraction

from engine.campaign import Kept, Player
from engine.packs.cohorts.knowledge.discoveries import Meeting
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.pieces.links import Link
from engine.packs.cohorts.pieces.positions import Position
from engine.packs.cohorts.pieces.records import Character, City, Loading, Tower, Village
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.trade.books import Agreement, Offer
from engine.packs.cohorts.worth.active_spells import Countdown
from engine.world import World
from tests.hidden.kinds import alter
from tests.hidden.veil import FAR, FARTHER, HIDDEN, Veiled, garrison_of, guild_of, hoard_of, latest

HIDDEN.differ(
    "lair",
    {
        "people of a city": {"population": {"human": 300, "elf": 9900}},
        "slaves of a city": {"slaves": {"orc": 500}},
        "works of a city": {"improvements": {"smithy": 1}},
        "secrets of a city": {"secrets": ("mithril_axe",)},
        "actions of a city": {"actions": 1},
        "strife in a city": {"strife": True},
        "siege of a city": {"besieged": True},
        "encounter orders of a garrison": lambda scene: {
            "defense": scene.lair.defense.replace(highest=None),
            "sallied": 2,
        },
    },
)
HIDDEN.differ(
    lambda scene, world: hoard_of(world, scene.lair, "spear"),
    {"treasury of a city": {"count": 7}},
)
HIDDEN.differ(
    lambda scene, world: hoard_of(world, scene.lair, "human_recruits"),
    {"recruits of a city": {"count": 3}},
)
HIDDEN.differ(
    lambda scene, world: guild_of(scene, world, "mage"),
    {
        "level of a guild": {"level": 3},
        "mana of a guild": {"mana": 1, "actions": 0},
        "research of a guild": {"spells": ("fireball",)},
    },
)
HIDDEN.differ(lambda scene, world: guild_of(scene, world, "college"), {"loss of a guild": None})
HIDDEN.differ(
    lambda scene, world: guild_of(scene, world, "merchant"),
    {"trade ban of a guild": {"barred": True}},
)
HIDDEN.differ(latest(Countdown), {"countdown of a guild": {"months": 9}})


@HIDDEN.hides
def baron_of_a_city_in_view(scene: Veiled, world: World) -> None:
    city = scene.named(City, "Town 8")
    heroes = world.by(Character, "holder", city.place)
    alter(world, city, baron=max(each.id for each in heroes))


@HIDDEN.hides
def baron_of_a_city_out_of_view(scene: Veiled, world: World) -> None:
    heroes = world.by(Character, "holder", scene.lair.place)
    alter(world, scene.lair, baron=max(each.id for each in heroes))


HIDDEN.differ(
    lambda scene, world: scene.at(*FAR),
    {"deposits out of sight": {"deposits": ("gold",), "level_limit": 9}},
)
HIDDEN.differ(
    lambda scene, world: scene.at(22, 3),
    {"deposits of a barony of others": {"deposits": ("mithril",)}},
)
HIDDEN.differ(
    lambda scene, world: next(world.by(Village, "province", scene.at(22, 1).id)),
    {"level of a village of others": {"level": 1}},
)
HIDDEN.differ(
    lambda scene, world: next(world.by(Tower, "province", scene.at(21, 2).id)),
    {"level of a tower of others": {"level": 1}},
)
HIDDEN.differ(latest(Link), {"road out of sight": {"road": 4, "river": 0, "barrier": 1}})
HIDDEN.differ(lambda scene, world: scene.at(22, 12), {"walls out of sight": {"fortification": 4}})
HIDDEN.differ(
    "well",
    {
        "place of a hidden hot spot": lambda scene: {
            "province": scene.at(10, 3).id,
            "name": "Deep Well",
        },
        "uses of a hidden hot spot": {"uses": 1, "quests": ("drink",)},
    },
)


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
