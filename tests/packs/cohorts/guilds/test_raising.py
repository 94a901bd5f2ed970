"""The levels of guilds: how they rise by orders, by themselves and by default, and sink."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ForeseeDice, ScriptedDice, Whole
from engine.packs.cohorts.guilds.raising import (
    GuildGrew,
    GuildImproved,
    ImproveGuild,
    ImproveSelf,
    chance,
)
from engine.packs.cohorts.pieces.guilds import lower
from engine.packs.cohorts.pieces.records import City, Guild
from engine.packs.cohorts.worth.mana import GuildManaRegained
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


def test_after_a_failed_try_of_the_city_the_guild_may_still_try_itself(scene: Scene) -> None:
    mages = guild(scene, level=20)
    orders = ImproveGuild(guild=ref(mages)), ImproveSelf(guild=ref(mages))
    ran = scene.run(*orders, dice=fallen(51, 50))
    told = ran.events(GuildImproved)
    assert [(each.by, each.chance, each.roll, each.succeeded, each.level) for each in told] == [
        ("city", 50, 51, False, 20),
        ("guild", 50, 50, True, 21),
    ]
    assert (scene.now(mages).level, scene.now(mages).actions) == (21, 0)
    assert next(scene.world.all(City)).actions == 2


def test_a_guild_needs_what_it_was_built_with(scene: Scene) -> None:
    warriors = scene.guild(town(scene, "oak"), "warrior", 5)
    assert scene.run(ImproveSelf(guild=ref(warriors))).code == "resources_missing"
    assert scene.now(warriors).actions == 1


def test_the_reasons_come_in_the_order_of_the_rule(scene: Scene) -> None:
    city = town(scene, "oak", population={"human": 10})
    merchants = scene.guild(city, "merchant", 30, upgraded=1)
    state = State(scene.rules, scene.world, ForeseeDice())
    state.player = scene.me.id
    codes = [each.code for each in ImproveSelf(guild=ref(merchants)).conditions(state)]
    assert codes == ["upgraded_this_turn", "chance_zero", "population"]


def test_only_the_player_of_the_city_raises_its_guilds(scene: Scene) -> None:
    mages = guild(scene)
    mate = scene.player("mate", scene.ours)
    foe = scene.someone("at_war")
    for order in (ImproveGuild(guild=ref(mages)), ImproveSelf(guild=ref(mages))):
        assert scene.run(order, player=mate).code == "city_not_controlled"
        assert scene.run(order, player=foe).code == "bad_target"


def test_a_city_without_an_action_pays_for_nothing(scene: Scene) -> None:
    mages = guild(scene)
    scene.change(next(scene.world.all(City)), actions=0)
    assert scene.run(ImproveGuild(guild=ref(mages))).code == "no_action"
    assert not scene.run(ImproveSelf(guild=ref(mages))).refused


def test_a_plan_tells_the_chance_and_takes_it_from_50_percent(scene: Scene) -> None:
    mages = guild(scene, level=20)
    plan = scene.plan(ImproveSelf(guild=ref(mages)))
    assert [draw.chance for draw in plan.orders[0].draws] == [50]
    assert plan.world.get(Guild, mages.id).level == 21


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


def test_spontaneous_growth_does_not_bar_orders(scene: Scene) -> None:
    mages = guild(scene, actions=0)
    scene.produce(dice=fallen(1))
    assert not scene.run(ImproveSelf(guild=ref(mages))).refused
    assert scene.now(mages).level == 7


# ---------------------------------------------------------------- in productions


def test_an_idle_guild_tries_to_improve_before_actions_are_reset(scene: Scene) -> None:
    mages = guild(scene, level=20)
    ran = scene.produce(dice=fallen(50, 100))
    (told,) = ran.events(GuildImproved)
    assert (told.by, told.chance, told.succeeded) == ("guild", 50, True)
    assert (scene.now(mages).level, scene.now(mages).actions) == (21, 1)


@pytest.mark.parametrize("values", [{"upgraded": 1}, {"actions": 0}, {"level": 30}])
def test_a_guild_that_cannot_improve_does_nothing_by_default(
    scene: Scene, values: dict[str, Any]
) -> None:
    guild(scene, **values)
    ran = scene.produce(dice=fallen(100))
    assert not ran.events(GuildImproved)


@pytest.mark.rule("cohorts.order.siege-effects")
def test_guilds_under_siege_stand_still(scene: Scene) -> None:
    mages = guild(scene, mana=0, actions=1)
    idle = scene.guild(next(scene.world.all(City)), "knave", 5, actions=0)
    scene.change(next(scene.world.all(City)), besieged=True)
    ran = scene.produce(monthly=True, dice=fallen())
    assert not ran.events(GuildImproved)
    assert (scene.now(mages).level, scene.now(mages).mana, scene.now(mages).actions) == (5, 0, 1)
    assert scene.now(idle).actions == 0


@pytest.mark.parametrize(
    "type, level, mana, after",
    [
        ("mage", 6, 0, 2),
        ("church", 5, 3, 4),
        ("mage", 6, 5, 6),
        ("mage", 6, 6, 6),
        ("knave", 6, 0, 0),
    ],
)
def test_a_month_gives_mage_guilds_and_churches_mana_up_to_their_level(
    scene: Scene, type: str, level: int, mana: int, after: int
) -> None:
    holder = guild(scene, type, level, mana=mana, actions=0)
    ran = scene.produce(monthly=True, dice=fallen(100))
    assert scene.now(holder).mana == after
    assert [each.mana for each in ran.events(GuildManaRegained)] == [after - mana][: after - mana]


def test_a_trade_ban_ends_with_the_month_alone(scene: Scene) -> None:
    merchants = guild(scene, "merchant", barred=True)
    scene.produce()
    assert scene.now(merchants).barred
    scene.produce(monthly=True)
    assert not scene.now(merchants).barred


# ---------------------------------------------------------------- losing levels


def test_a_lowered_guild_holds_less_mana_and_at_level_0_it_is_gone(scene: Scene) -> None:
    mages = guild(scene, level=9, mana=8)
    agent = scene.agent(scene.at(9, 9), summoner=mages.place)
    state = State(scene.rules, scene.world, ForeseeDice())
    lowered = lower(state, mages, 7)
    assert lowered is not None
    assert (lowered.level, lowered.mana) == (7, 7)
    assert scene.now(mages) == lowered
    assert lower(state, lowered, 0) is None
    assert scene.gone(mages)
    assert not scene.gone(agent)
