"""What a parameter asks for: choices stop where the player's knowledge does."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engine.dice import ForeseeDice
from engine.facts import NotKnown
from engine.orders import Asks, Choice, Ref
from engine.state import State
from tests.engine.toy import rules, world


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
