"""What is hidden of the land."""

from __future__ import annotations

from engine.packs.cohorts.pieces.links import Link
from engine.packs.cohorts.pieces.records import Tower, Village
from tests.hidden.veil import FAR, HIDDEN, latest

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
