"""What is hidden of foreign cities."""

from __future__ import annotations

from engine.packs.cohorts.pieces.records import (
    Character,
    City,
)
from engine.packs.cohorts.worth.active_spells import Countdown
from engine.world import World
from tests.hidden.veil import Veiled, alter, guild_of, hides, hoard_of


@hides
def treasury_of_a_city(scene: Veiled, world: World) -> None:
    alter(world, hoard_of(world, scene.lair, "spear"), count=7)


@hides
def recruits_of_a_city(scene: Veiled, world: World) -> None:
    alter(world, hoard_of(world, scene.lair, "human_recruits"), count=3)


@hides
def people_of_a_city(scene: Veiled, world: World) -> None:
    alter(world, scene.lair, population={"human": 300, "elf": 9900})


@hides
def slaves_of_a_city(scene: Veiled, world: World) -> None:
    alter(world, scene.lair, slaves={"orc": 500})


@hides
def works_of_a_city(scene: Veiled, world: World) -> None:
    alter(world, scene.lair, improvements={"smithy": 1})


@hides
def secrets_of_a_city(scene: Veiled, world: World) -> None:
    alter(world, scene.lair, secrets=("mithril_axe",))


@hides
def actions_of_a_city(scene: Veiled, world: World) -> None:
    alter(world, scene.lair, actions=1)


@hides
def strife_in_a_city(scene: Veiled, world: World) -> None:
    alter(world, scene.lair, strife=True)


@hides
def encounter_orders_of_a_garrison(scene: Veiled, world: World) -> None:
    alter(world, scene.lair, defense=scene.lair.defense.replace(highest=None), sallied=2)


@hides
def siege_of_a_city(scene: Veiled, world: World) -> None:
    alter(world, scene.lair, besieged=True)


@hides
def baron_of_a_city_in_view(scene: Veiled, world: World) -> None:
    city = scene.named(City, "Town 8")
    heroes = world.by(Character, "holder", city.place)
    alter(world, city, baron=max(each.id for each in heroes))


@hides
def baron_of_a_city_out_of_view(scene: Veiled, world: World) -> None:
    heroes = world.by(Character, "holder", scene.lair.place)
    alter(world, scene.lair, baron=max(each.id for each in heroes))


@hides
def level_of_a_guild(scene: Veiled, world: World) -> None:
    alter(world, guild_of(scene, world, "mage"), level=3)


@hides
def mana_of_a_guild(scene: Veiled, world: World) -> None:
    alter(world, guild_of(scene, world, "mage"), mana=1, actions=0)


@hides
def research_of_a_guild(scene: Veiled, world: World) -> None:
    alter(world, guild_of(scene, world, "mage"), spells=("fireball",))


@hides
def loss_of_a_guild(scene: Veiled, world: World) -> None:
    world.remove(guild_of(scene, world, "college"))


@hides
def trade_ban_of_a_guild(scene: Veiled, world: World) -> None:
    alter(world, guild_of(scene, world, "merchant"), barred=True)


@hides
def countdown_of_a_guild(scene: Veiled, world: World) -> None:
    alter(world, max(world.all(Countdown), key=lambda each: each.id), months=9)
