"""What is hidden of foreign cities."""

from __future__ import annotations

from engine.packs.cohorts.pieces.records import Character, City
from engine.packs.cohorts.worth.active_spells import Countdown
from engine.world import World
from tests.hidden.kinds import alter
from tests.hidden.veil import HIDDEN, Veiled, guild_of, hoard_of, latest

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
