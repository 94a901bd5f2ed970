"""How long a menu of what can be done and a form take in a worker, on the golden realm."""

from typing import Any

import pytest

from bot import faces
from bot.faces import forms
from bot.faces.actions import deeds, done_to
from bot.faces.choices.filling import Filling
from bot.host import asking
from engine.labels import Labels
from engine.packs import Rules
from engine.packs.cohorts.pieces.records import Character, City
from engine.world import Record, World
from tests.golden.realm import Realm
from tests.rules.scene import module


@pytest.fixture(scope="module")
def realm() -> Realm:
    return Realm(Rules.of(module()))


@pytest.fixture(scope="module")
def view(realm: Realm) -> World:
    return realm.rules.view(realm.world, realm.me.faction)


@pytest.mark.parametrize("cls", [City, Character])
def test_what_can_be_done_with_a_thing(
    benchmark: Any, realm: Realm, view: World, cls: type[Record]
) -> None:
    thing = next(each for each in view.all(cls) if each.knows("actions"))

    def listed() -> int:
        state = asking(realm.rules, view.fork(), realm.me.id)
        return len(deeds(state, thing)) + len(list(done_to(state, thing)))

    assert benchmark.pedantic(listed, rounds=10) > 10


@pytest.mark.parametrize("path", [("city", "train"), ("character", "cast"), ("stack", "move")])
def test_a_form_that_opens(
    benchmark: Any, realm: Realm, view: World, path: tuple[str, str]
) -> None:
    shown, labels = faces.of(realm.rules), Labels(view)

    def opened() -> str:
        state = asking(realm.rules, view.fork(), realm.me.id)
        return forms.made(shown, state, labels, Filling(order=path)).title

    assert benchmark.pedantic(opened, rounds=10)
