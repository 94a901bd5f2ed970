"""What is hidden of armies that others bought, and of their challenges."""

from __future__ import annotations

from engine.packs.warmaster.pitched.records import BoughtArmy, Challenge, Enlisted
from engine.world import World
from tests.hidden.veil import alter
from tests.hidden.warmaster.veil import Mustered, hides


def _army(scene: Mustered, world: World) -> BoughtArmy:
    return next(world.by(BoughtArmy, "player", scene.foe.id))


def _between_others(scene: Mustered, world: World) -> Challenge:
    return next(world.by(Challenge, "challenged", scene.neutral.id))


@hides
def units_of_a_bought_army(scene: Mustered, world: World) -> None:
    alter(world, _army(scene, world), units=(Enlisted(type="knights", item="battle-banner"),) * 2)


@hides
def name_and_list_of_a_bought_army(scene: Mustered, world: World) -> None:
    alter(world, _army(scene, world), name="Seventh Drum", list="hollow-dynasty")


@hides
def arrangement_of_a_bought_army(scene: Mustered, world: World) -> None:
    army = _army(scene, world)
    first = army.units[0].replace(directive="hold", defence=(3, 2))
    alter(world, army, units=(first, *army.units[1:]))


@hides
def loss_of_a_bought_army_of_a_stranger(scene: Mustered, world: World) -> None:
    world.remove(next(world.by(BoughtArmy, "player", scene.neutral.id)))


@hides
def terms_of_a_challenge_between_others(scene: Mustered, world: World) -> None:
    alter(world, _between_others(scene, world), terrain="hills", points=800, open=True)


@hides
def loss_of_a_challenge_between_others(scene: Mustered, world: World) -> None:
    world.remove(_between_others(scene, world))
