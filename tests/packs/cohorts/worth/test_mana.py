"""The mana of guilds, month by month."""

import pytest

from engine.packs.cohorts.characters.resting import TakeABreak
from engine.packs.cohorts.stacks.rest import Rest
from engine.packs.cohorts.worth.mana import GuildManaRegained
from tests.rules.scene import Scene, ref


@pytest.mark.rule("cohorts.magic.mana-recovery")
@pytest.mark.parametrize("level, gains", [(5, 1), (6, 2), (23, 5)])
@pytest.mark.parametrize("type", ["mage", "church"])
def test_a_month_gives_mana_to_guilds_that_hold_it(type: str, level: int, gains: int) -> None:
    scene = Scene()
    guild = scene.guild(scene.city(2, 2, scene.me), type, level, deity="solanna", actions=0)
    ran = scene.produce(monthly=True)
    assert scene.now(guild).mana == gains
    assert [event.mana for event in ran.events(GuildManaRegained)] == [gains]


@pytest.mark.rule("cohorts.magic.mana-recovery")
def test_a_guild_regains_no_more_than_it_holds_and_nothing_in_a_week() -> None:
    scene = Scene()
    city = scene.city(2, 2, scene.me)
    full, other = scene.guild(city, "mage", 12, mana=11), scene.guild(city, "knave", 12)
    scene.produce()
    assert scene.now(full).mana == 11
    scene.produce(monthly=True)
    assert scene.now(full).mana == 12
    assert scene.now(other).mana == 0


@pytest.mark.rule("cohorts.order.siege-effects")
def test_a_guild_of_a_city_under_siege_regains_no_mana() -> None:
    scene = Scene()
    guild = scene.guild(scene.city(2, 2, scene.me, besieged=True), "mage", 12)
    scene.produce(monthly=True)
    assert scene.now(guild).mana == 0


@pytest.mark.rule("cohorts.magic.mana-recovery")
def test_the_dead_regain_nothing_and_who_rests_twice_in_a_turn_gains_once() -> None:
    scene = Scene()
    stack = scene.stack(2, 2)
    skills = {"magic_user": 40}
    body = scene.character(scene.at(5, 5), level=16, skills=skills, dead=True)
    mage = scene.character(stack, level=16, skills=skills, actions=1)
    ran = scene.run(Rest(stack=ref(stack)), TakeABreak(character=ref(mage)))
    assert not ran.refused
    assert scene.now(mage).mana == 4
    scene.produce(monthly=True)
    assert scene.now(body).mana == 0


@pytest.mark.rule("cohorts.magic.mana-pool")
def test_mana_that_can_no_longer_be_stored_is_lost_at_the_end_of_the_day() -> None:
    scene = Scene()
    mage = scene.character(scene.stack(2, 2), skills={"magic_user": 5}, job="priest", mana=9)
    scene.run()
    assert scene.now(mage).mana == 5
