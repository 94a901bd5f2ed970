"""What holds for everything that a city builds in its barony, in whatever order."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.module import check
from engine.orders import Order
from engine.packs.cohorts.cities.roads import BuildRoad
from engine.packs.cohorts.cities.towers import (
    BuildCastle,
    BuildGuardTower,
    BuildWatchTower,
    BuildWizardTower,
)
from engine.packs.cohorts.cities.walls import BuildWalls
from engine.packs.cohorts.pieces.links import Link
from engine.packs.cohorts.pieces.records import City, Province, Tower
from tests.rules.scene import MODULES, Scene, ref

LAND = ((4, 4), (5, 4), (6, 4))
TOWERS = (BuildWatchTower, BuildGuardTower, BuildWizardTower, BuildCastle)


def city_with_everything() -> Scene:
    scene = Scene(8, 8)
    scene.barony(*LAND)
    scene.province(*LAND[0], deposits=("oak", "stone", "iron", "mithril"))
    city = scene.city(*LAND[0], scene.me, actions=8, improvements={"lumber_mill": 4})
    for type_ in ("knave", "mage", "warrior"):
        scene.guild(city, type_, 10)
    return scene


@st.composite
def works(draw: st.DrawFn) -> tuple[type[Order], dict[str, str]]:
    order = draw(st.sampled_from([*TOWERS, BuildWalls, BuildRoad]))
    scene = city_with_everything()
    x, y = draw(st.sampled_from(LAND))
    values = {"city": "city:1", "province": str(ref(scene.at(x, y)))}
    if order is BuildRoad:
        values["side"] = draw(st.sampled_from(["east", "west"]))
    return order, values


@pytest.mark.rule("cohorts.improvement.placement")
@settings(max_examples=20)
@given(st.lists(st.lists(works(), max_size=8), min_size=1, max_size=3))
def test_nothing_rises_twice_a_turn_and_every_level_costs_an_action(
    turns: list[list[tuple[type[Order], dict[str, str]]]],
) -> None:
    scene = city_with_everything()
    for turn in turns:
        before = heights(scene)
        for order, values in turn:
            assert scene.give(order, **values).code != "internal_error"
        after = heights(scene)
        gained = {name: level - before.get(name, 0) for name, level in after.items()}
        assert set(gained.values()) <= {0, 1}
        city = next(scene.world.all(City))
        assert city.actions == 8 - sum(gained.values())
        for province in scene.world.all(Province):
            assert len(list(scene.world.by(Tower, "province", province.id))) <= 1
        scene.produce()
        scene.change(city, actions=8)


def heights(scene: Scene) -> dict[str, int]:
    """The level of every wall, tower and road."""
    found = {f"walls {p.id}": p.fortification for p in scene.world.all(Province)}
    found |= {f"tower {t.id}": t.level for t in scene.world.all(Tower)}
    return found | {f"road {link.id}": link.road for link in scene.world.all(Link)}


@pytest.mark.rule("cohorts.improvement.placement")
def test_a_module_must_say_what_each_work_needs(tmp_path: Path) -> None:
    folder = tmp_path / "cohorts"
    shutil.copytree(MODULES / "cohorts", folder)
    cities = folder / "cities.toml"
    text = cities.read_text(encoding="utf-8")
    cities.write_text(text.replace("ments.village]", "ments.hamlet]"), encoding="utf-8")
    faults = [(fault.table, fault.key, fault.message) for fault in check(folder)]
    assert ("province_improvements", "village", "is missing") in faults
