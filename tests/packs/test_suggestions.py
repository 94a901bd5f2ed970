"""What is suggested and offered: orders can be given so, and nothing is worded by a key."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.faces.choices.offering import offered
from bot.host import asking
from bot.orders.choosing import value_of
from engine.campaign import Player
from engine.facts import NotKnown
from engine.forms import given_by_players, read_one
from engine.labels import Labels, name_of
from engine.orders import Choice, Order, Parameter, Ref, parameters
from engine.packs import Rules
from engine.packs.cohorts.pieces.records import Agent, Character, City, Province, Stack, Unit
from engine.state import State
from engine.world import Record, World
from tests.golden.campaign import play, rules
from tests.golden.realm import Realm
from tests.hidden import veiled
from tests.packs.suggestions import Measured, measured
from tests.packs.warlords.scene import WarScene
from tests.rules.scene import Scene

SHARE = 0.9
"""Of the first suggestions for any parameter, what must be taken at least."""
EXCEPTIONS: dict[tuple[str, str], str] = {}
"""Parameters of which fewer are taken, and why that cannot be mended."""


def short(found: Iterable[Measured]) -> dict[tuple[str, str], tuple[int, list[str]]]:
    """The parameters of which too few suggestions were taken: how many there were, and why."""
    offered: dict[tuple[str, str], int] = {}
    refused: dict[tuple[str, str], list[str]] = {}
    for each in found:
        key = each.order, each.parameter
        offered[key] = offered.get(key, 0) + each.offered
        refused.setdefault(key, []).extend(each.refused)
    assert sum(offered.values()) > 1000
    return {
        key: (offered[key], reasons)
        for key, reasons in refused.items()
        if len(reasons) > (1 - SHARE) * offered[key] and key not in EXCEPTIONS
    }


def test_of_the_suggestions_in_a_realm_that_has_everything_nearly_all_can_be_given() -> None:
    realm = Realm(rules())
    assert short(measured(realm.rules, realm.world, [realm.me])) == {}


@pytest.mark.soak
def test_nearly_all_can_be_given_by_the_players_of_the_realm_who_have_little() -> None:
    realm = Realm(rules())
    others = [each for each in realm.world.all(Player) if each.id != realm.me.id]
    assert short(measured(realm.rules, realm.world, others)) == {}


@pytest.mark.soak
@pytest.mark.parametrize("tick", [2, 4, 8])
def test_of_the_suggestions_in_a_campaign_that_is_played_nearly_all_can_be_given(tick: int) -> None:
    played = next(each for each in play() if each.due.tick == tick)
    few = short(measured(rules(), played.outcome.world))
    assert {key: reasons for key, reasons in few.items() if len(reasons[1]) > 2} == {}


@pytest.mark.soak
def test_of_the_suggestions_of_warlords_nearly_all_can_be_given() -> None:
    scene = veiled("warlords")
    assert short(measured(scene.rules, scene.world)) == {}


OFFERED = 60
"""As many choices of a list are looked at."""
BEFORE = 4
"""As many choices of the parameter before are gone through."""


class Asked(NamedTuple):
    """A parameter with what is given before it, on what a player knows."""

    state: State
    order: type[Order]
    parameter: Parameter
    given: dict[str, Any]

    def choices(self, most: int = OFFERED) -> list[Choice]:
        others = {name: str(value) for name, value in self.given.items()}
        found = offered(self.parameter, self.state, Labels(self.state.world), others)
        return list(islice(found, most))


@functools.cache
def realm(system: str) -> tuple[Rules, World]:
    if system == "cohorts":
        return rules(), Realm(rules()).world
    scene = veiled(system)
    return scene.rules, scene.world


def asked(system: str) -> Iterator[Asked]:
    """Every parameter with choices, with several first choices of what is required before it."""
    by, world = realm(system)
    for player in world.all(Player):
        state = asking(by, by.view(world, player.faction).fork(), player.id)
        for cls in given_by_players(by).values():
            ways: list[dict[str, Any]] = [{}]
            for each in parameters(cls):
                if each.asks:
                    yield from (Asked(state, cls, each, way) for way in ways)
                if each.required and each.asks:
                    ways = [
                        {**way, each.name: choice.value}
                        for way in ways
                        for choice in Asked(state, cls, each, way).choices(BEFORE)
                    ][: BEFORE * 2]


def _names(world: World, kind: type[Record]) -> Iterator[str]:
    """The names of things that hold what a label may not."""
    if "name" in kind.names:
        for each in world.all(kind):
            if {"_", "#"} & {*(name := name_of(each))}:
                yield name


@pytest.mark.parametrize("system", ["cohorts", "warlords", "warmaster"])
def test_no_label_shows_a_key_or_a_number_in_place_of_a_name(system: str) -> None:
    _, world = realm(system)
    # What people called so themselves stays as they wrote it.
    names = sorted({name for kind in world.kinds.values() for name in _names(world, kind)})
    wrong: dict[tuple[str, str], str] = {}
    count = 0
    for each in asked(system):
        for choice in each.choices():
            count += 1
            label = functools.reduce(lambda text, name: text.replace(name, ""), names, choice.label)
            if re.search(r"_|\w#", label):  # behind a name, " #2" tells namesakes apart
                wrong[" ".join(each.order.path), each.parameter.name] = choice.label
    assert count > 1000
    assert wrong == {}


@pytest.mark.parametrize("system", ["cohorts", "warlords", "warmaster"])
def test_what_stands_in_an_option_is_understood_as_what_was_chosen(system: str) -> None:
    wrong: list[tuple[str, str, str, object]] = []
    seen: set[tuple[str, str]] = set()
    for each in asked(system):
        labels, parameter = Labels(each.state.world), each.parameter
        for choice in each.choices():
            if (parameter.help, choice.value) in seen:
                continue
            seen.add((parameter.help, choice.value))
            text = value_of(parameter, labels, choice)
            meant = read_one(text, parameter, labels, {})
            stands: object = Ref.parse(choice.value) if parameter.kind == "ref" else choice.value
            if meant != stands:
                wrong.append((" ".join(each.order.path), parameter.name, text, meant))
    assert len(seen) > 500
    assert wrong == []


_ASKED = functools.cache(lambda system: list(asked(system)))
TYPED = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            "",
            "stack:1",
            "stack:999999999",
            "city:1",
            "new:k1",
            "name:x",
            "0",
            "-1",
            "province:1",
            "character:2",
            "unit:3",
            "guild:1",
            "#1",
            "a#1",
            ",",
            '"',
            "faction:1",
            "agent:1",
        ]
    ),
)


@pytest.mark.parametrize("system", ["cohorts", "warlords", "warmaster"])
@settings(max_examples=50, derandomize=True, deadline=None, database=None)
@given(data=st.data())
def test_choosers_never_raise_whatever_was_typed(system: str, data: st.DataObject) -> None:
    each = data.draw(st.sampled_from(_ASKED(system)))
    typed: Mapping[str, str] = {
        other.name: data.draw(TYPED)
        for other in parameters(each.order)
        if other.name != each.parameter.name
    }
    for choice in Asked(each.state, each.order, each.parameter, dict(typed)).choices():
        assert choice.label


SEEN_FROM_OUTSIDE = (City, Stack, Province, Character, Unit, Agent)


@pytest.mark.parametrize("scene", [Scene, WarScene])
def test_whatever_is_not_known_of_a_record_is_said_in_words(scene: type[Scene]) -> None:
    for cls in scene().rules.records:
        for name in cls.names:
            with pytest.raises(NotKnown) as caught:
                getattr(cls.partly(), name)
            said = str(caught.value)
            assert re.fullmatch(r"you do not know [a-z' ]+(, [a-z ]+)?", said), said
            assert f"the {name} of" not in said


def test_no_words_are_kept_for_a_field_that_is_not_there() -> None:
    fields = {name for cls in SEEN_FROM_OUTSIDE for name in cls.names}
    for cls in SEEN_FROM_OUTSIDE:
        own = cls.__dict__.get("unknown", {})
        assert set(own) <= set(cls.names)
        assert set(cls.unknown) <= fields


def test_what_hides_a_war_is_said_as_people_say_it() -> None:
    assert City.unknown_words("baron") == "who holds the city"
    assert Character.unknown_words("captor") == "whether anybody holds them prisoner"
    assert Stack.unknown_words("acted") == "whether the stack can still act this week"
