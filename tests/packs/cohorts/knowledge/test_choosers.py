"""No chooser ever raises, whatever was typed before and however little the view knows."""

import pytest

from engine.dice import ForeseeDice
from engine.facts import NotKnown
from engine.orders import Asks, Choice, Given, Order, Queued
from engine.packs.cohorts import PACK
from engine.packs.cohorts.covert.assassins import KidnapCharacter
from engine.packs.cohorts.pieces.records import Agent, Character, City, Stack, Unit
from engine.packs.cohorts.production.orders import STACK_OR_CITY
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.state import State
from engine.world import Record
from tests.packs.cohorts.test_any_orders import world_of_everything
from tests.packs.hostile import TYPED, asked, captives, poorer, raised
from tests.rules.scene import Scene, ref

ORDERS: list[type[Order]] = [order for order in PACK.orders if "setup" not in order.phases]


@pytest.fixture(scope="module")
def scene() -> Scene:
    return world_of_everything()


@pytest.fixture(scope="module")
def things(scene: Scene) -> list[Record]:
    return captives(scene)


def test_no_chooser_raises_whatever_was_typed_before(scene: Scene, things: list[Record]) -> None:
    assert raised(scene, scene.view(), asked(ORDERS, things)) == []


@pytest.mark.parametrize("kind", [Character, Unit, Agent, Stack, City], ids=lambda kind: kind.kind)
def test_no_chooser_raises_where_hardly_anything_is_known(
    scene: Scene, things: list[Record], kind: type[Record]
) -> None:
    some = list(scene.world.all(kind))[:2]
    view = poorer(scene.view(), kind)
    assert raised(scene, view, asked(ORDERS, [*some, *things[:3]], typed=TYPED[3:4])) == []


def test_a_unit_that_is_half_typed_is_none_yet(scene: Scene) -> None:
    state = State(scene.rules, scene.view(), ForeseeDice())
    state.player = scene.me.id
    every = list(STACK_OR_CITY.among(state, {}))
    assert every == list(STACK_OR_CITY.among(state, {"unit": "unit:north gate"}))


@pytest.mark.parametrize("text", TYPED)
def test_what_was_typed_is_a_reference_or_none_yet(text: str) -> None:
    given = Given({"unit": text, "count": 3})
    ref = given.ref("unit")
    assert ref is None or str(ref) == text
    assert given.ref("unit", "ghost") is None
    assert given.ref("absent") is None
    assert (given.text("unit"), given.text("count"), given.text("absent")) == (text, "3", "")


def test_what_is_not_known_ends_the_list_and_raises_nothing() -> None:
    def choose(*_: object):
        yield Choice("a", "A")
        raise NotKnown("where the unit is")

    assert [c.value for c in Asks("a", choose).among(None, {})] == ["a"]  # type: ignore[arg-type]


# ---------------------------------------------------------------- what queued orders make


@pytest.mark.rule("cohorts.action.order-failure")
def test_a_new_thing_of_the_wrong_kind_fails_in_words() -> None:
    """As a stored order may name it: `character:new:k1` of an order that makes a stack."""
    scene = Scene(4, 4)
    hero = scene.character(scene.stack(1, 1))
    kidnap = {"character": str(ref(hero)), "target": "character:new:k1"}
    ran = scene.run(
        Queued("k1", ActivateStack(province=ref(scene.at(1, 1)), name="Host")),
        Queued("k2", KidnapCharacter.model_validate(kidnap)),
    )
    assert not ran.faults
    (failed,) = ran.failures
    assert failed.says == "It needs a character, and order k1 makes a stack."
    assert failed.instead == "Choose a character from the list that appears as you type."
