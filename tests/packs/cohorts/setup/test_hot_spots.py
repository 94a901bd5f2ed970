"""Hot spots: where the generator puts them, who knows of them, and when they are gone."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import data
from bot.faces.cohorts.map.chart import chart_of
from engine.campaign import Faction
from engine.dice import Seed, SeededDice
from engine.packs.cohorts.knowledge.views import knows
from engine.packs.cohorts.mapgen import WorldPlan, generate
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.hotspots import HotSpot, use
from tests.packs.cohorts.mapgen.plans import content
from tests.rules.scene import Scene, module, ref

RULE = pytest.mark.rule("cohorts.world.hot-spots")
ICONS = json.loads((Path(data.__file__).parent / "art" / "icons.json").read_text())
PLAIN = {"id", "province", "type", "name", "icon", "text"}

seeds = st.integers(0, 10_000)
some = settings(max_examples=10, deadline=None)


@cache
def plan(seed: int, width: int = 24, height: int = 18) -> WorldPlan:
    return generate(module(), width, height, SeededDice(Seed(seed.to_bytes(32, "big")), 0))


def hot_spot(scene: Scene, x: int, y: int, **values: Any) -> HotSpot:
    usual: dict[str, Any] = {"type": "", "name": "Old well", "icon": "moon", "text": "It hums."}
    usual |= {"quests": ("draw-water",), "hidden": False, "uses": 0}
    return scene.world.add(HotSpot, province=scene.at(x, y).id, **{**usual, **values})


def seen_by(scene: Scene, faction: Faction | None = None) -> list[HotSpot]:
    return list(scene.view(faction or scene.ours).all(HotSpot))


# ---------------------------------------------------------------- who knows of them


@RULE
def test_a_piece_in_the_province_is_told_the_quests(scene: Scene) -> None:
    spot = hot_spot(scene, 5, 5, uses=2)
    scene.stack(5, 5)
    assert seen_by(scene) == [spot]


@RULE
def test_from_the_next_province_the_icon_is_seen_but_not_the_quests(scene: Scene) -> None:
    hot_spot(scene, 5, 5)
    scene.stack(6, 5)
    [seen] = seen_by(scene)
    assert set(seen.known()) == PLAIN
    assert seen.icon == "moon"


@RULE
def test_a_faction_that_never_sighted_the_province_knows_of_no_hot_spot(scene: Scene) -> None:
    spot = hot_spot(scene, 5, 5)
    scene.stack(9, 9)
    assert seen_by(scene) == []
    assert not knows(scene.rules, scene.world, scene.ours.id, spot.place)


@RULE
def test_whoever_has_once_sighted_the_province_goes_on_seeing_the_icon(scene: Scene) -> None:
    spot = hot_spot(scene, 5, 5)
    stack = scene.stack(5, 5)
    scene.character(stack)
    ran = scene.give(MoveAlong, stack=str(ref(stack)), steps=["e", "e", "e"])
    assert not ran.refused
    assert scene.now(stack).province == scene.at(8, 5).id
    [seen] = seen_by(scene)
    assert set(seen.known()) == PLAIN
    assert knows(scene.rules, scene.world, scene.ours.id, spot.place)


@RULE
def test_a_hidden_hot_spot_is_shown_to_nobody_not_even_to_who_stands_on_it(scene: Scene) -> None:
    spot = hot_spot(scene, 5, 5, hidden=True)
    scene.stack(5, 5)
    assert seen_by(scene) == []
    assert not knows(scene.rules, scene.world, scene.ours.id, spot.place)
    scene.change(spot, hidden=False)
    assert [each.id for each in seen_by(scene)] == [spot.id]


@RULE
def test_the_map_shows_a_hot_spot_by_its_own_icon(scene: Scene) -> None:
    hot_spot(scene, 5, 5)
    scene.stack(6, 5)
    [site] = chart_of(scene.rules, scene.view(scene.ours), scene.ours.id).sites
    assert (site.x, site.y, site.kind, site.icon) == (5, 5, "hot-spot", "moon")


@RULE
def test_a_hot_spot_whose_uses_are_up_disappears_from_the_map(scene: Scene) -> None:
    spot = hot_spot(scene, 5, 5, uses=2)
    scene.stack(5, 5)
    use(scene.world, spot)
    [seen] = seen_by(scene)
    assert seen.uses == 1
    use(scene.world, seen)
    assert scene.gone(spot)
    assert seen_by(scene) == []


@RULE
def test_a_hot_spot_without_a_limit_is_never_used_up(scene: Scene) -> None:
    spot = hot_spot(scene, 5, 5)
    for _ in range(5):
        use(scene.world, scene.now(spot))
    assert scene.now(spot) == spot


# ---------------------------------------------------------------- where they are


@RULE
def test_every_kind_has_a_drawing_of_its_own_and_there_are_ten_at_least() -> None:
    kinds = content().hot_spots.values()
    assert len(kinds) >= 10
    assert {kind.icon for kind in kinds} <= set(ICONS)
    families = {family for kind in kinds for family in kind.families}
    assert families == {t.family for t in content().terrains.values() if not t.is_water}


@RULE
@pytest.mark.rule("cohorts.world.starter-world")
@some
@given(seeds)
def test_hot_spots_lie_on_land_that_suits_them_away_from_cities_and_starts(seed: int) -> None:
    world = plan(seed)
    homes = {at for each in world.baronies if each.city.faction for at in each.provinces}
    cities = {each.city.at for each in world.baronies}
    assert len({spot.at for spot in world.hot_spots}) == len(world.hot_spots)
    for spot in world.hot_spots:
        family = content().terrains[world.province(spot.at).terrain].family
        assert family in content().hot_spots[spot.type].families
        assert spot.at not in homes | cities


@RULE
@pytest.mark.rule("cohorts.world.starter-world")
@some
@given(seeds)
def test_there_are_as_many_as_the_module_says_and_none_beside_another(seed: int) -> None:
    world = plan(seed)
    terrains = content().terrains
    land = sum(not terrains[each.terrain].is_water for each in world.provinces)
    assert len(world.hot_spots) == land * content().world.hot_spots_percent // 100
    spots = [spot.at for spot in world.hot_spots]
    for place, spot in enumerate(spots):
        assert all(world.grid.distance(spot, other) > 1 for other in spots[:place])


@RULE
def test_on_a_large_map_no_kind_is_much_rarer_than_another_of_its_land() -> None:
    counts = dict.fromkeys(content().hot_spots, 0)
    for spot in plan(1, 80, 60).hot_spots:
        counts[spot.type] += 1
    assert min(counts.values()) >= 2
