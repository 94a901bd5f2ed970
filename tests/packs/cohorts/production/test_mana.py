"""The mana of guilds, month by month."""

import pytest

from engine.packs.cohorts.production.mana import GuildManaRegained
from tests.rules.scene import Scene


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
