"""Talents: taught by the guilds of a city at hand, added to free slots, exchanged for XP."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ForeseeDice
from engine.orders import Ref, parameters
from engine.packs.cohorts.guilds.talents import SetUnitTalents, TalentsSet
from engine.packs.cohorts.pieces.records import Unit
from engine.packs.cohorts.worth.experience import LevelChanged
from engine.state import State
from tests.rules.scene import Ran, Scene, ref

pytestmark = pytest.mark.rule("cohorts.order.set-unit-talents")


@pytest.fixture
def scene() -> Scene:
    scene = Scene()
    scene.guild(scene.city(1, 1, scene.me), "warrior", 5)
    return scene


def learn(scene: Scene, unit: Unit, *changes: str) -> Ran:
    return scene.give(SetUnitTalents, piece=ref(unit), changes=changes)


def test_changes_are_worked_off_in_order_and_a_refused_one_does_not_hinder_the_next(
    scene: Scene,
) -> None:
    unit = scene.unit(scene.stack(1, 1), talents=("axeman", "pikeman"))
    changes = ("add bowman", "add magic_trained", "add swordsman", "add axeman", "add defender")
    [told] = learn(scene, unit, *changes).events(TalentsSet)
    assert scene.now(unit).talents == ("axeman", "pikeman", "bowman")
    assert told.gained == ("bowman",)
    assert told.left_out == (
        ("add magic_trained", "guild_missing"),
        ("add swordsman", "no_free_slot"),
        ("add axeman", "no_free_slot"),
        ("add defender", "no_free_slot"),
    )


@pytest.mark.rule("cohorts.talent.changing")
def test_who_loses_a_level_by_an_exchange_is_told(scene: Scene) -> None:
    unit = scene.unit(scene.stack(1, 1), level=2, xp=60, talents=("axeman",))
    [told] = learn(scene, unit, "replace axeman by swordsman").events(LevelChanged)
    assert (told.before, told.level) == (2, 1)


@pytest.mark.parametrize(
    "change, code",
    [
        ("replace scout by axeman", "already_known"),
        ("replace scout by defender", "not_known"),
        ("replace axeman by scout", "guild_missing"),
        ("replace axeman by defender", "missing"),
        ("add nonsense", "bad_target"),
        ("replace nonsense by axeman", "bad_target"),
    ],
)
def test_a_change_that_cannot_be_is_refused_with_its_reason(
    scene: Scene, change: str, code: str
) -> None:
    unit = scene.unit(scene.stack(1, 1), level=1, xp=15, talents=("axeman",))
    ran = learn(scene, unit, change)
    assert ran.code == code
    assert ran.failures[0].instead
    assert scene.now(unit) == unit


def test_a_body_learns_nothing(scene: Scene) -> None:
    body = scene.character(scene.stack(1, 1), dead=True)
    ran = scene.give(SetUnitTalents, piece=ref(body), changes=["add armored"])
    assert ran.code == "unable"


def test_what_an_allys_guilds_teach_cannot_be_foreseen(scene: Scene) -> None:
    scene.guild(scene.city(5, 5, scene.someone("allied")), "warrior", 5)
    unit = scene.unit(scene.stack(5, 5))
    order = SetUnitTalents(piece=ref(unit), changes=("add armored",))
    assert [each.outcome for each in scene.plan(order).orders] == ["unforeseen"]
    assert not scene.run(order).refused
    assert scene.now(unit).talents == ("armored",)


def test_what_is_taught_there_is_offered(scene: Scene) -> None:
    unit = scene.unit(scene.stack(1, 1), talents=("axeman", "pikeman", "scout"))
    state = State(scene.rules, scene.view(), ForeseeDice())
    state.player = scene.me.id
    [changes] = [each for each in parameters(SetUnitTalents) if each.name == "changes"]
    assert changes.asks
    offered = [c.value for c in changes.asks.among(state, {"piece": str(Ref(*unit.place))})]
    assert "replace scout by armored" in offered
    assert not any(each.startswith("add") for each in offered)  # no slot is free
    assert len(offered) == 21  # 3 to give up, 7 that a guild of level 5 teaches in addition


NAMES = ["axeman", "swordsman", "armored", "scout", "magic_trained", "nonsense"]
CHANGES = st.sampled_from(NAMES).map(lambda new: f"add {new}") | st.tuples(
    st.sampled_from(NAMES), st.sampled_from(NAMES)
).map(lambda pair: f"replace {pair[0]} by {pair[1]}")


@given(st.integers(0, 2000), st.lists(CHANGES, min_size=1, max_size=8))
def test_no_list_of_changes_gives_a_talent_twice_or_more_than_the_level_allows(
    xp: int, changes: list[str]
) -> None:
    scene = Scene(4, 4)
    scene.guild(scene.city(1, 1, scene.me), "warrior", 5)
    level = scene.content.experience.level_of(xp)
    unit = scene.unit(scene.stack(1, 1), xp=xp, level=level, talents=("scout",))
    learn(scene, unit, *changes)
    now = scene.now(unit)
    assert len(set(now.talents)) == len(now.talents)
    assert len(now.talents) <= scene.content.training.talents_at(now.level)
    assert 0 <= now.xp <= xp
    assert now.level == scene.content.experience.level_of(now.xp)
