"""What a parameter asks for: choices stop where the player's knowledge does."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import pytest

from engine.dice import ForeseeDice
from engine.facts import NotKnown
from engine.orders import Asks, Choice, Ref
from engine.state import State
from tests.engine.toy import Dig, rules, world


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
