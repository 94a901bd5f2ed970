"""A town with guilds, for tests of what guilds do. No rule is applied here."""

from typing import Any

from engine.packs.cohorts.pieces.records import City
from tests.rules.scene import Scene

NEEDED = ("mithril", "oak", "iron", "silver", "gold", "elfweed")
"""Deposits that every type of guild can be built and raised with."""


def town(scene: Scene, *deposits: str, **values: Any) -> City:
    """My city at 0,0 with villages on these deposits, by default on all that guilds need."""
    land = [(x, 0) for x in range(1, 9)]
    scene.barony((0, 0), *land)
    for spot, deposit in zip(land, deposits or NEEDED, strict=False):
        scene.province(*spot, deposits=(deposit,))
        scene.village(*spot, level=4)
    usual = {"name": "Harrow", "actions": 3, "population": {"human": 6000}}
    return scene.city(0, 0, scene.me, **{**usual, **values})
