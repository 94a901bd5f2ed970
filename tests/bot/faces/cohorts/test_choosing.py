"""In what order panels offer what they may be about, and what people may type for it."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot import faces
from bot.faces.choices.asking import Asking
from bot.faces.cohorts.choosing import known
from engine.labels import Labels
from engine.orders import Ref
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


def test_one_of_several_namesakes_is_offered_to_who_typed_the_value_that_tells_it_apart():
    scene = Scene()
    mine = scene.stack(2, 2, name="Raiders")
    foe = scene.stack(2, 2, scene.someone("at_war"), name="Raiders")
    view = scene.view()
    asking = Asking(faces.of(scene.rules), view, scene.ours.id, scene.me.id)
    for stack in (mine, foe):
        value = Labels(view).of(Ref(*stack.place), (Stack.kind,))
        assert "#" in value
        assert [each.value for each in known(Stack)(asking, value)] == [value]
    assert not list(known(Stack)(asking, "Raiders#3"))
