"""Towers and castles: what they need, how they rise and fall, and what they see."""

import pytest

from engine.packs.cohorts.cities.towers import (
    BuildWatchTower,
    BuildWizardTower,
)
from engine.packs.cohorts.knowledge.views import in_view
from engine.packs.cohorts.pieces.records import Guild
from engine.world import Place
from tests.packs.cohorts.cities.test_improvements import city_of
from tests.rules.scene import Scene, ref


@pytest.fixture
def scene() -> Scene:
    scene = Scene(16, 12)
    scene.barony((4, 4), (5, 4), (6, 4))
    scene.province(4, 4, deposits=("oak", "stone"))
    city = scene.city(4, 4, scene.me, name="Harrow", actions=5, improvements={"lumber_mill": 4})
    for type_ in ("knave", "mage", "warrior"):
        scene.guild(city, type_, 10)
    return scene


def site(scene: Scene, x: int = 6, y: int = 4) -> dict[str, str]:
    return {"city": str(ref(city_of(scene))), "province": str(ref(scene.at(x, y)))}


@pytest.mark.rule("cohorts.improvement.watch-tower")
def test_a_watch_tower_shows_its_faction_the_land_around_it_at_once(scene: Scene) -> None:
    far = scene.at(8, 4).id
    assert far not in in_view(scene.world, scene.content, scene.ours.id)
    scene.tower(6, 4, "watch", 1)
    ran = scene.give(BuildWatchTower, **site(scene))
    assert not ran.refused
    assert far in in_view(scene.world, scene.content, scene.ours.id)


# ---------------------------------------------------------------- who must be there


@pytest.mark.rule("cohorts.order.city-action-rules")
@pytest.mark.parametrize(
    "values",
    [
        {"level": 9},
        {"job": "priest"},
        {"dead": True},
        {"captor": 99},
        {"holder": Place("province", 1)},
    ],
)
def test_who_is_low_dead_a_prisoner_elsewhere_or_no_mage_does_not_help(
    scene: Scene, values: dict[str, object]
) -> None:
    no_guilds(scene)
    mage = scene.character(scene.stack(4, 4), job="mage", level=12)
    scene.change(mage, **values)
    assert scene.give(BuildWizardTower, **site(scene)).code == "guild_or_character_missing"


# ---------------------------------------------------------------- what can be foreseen


@pytest.mark.rule("cohorts.order.build-wizard-tower")
def test_whether_an_allys_mage_is_high_enough_cannot_be_foreseen(scene: Scene) -> None:
    no_guilds(scene)
    ally = scene.someone("allied")
    scene.character(scene.stack(4, 4, ally), ally, job="mage", level=12)
    order = BuildWizardTower.model_validate(site(scene))
    [planned] = scene.plan(order).orders
    assert planned.outcome == "unforeseen"
    scene.character(city_of(scene), job="mage", level=10)
    [planned] = scene.plan(order).orders
    assert planned.outcome == "done"
    assert not scene.run(order).refused


def no_guilds(scene: Scene) -> None:
    for guild in list(scene.world.by(Guild, "city", city_of(scene).id)):
        scene.world.remove(guild)
