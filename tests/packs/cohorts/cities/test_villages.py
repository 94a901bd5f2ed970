"""Building, improving and moving villages: where, from whom, how often."""

import pytest

from engine.dice import ForeseeDice
from engine.orders import Order, parameters
from engine.packs.cohorts.cities.villages import (
    ConstructVillage,
    ImproveVillage,
    RelocateVillage,
    VillageMoved,
)
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import City, Village
from engine.state import State
from tests.rules.scene import Scene, ref


@pytest.fixture
def scene() -> Scene:
    scene = Scene()
    scene.barony((0, 0), (1, 0), (2, 0), (3, 0))
    scene.city(0, 0, scene.me, name="Harrow", population={"human": 5000}, actions=5)
    return scene


def city_of(scene: Scene) -> City:
    return next(scene.world.all(City))


def build(scene: Scene, x: int, y: int) -> ConstructVillage:
    return ConstructVillage(city=ref(city_of(scene)), province=ref(scene.at(x, y)))


def test_a_city_of_one_cannot_build(scene: Scene) -> None:
    scene.change(city_of(scene), population={"human": 1})
    assert scene.run(build(scene, 1, 0)).code == "too_few_people"


def test_a_player_is_offered_free_land_of_the_barony_and_its_villages(scene: Scene) -> None:
    scene.province(3, 0, terrain="sea")
    village = scene.village(1, 0)
    state = State(scene.rules, scene.view(), ForeseeDice())
    state.player = scene.me.id
    for order, name, values in (
        (ConstructVillage, "province", [f"province:{scene.at(2, 0).id}"]),
        (ImproveVillage, "village", [f"village:{village.id}"]),
    ):
        [parameter] = [p for p in parameters(order) if p.name == name]
        assert parameter.asks
        for given in ({}, {"city": f"city:{city_of(scene).id}"}):
            assert [c.value for c in parameter.asks.among(state, given)] == values
        assert not list(parameter.asks.among(state, {"city": "city:99"}))


# ---------------------------------------------------------------- moving

MOVING = pytest.mark.rule("cohorts.order.relocate-village")


def relocate(scene: Scene, village: Village, x: int, y: int) -> RelocateVillage:
    return RelocateVillage(
        city=ref(city_of(scene)), village=ref(village), province=ref(scene.at(x, y))
    )


@MOVING
def test_a_village_moves_once_a_turn_and_may_be_improved_besides(scene: Scene) -> None:
    village = scene.village(1, 0, level=3)
    improve = ImproveVillage(city=ref(city_of(scene)), village=ref(village))
    ran = scene.run(
        relocate(scene, village, 2, 0), improve, relocate(scene, village, 3, 0), improve
    )
    assert [failure.code for failure in ran.failures] == ["upgraded_this_turn"] * 2
    assert (scene.now(village).province, scene.now(village).level) == (scene.at(2, 0).id, 3)
    assert city_of(scene).actions == 3


@MOVING
def test_a_village_moves_within_the_barony_of_its_city_and_onto_land(scene: Scene) -> None:
    village = scene.village(1, 0, level=3)
    scene.province(3, 0, terrain="sea")
    assert scene.run(relocate(scene, village, 3, 0)).code == "sea_province"
    assert scene.run(relocate(scene, village, 9, 0)).code == "outside_barony"
    assert scene.run(relocate(scene, village, 1, 0)).code == "village_present"
    other = scene.city(9, 9, scene.me, actions=1)
    order = RelocateVillage(city=ref(other), village=ref(village), province=ref(scene.at(9, 9)))
    assert scene.run(order).code == "outside_barony"


@MOVING
def test_a_village_opens_and_closes_only_what_no_other_works(scene: Scene) -> None:
    scene.province(0, 0, deposits=("oak",))
    scene.province(1, 0, deposits=("oak", "wheat"))
    scene.province(2, 0, deposits=("stone",))
    village = scene.village(1, 0, level=4)
    [moved] = scene.run(relocate(scene, village, 2, 0)).events(VillageMoved)
    assert (moved.opened, moved.closed) == (("stone",), ("wheat",))


def offered(scene: Scene, order: type[Order], name: str) -> list[str]:
    """What a player reads for a parameter of the city's order."""
    return [each.label for each in scene.choices(order, name, city=str(ref(city_of(scene))))]


def test_sites_are_offered_as_what_they_yield_what_is_new_to_the_city_first(scene: Scene) -> None:
    scene.province(1, 0, deposits=("oak",))
    scene.province(2, 0, deposits=("wheat", "mithril"))
    scene.province(0, 0, deposits=("oak",))
    content = scene.rules.module.content(Content)
    levels = {key: content.resources[key].level for key in ("wheat", "oak", "mithril")}
    assert levels == {"wheat": 1, "oak": 1, "mithril": 3}
    notes = [label.partition(" · ")[2] for label in offered(scene, ConstructVillage, "province")]
    assert notes == ["new wheat; new mithril at level 3", "oak", "no resources"]


def test_villages_are_offered_by_what_their_next_level_opens(scene: Scene) -> None:
    scene.province(1, 0, deposits=("wheat",))
    scene.province(2, 0, deposits=("wheat", "mithril"))
    scene.village(1, 0, 2, name="Abbot")
    scene.village(2, 0, 2, name="Barrow")
    assert offered(scene, ImproveVillage, "village") == [
        "Barrow 2,0, level 2 · next level: new mithril",
        "Abbot 1,0, level 2 · next level: nothing more",
    ]
    assert offered(scene, RelocateVillage, "village")[0] == "Abbot 1,0, level 2 · wheat"
