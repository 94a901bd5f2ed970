"""Standing orders: how long an order is given again, and what ends it."""

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from engine.dice import ForeseeDice
from engine.events import Event, OrderFailed
from engine.facts import NotKnown, facts
from engine.orders import Order, Refusal
from engine.packs import Rules
from engine.repeats import Repeat, Until, Verdict, judged
from engine.state import State
from tests.rules.scene import Scene, module


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
