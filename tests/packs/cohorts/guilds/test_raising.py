"""The levels of guilds: how they rise by orders, by themselves and by default, and sink."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ForeseeDice, ScriptedDice, Whole
from engine.packs.cohorts.guilds.raising import (
    GuildGrew,
    ImproveGuild,
    ImproveSelf,
    chance,
)
from engine.packs.cohorts.pieces.records import Guild
from engine.state import State
from tests.packs.cohorts.guilds.town import town
from tests.rules.scene import Scene, ref


def guild(scene: Scene, type: str = "mage", level: int = 5, **values: Any) -> Guild:
    return scene.guild(town(scene), type, level, **values)


def fallen(*rolls: int) -> ScriptedDice:
    return ScriptedDice([Whole(roll, 100) for roll in rolls])


# ---------------------------------------------------------------- by orders


@pytest.mark.rule("cohorts.order.improve-guild", "cohorts.guild.improve-chance")
def test_a_success_is_the_one_rise_of_the_turn_by_whichever_order(scene: Scene) -> None:
    mages = guild(scene)
    ran = scene.run(ImproveGuild(guild=ref(mages)), ImproveSelf(guild=ref(mages)))
    assert (scene.now(mages).level, ran.code) == (6, "upgraded_this_turn")
    assert scene.now(mages).actions == 1
    scene.change(mages, actions=0)
    scene.produce(dice=fallen(100))
    assert not scene.run(ImproveSelf(guild=ref(mages))).refused
    assert scene.now(mages).level == 7


def test_the_reasons_come_in_the_order_of_the_rule(scene: Scene) -> None:
    city = town(scene, "oak", population={"human": 10})
    merchants = scene.guild(city, "merchant", 30, upgraded=1)
    state = State(scene.rules, scene.world, ForeseeDice())
    state.player = scene.me.id
    codes = [each.code for each in ImproveSelf(guild=ref(merchants)).conditions(state)]
    assert codes == ["upgraded_this_turn", "chance_zero", "population"]


@given(st.integers(1, 60))
def test_the_chance_is_a_chance_and_never_grows_with_the_level(level: int) -> None:
    rules = Scene().content.guild_rules
    assert 0 <= chance(rules, level + 1) <= chance(rules, level) <= 100


# ---------------------------------------------------------------- by themselves


@pytest.mark.rule("cohorts.guild.spontaneous-improvement")
def test_a_guild_grows_by_itself_without_its_action_and_its_owner_is_told(scene: Scene) -> None:
    mages = guild(scene, level=30, actions=0)
    wild = scene.guild(scene.city(9, 9), "knave", 35)
    ran = scene.produce(dice=fallen(10))
    assert (scene.now(mages).level, scene.now(mages).upgraded) == (31, 0)
    assert scene.now(wild).level == 35
    (entry,) = [entry for entry in ran.entries if isinstance(entry.event, GuildGrew)]
    assert list(entry.audience) == [scene.ours.id]
    assert scene.now(mages).actions == 1


def test_the_guilds_of_wild_cities_grow_but_nobody_is_told_and_they_try_nothing(
    scene: Scene,
) -> None:
    wild = scene.guild(scene.city(9, 9), "knave", 3)
    ran = scene.produce(dice=fallen(1))
    assert scene.now(wild).level == 4
    assert [entry.audience for entry in ran.entries] == [{}]
