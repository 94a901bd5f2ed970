"""Roads: where they may lead, how they rise, and who knows of them."""

import pytest

from engine.packs.cohorts.cities.roads import BuildRoad
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.movement.steps import MAGIC_HERE, MAGIC_THERE, NATURAL
from engine.packs.cohorts.pieces.links import Link
from tests.packs.cohorts.cities.test_improvements import city_of
from tests.rules.scene import Ran, Scene, ref

pytestmark = pytest.mark.rule("cohorts.improvement.road-building")
HOME = (4, 4)
NEIGHBOURS = {"north-east": (4, 3), "east": (5, 4), "south-east": (4, 5), "west": (3, 4)}


@pytest.fixture
def scene() -> Scene:
    scene = Scene()
    scene.barony(HOME, NEIGHBOURS["east"])
    scene.province(*HOME, deposits=("oak", "stone", "iron"))
    scene.city(*HOME, scene.me, name="Harrow", actions=9)
    return scene


def pave(scene: Scene, side: str, start: tuple[int, int] = HOME) -> Ran:
    where = {"city": ref(city_of(scene)), "province": ref(scene.at(*start))}
    return scene.give(BuildRoad, **where, side=side)


def test_a_road_does_not_lead_into_the_wild_the_sea_or_off_the_map(scene: Scene) -> None:
    assert pave(scene, "south-east").code == "outside_barony"
    scene.province(*NEIGHBOURS["east"], terrain="sea")
    assert pave(scene, "east").code == "sea_province"
    scene.barony((4, 0))
    city = scene.city(4, 0, scene.me, actions=1)
    order = {"city": ref(city), "province": ref(scene.at(4, 0)), "side": "north-east"}
    assert scene.give(BuildRoad, **order).code == "not_here"


def test_a_natural_barrier_stops_a_road_and_a_magic_one_does_not(scene: Scene) -> None:
    scene.link(HOME, NEIGHBOURS["east"], barrier=MAGIC_HERE + MAGIC_THERE, river=2)
    assert not pave(scene, "east").refused
    [link] = scene.world.all(Link)
    assert (link.road, link.river, link.barrier) == (1, 2, MAGIC_HERE + MAGIC_THERE)
    scene.produce()
    scene.link(HOME, NEIGHBOURS["east"], barrier=NATURAL)
    assert pave(scene, "east").code == "not_here"


def test_a_plan_counts_an_enemy_by_what_was_seen_last(scene: Scene) -> None:
    foe = scene.someone("at_war")
    scene.city(7, 7, foe)
    scene.province(*NEIGHBOURS["south-east"], barony=scene.at(7, 7).barony)
    order = BuildRoad.model_validate(
        {"city": ref(city_of(scene)), "province": ref(scene.at(*HOME)), "side": "south-east"}
    )
    [planned] = scene.plan(order).orders
    assert planned.refusal
    assert planned.refusal.code == "relation"


# ---------------------------------------------------------------- who knows of roads


@pytest.mark.rule("cohorts.knowledge.view")
def test_roads_of_ones_own_baronies_are_known_as_they_are_out_of_sight_too(scene: Scene) -> None:
    far = [(8, 8), (9, 8)]
    for hex_ in far:
        scene.province(*hex_, barony=city_of(scene).barony)
    spots = [scene.at(*hex_).id for hex_ in far]
    remember(scene.world, scene.ours.id, spots, scene.world)
    assert not pave(scene, "east", far[0]).refused
    [link] = scene.world.all(Link)
    assert scene.view().get(Link, link.id) == link
    teammate = scene.someone("teammate")
    assert scene.rules.view(scene.world, teammate.faction).get(Link, link.id) == link


@pytest.mark.rule("cohorts.knowledge.view")
def test_others_know_a_road_when_they_see_it_and_never_when_it_was_paved(scene: Scene) -> None:
    others = scene.someone("neutral")
    both = [scene.at(*HOME).id, scene.at(*NEIGHBOURS["east"]).id]
    remember(scene.world, others.faction, both, scene.world)
    assert not pave(scene, "east").refused
    [link] = scene.world.all(Link)
    theirs = scene.faction("neutral")
    assert scene.view(theirs).find(Link, link.id) is None
    scene.character(scene.stack(*NEIGHBOURS["west"], others), others)
    assert scene.view(theirs).get(Link, link.id) == Link.partly(
        id=link.id, river=0, road=1, barrier=0
    )
