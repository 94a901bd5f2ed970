"""What people type where they are asked for a thing: its label, or the value that stands for it."""

from __future__ import annotations

from bot import faces
from bot.faces.choices.asking import Asking
from bot.faces.cohorts.choosing import known
from engine.labels import Labels
from engine.orders import Ref
from engine.packs.cohorts.pieces.records import Stack
from tests.rules.scene import Scene


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
