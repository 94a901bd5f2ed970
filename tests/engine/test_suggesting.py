"""Choices are tried in the order itself: what it would take, and why it would not take the rest."""

from typing import Any

import pytest

from bot.host import asking
from engine.labels import Labels, NoSuch
from engine.orders import parameters
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.transfers import TransferMilitaryUnit
from engine.state import State
from engine.suggesting import ParameterTrial, choices
from tests.rules.scene import Scene, ref


def seen(scene: Scene) -> State:
    return asking(scene.rules, scene.view(), scene.me.id)


def labels(state: State, cls: Any, name: str, given: dict[str, Any]) -> list[str]:
    parameter = next(each for each in parameters(cls) if each.name == name)
    assert parameter.asks
    return [choice.label for choice in choices(parameter.asks, state, given)]


def test_what_an_order_takes_is_told_from_what_it_refuses_and_nothing_is_changed() -> None:
    scene = Scene()
    host = scene.stack(2, 2, name="Host")
    scene.unit(host)
    empty = scene.stack(4, 4, name="Empty")
    state = seen(scene)
    before = state.world.rows()
    trial = ParameterTrial([state], Move, "stack", {})
    assert trial.refusal(str(ref(host))) is None
    refusal = trial.refusal(str(ref(empty)))
    assert refusal
    assert "Nobody is in Empty" in refusal.says
    assert state.world.rows() == before
    assert not state.log.entries


def test_what_is_typed_so_far_and_cannot_be_read_is_left_out() -> None:
    scene = Scene()
    host = scene.stack(2, 2)
    scene.unit(host)
    trial = ParameterTrial(
        [seen(scene)], Move, "stack", {"destination": "nowhere at all", "mode": "swim"}
    )
    assert trial.refusal(str(ref(host))) is None


def test_what_is_taken_in_one_of_two_states_is_taken() -> None:
    scene = Scene()
    host = scene.stack(2, 2)
    unit = scene.unit(host)
    spent = seen(scene)
    now = spent.world.fork()
    given = {"unit": ref(unit), "target": f"province:{host.province}"}
    spent.world.remove(spent.world.get(type(unit), unit.id))
    trial = ParameterTrial([spent], TransferMilitaryUnit, "unit", given)
    assert trial.refusal(str(ref(unit)))
    both = [spent, asking(scene.rules, now, scene.me.id)]
    assert ParameterTrial(both, TransferMilitaryUnit, "unit", given).refusal(str(ref(unit))) is None


def test_a_stack_is_put_into_play_where_one_has_a_piece_and_the_label_says_who_is_there() -> None:
    scene = Scene()
    scene.unit(scene.stack(3, 3, name="Host"))
    offered = labels(seen(scene), ActivateStack, "province", {})
    assert [label.partition(" ")[2] for label in offered] == ["3,3 · Host, 1 unit"]


def test_destinations_are_the_nearest_first_with_what_the_way_takes() -> None:
    scene = Scene()
    stack = scene.stack(2, 2)
    scene.unit(stack)
    scene.village(3, 2, 1, name="Thorngate")
    offered = labels(seen(scene), Move, "destination", {"stack": str(ref(stack))})
    assert offered[0].startswith("Thorngate 3,2 · ")
    assert offered[0].endswith(" points · village")
    assert "2,2" not in " ".join(offered[:25])
    costs = [float(each.split(" · ")[1].split()[0]) for each in offered[1:7]]
    assert costs == sorted(costs)


def test_coordinates_name_what_lies_there_and_of_several_things_each() -> None:
    scene = Scene()
    village = scene.village(3, 2, 1, name="Thorngate")
    scene.unit(scene.stack(3, 2, name="Host"))
    scene.unit(scene.stack(3, 2, name="Guard"))
    names = Labels(scene.view())
    assert names.find("3,2", ["village"]) == ref(village)
    with pytest.raises(NoSuch, match="several things") as several:
        names.find("3,2", ["stack"])
    assert several.value.suggestion == "Host or Guard"
    with pytest.raises(NoSuch, match="no village"):
        names.find("4,2", ["village"])
