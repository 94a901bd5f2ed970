"""Cities for tests of panels: a usual one, and one in which everything is as much as may be."""

from engine.campaign import Player
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.pieces.records import City
from tests.rules.scene import Scene

GUILDS: tuple[GuildKind, ...] = ("mage", "warrior", "knave", "college", "church", "merchant")
LONGEST = "Wandering Watchmakers' Union ©ß"[:31] + "W"
"""As long as a name may be, with letters that are wide and rare."""


def town(scene: Scene, owner: Player | None = None) -> City:
    """A city of two races and some slaves, with a village, two guilds and a few things in store.

    It is `me`'s if nobody is named.
    """
    owner = owner or scene.me
    scene.barony((3, 3), (4, 3), name="Westmark")
    scene.province(3, 3, deposits=("wheat", "oak"))
    scene.province(4, 3, deposits=("oak", "iron", "mithril"))
    city = scene.city(
        3,
        3,
        owner,
        name="Harrow",
        population={"human": 12_000, "elf": 900},
        slaves={"orc": 300},
        improvements={"barracks": 1, "smithy": 2},
        actions=1,
    )
    scene.village(4, 3, 1, name="Oakstead")
    scene.guild(city, "warrior", 7)
    scene.guild(city, "merchant", 3)
    scene.items(city, spear=40, human_recruits=300)
    scene.unit(city, owner, soldiers=120, wounds=10)
    return city


def metropolis(scene: Scene) -> City:
    """Every race, free and enslaved, every guild, resource and improvement, and long names."""
    races, resources = scene.content.races, tuple(scene.content.resources)
    scene.barony((3, 3), (4, 3), name=LONGEST)
    scene.province(3, 3, deposits=resources * 3, fortification=4)
    scene.province(4, 3, deposits=resources * 9)
    city = scene.city(
        3,
        3,
        scene.me,
        name=LONGEST,
        population={race: 9_999_999 - 7 * n for n, race in enumerate(races)},
        slaves=dict.fromkeys(races, 999_999),
        improvements={key: work.levels for key, work in scene.content.improvements.items()},
        secrets=tuple(scene.content.weapons) + tuple(scene.content.potions),
        actions=12,
        message=LONGEST * 6,
        besieged=True,
    )
    scene.village(4, 3, 4, name=LONGEST)
    for type in GUILDS:
        scene.guild(city, type, 35, name=LONGEST, mana=35, deity=LONGEST)
    scene.items(city, **dict.fromkeys(scene.content.weapons, 99_999))
    scene.items(city, **{f"{race}_recruits": 123_456 for race in races})
    for _ in range(40):
        scene.unit(city, name=LONGEST, soldiers=9_999, morale=1, wounds=99)
    return city
