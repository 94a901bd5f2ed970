"""Standing orders, suggestions, and what a parameter asks for."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import pytest

from bot.host import asking
from engine.dice import ForeseeDice
from engine.events import Event, OrderFailed
from engine.facts import NotKnown, facts
from engine.labels import Labels, NoSuch
from engine.orders import Asks, Choice, Order, Ref, Refusal, parameters
from engine.packs import Rules
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.transfers import TransferMilitaryUnit
from engine.repeats import Repeat, Until, Verdict, judged
from engine.state import State
from engine.suggesting import ParameterTrial, choices
from tests.engine.toy import Dig, rules, world
from tests.rules.scene import Scene, module, ref


@facts
class Barred(Event):
    kind = "barred"


class Walk(Order):
    """Walk on."""

    path = ("walk", "on")
    rule = "cohorts.movement.move-order"
    phases = ("movement",)

    there: bool = False

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from ()

    def perform(self, state: State) -> None: ...

    def done(self, state: State) -> bool:
        return self.there

    def halted(self, event: Event) -> bool:
        return isinstance(event, Barred)


class Turns(Until):
    """A turn of the campaign has come."""

    kind: ClassVar[str] = "turns"

    turn: int

    def holds(self, state: State) -> bool:
        return state.now.turn >= self.turn

    @classmethod
    def offers(cls, state: State, order: Order, amount: int | None) -> Iterator["Turns"]:
        yield cls(turn=amount or 1)


class Secret(Turns):
    """Something that nobody knows."""

    kind: ClassVar[str] = "secret"

    def holds(self, state: State) -> bool:
        raise NotKnown("the turn")


FAILED = OrderFailed(
    player=1,
    path="walk on",
    line="walk on",
    code="unable",
    rule="cohorts.movement.move-order",
    says="No.",
    instead="",
)


def judge(order: Order, repeat: Repeat, *events: Event, ran: bool = True) -> Verdict:
    scene = Scene()
    return judged(State(scene.rules, scene.world, ForeseeDice()), order, repeat, events, ran=ran)


@pytest.mark.parametrize(
    "order, repeat, events, why",
    [
        (Walk(), Repeat(), (), None),
        (Walk(), Repeat(), (FAILED,), "failed"),
        (Walk(), Repeat(), (Barred(),), "halted"),
        (Walk(there=True), Repeat(), (), "done"),
        (Walk(), Repeat(None, Turns(turn=1)), (), "until"),
        (Walk(), Repeat(None, Turns(turn=99)), (), None),
        (Walk(), Repeat(1), (), "weeks"),
        (Walk(), Repeat(2), (), None),
    ],
)
def test_what_ends_a_standing_order(
    order: Order, repeat: Repeat, events: tuple[Event, ...], why: str | None
):
    verdict = judge(order, repeat, *events)
    assert verdict.why == why
    assert verdict.event == (events[0] if events else None)


def test_each_turn_that_it_ran_counts_and_no_other():
    assert judge(Walk(), Repeat(3)).repeat == Repeat(2)
    assert judge(Walk(), Repeat(1), ran=False) == Verdict(Repeat(1))
    assert judge(Walk(), Repeat(None, Turns(turn=1)), ran=False).why == "until"


def test_what_the_player_does_not_know_is_not_yet_so():
    assert judge(Walk(), Repeat(None, Secret(turn=1))).why is None


@pytest.mark.parametrize("repeat", [Repeat(), Repeat(4), Repeat(2, Turns(turn=7))])
def test_it_is_stored_and_read_as_it_was(repeat: Repeat):
    assert Repeat.read({"turns": Turns}, repeat.to_json()) == repeat


def test_one_that_waits_for_what_no_rule_knows_is_given_once_more():
    stored = Repeat(None, Turns(turn=7)).to_json()
    with pytest.raises(ValueError, match="'turns'"):
        Repeat.read({}, stored)
    rules: Any = Rules.of(module())
    assert rules.read_repeat(stored) == Repeat(1)


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


def _until_the_unknown(state: State, given: Mapping[str, Any]) -> Iterator[Choice]:
    yield Choice("a", "A")
    raise NotKnown("where the stack is")


def test_choices_end_where_nothing_more_is_known() -> None:
    by = rules()
    state = State(by, world(rules=by), ForeseeDice())
    asks = Asks("anything", _until_the_unknown)
    assert list(asks.among(state, {})) == [Choice("a", "A")]


@pytest.mark.parametrize("ref", [Ref("well", 3), Ref("bought-army", 12), Ref("well", 0, "k7")])
def test_a_reference_is_read_as_it_is_written(ref: Ref) -> None:
    assert Ref.parse(str(ref)) == ref


@pytest.mark.parametrize("text", ["", "well", "-well:1", "well-:1", "well:x", "Well:1"])
def test_what_names_nothing_is_no_reference(text: str) -> None:
    with pytest.raises(ValueError, match="names nothing"):
        Ref.parse(text)


# ---------------------------------------------------------------- what names mean


def test_a_pack_gives_class_variables_of_orders_values_and_no_other_meaning() -> None:
    with pytest.raises(TypeError, match="Order declares 'at_once' for all"):

        class Anew(Dig):
            at_once: ClassVar[bool] = True

    with pytest.raises(TypeError, match="'phases' of an order is of type tuple"):

        class Other(Dig):
            phases = "early"  # pyright: ignore[reportAssignmentType]

    with pytest.raises(TypeError, match="take another name"):

        class Method(Dig):
            def refs(self) -> dict[str, Ref]:  # pyright: ignore[reportIncompatibleMethodOverride]
                return {}

    with (
        pytest.warns(UserWarning, match="shadows an attribute"),
        pytest.raises(TypeError, match="a parameter cannot be called 'done'"),
    ):

        class Parameter(Dig):
            done: str = ""  # pyright: ignore[reportIncompatibleMethodOverride]

    class Fine(Dig):
        at_once = True
        unforeseen: ClassVar = {"well": ("water",)}

    assert Fine.at_once
