"""In what order panels offer what they may be about: one's own first, then the faction's."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.faces.choices.asking import Asking
from bot.faces.cohorts.choosing import known
from engine.packs.cohorts.pieces.records import City, Stack, Unit
from tests.rules.scene import Scene


@pytest.fixture
def scene() -> Scene:
    """Of each kind two things of every side, foreign ones made first, within sight."""
    scene = Scene()
    sides = {
        "wild": None,
        "foe": scene.player("foe", "theirs"),
        "mate": scene.player("mate", scene.ours),
        "mine": scene.me,
    }
    for column, (name, player) in enumerate(sides.items()):
        number = player.id if player else 0
        for row in range(2):
            scene.city(column, row, player, name=name)
            stack = scene.change(scene.stack(0, row, name=name), player=number)
            scene.change(scene.unit(stack, name=name), player=number)
    scene.host()  # who shares a province knows of each other from then on
    return scene


@pytest.mark.parametrize("cls", [City, Stack, Unit])
def test_ones_own_come_first_then_the_factions_then_others(scene: Scene, cls: type[Any]) -> None:
    asking = Asking(
        cast("Any", SimpleNamespace(rules=scene.rules)), scene.view(), scene.ours.id, scene.me.id
    )
    offered = [offer.label.partition(" ")[0] for offer in known(cls)(asking, "")]
    assert offered[:4] == ["mine", "mine", "mate", "mate"]
    assert sorted(offered[4:]) == ["foe", "foe", "wild", "wild"]
