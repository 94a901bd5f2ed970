"""What a parameter asks for: choices stop where the player's knowledge does."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.dice import ForeseeDice
from engine.facts import NotKnown
from engine.orders import Asks, Choice
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
