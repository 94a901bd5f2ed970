"""What is hidden of armies that others bought, and of their challenges."""

from __future__ import annotations

from engine.packs.warmaster.pitched.records import BoughtArmy, Challenge, Enlisted
from engine.world import World
from tests.hidden.kinds import alter
from tests.hidden.warmaster.veil import HIDDEN, Mustered


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
