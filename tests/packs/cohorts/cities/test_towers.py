"""Towers and castles: what they need, how they rise and fall, and what they see."""

import pytest

from engine.packs.cohorts.cities.towers import (
    BuildCastle,
    BuildGuardTower,
    BuildWatchTower,
    BuildWizardTower,
)
from engine.packs.cohorts.knowledge.views import in_view
from engine.packs.cohorts.pieces.records import City, Guild, Tower
from engine.world import Place
from tests.rules.scene import Scene, ref

LEVELS = pytest.mark.rule("cohorts.improvement.tower-levels")


@pytest.fixture
def scene() -> Scene:
    scene = Scene(16, 12)
    scene.barony((4, 4), (5, 4), (6, 4))
    scene.province(4, 4, deposits=("oak", "stone"))
    city = scene.city(4, 4, scene.me, name="Harrow", actions=5, improvements={"lumber_mill": 4})
    for type_ in ("knave", "mage", "warrior"):
        scene.guild(city, type_, 10)
    return scene


def city_of(scene: Scene) -> City:
    return next(scene.world.all(City))


def site(scene: Scene, x: int = 6, y: int = 4) -> dict[str, str]:
    return {"city": str(ref(city_of(scene))), "province": str(ref(scene.at(x, y)))}


@LEVELS
@pytest.mark.parametrize("order", [BuildWatchTower, BuildGuardTower, BuildWizardTower])
def test_a_tower_rises_one_level_a_turn_up_to_the_fourth(
    scene: Scene, order: type[BuildWatchTower]
) -> None:
    build = order.model_validate(site(scene))
    for level in range(1, 5):
        scene.change(city_of(scene), actions=2)
        assert [f.code for f in scene.run(build, build).failures] == [
            "upgraded_this_turn" if level < 4 else "maximum_level"
        ]
        assert [tower.level for tower in scene.world.all(Tower)] == [level]
        scene.produce()
    scene.change(city_of(scene), actions=2)
    assert scene.run(build).code == "maximum_level"


@pytest.mark.rule("cohorts.improvement.watch-tower")
def test_a_watch_tower_shows_its_faction_the_land_around_it_at_once(scene: Scene) -> None:
    far = scene.at(8, 4).id
    assert far not in in_view(scene.world, scene.content, scene.ours.id)
    scene.tower(6, 4, "watch", 1)
    ran = scene.give(BuildWatchTower, **site(scene))
    assert not ran.refused
    assert far in in_view(scene.world, scene.content, scene.ours.id)


@pytest.mark.rule("cohorts.improvement.watch-tower")
def test_how_far_towers_see_is_a_figure_of_the_module() -> None:
    works = {"watch_tower": {"view": (6, 7)}, "castle": {"view": (3,)}}
    scene = Scene(24, 14, content={"province_improvements": works})
    scene.barony((4, 4), (5, 4))
    city = scene.city(4, 4, scene.me)
    castle = scene.tower(5, 4, "castle")
    assert scene.at(8, 4).id in in_view(scene.world, scene.content, scene.ours.id)
    assert scene.at(9, 4).id not in in_view(scene.world, scene.content, scene.ours.id)
    scene.change(castle, type="watch", level=4)
    stranger = scene.city(12, 4, scene.someone("neutral"))
    assert scene.at(12, 4).id in in_view(scene.world, scene.content, scene.ours.id)
    assert scene.rules.knows(scene.world, scene.ours.id, stranger.place)
    assert scene.view().find(City, stranger.id)
    assert scene.rules.knows(scene.world, scene.ours.id, city.place)


# ---------------------------------------------------------------- who must be there


@pytest.mark.rule("cohorts.order.build-wizard-tower")
@pytest.mark.parametrize("where", ["stack", "city", "loose"])
def test_a_mage_helps_wherever_in_the_citys_province_he_is(scene: Scene, where: str) -> None:
    city = city_of(scene)
    no_guilds(scene)
    holders = {"stack": scene.stack(4, 4), "city": city, "loose": scene.at(4, 4)}
    assert scene.give(BuildWizardTower, **site(scene)).code == "guild_or_character_missing"
    scene.character(holders[where], job="mage", level=10)
    assert not scene.give(BuildWizardTower, **site(scene)).refused


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


@pytest.mark.rule("cohorts.order.build-watch-tower")
def test_what_a_tower_needs_is_told_after_who_must_be_there(scene: Scene) -> None:
    no_guilds(scene)
    scene.province(4, 4, deposits=())
    assert scene.give(BuildWatchTower, **site(scene)).code == "guild_or_character_missing"
    scene.guild(city_of(scene), "knave", 10)
    assert scene.give(BuildWatchTower, **site(scene)).code == "resources_missing"


@pytest.mark.rule("cohorts.order.build-castle")
def test_a_castles_guild_is_told_before_its_place(scene: Scene) -> None:
    no_guilds(scene)
    scene.tower(6, 4, "watch")
    assert scene.give(BuildCastle, **site(scene)).code == "guild_missing"
    scene.guild(city_of(scene), "warrior", 10)
    assert scene.give(BuildCastle, **site(scene)).code == "tower_present"


@pytest.mark.rule("cohorts.order.build-guard-tower")
def test_a_guard_tower_stands_when_the_lumber_mill_is_lost(scene: Scene) -> None:
    scene.give(BuildGuardTower, **site(scene))
    scene.change(city_of(scene), improvements={})
    scene.produce(monthly=True)
    assert scene.world.count(Tower) == 1
    scene.change(city_of(scene), actions=1)
    assert scene.give(BuildGuardTower, **site(scene)).code == "lumber_mill_level"


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
