"""What cities build: villages and improvements, where and from whom, and when they are lost."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ForeseeDice
from engine.module import check
from engine.orders import Order
from engine.packs.cohorts.cities.improvements import (
    BuildImprovement,
    ImprovementsLost,
    lose_support,
    supported,
)
from engine.packs.cohorts.cities.villages import (
    ConstructVillage,
    ImproveVillage,
    RelocateVillage,
    VillageMoved,
)
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import City, Village
from engine.packs.cohorts.trade.access import access
from engine.state import State
from tests.rules.adapters.movement import state_of
from tests.rules.scene import MODULES, Ran, Scene, ref


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
    for order, name, values in (
        (ConstructVillage, "province", [f"province:{scene.at(2, 0).id}"]),
        (ImproveVillage, "village", [f"village:{village.id}"]),
    ):
        assert scene.offered(order, name) == values
        assert scene.offered(order, name, city=str(ref(city_of(scene)))) == values
        assert not scene.offered(order, name, city="city:99")


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


SUPPORT = pytest.mark.rule("cohorts.city.improvement-support-loss")
BUILDING = pytest.mark.rule("cohorts.order.build-city-improvement")
LAND = [(x, 0) for x in range(1, 8)]


def harrow(*deposits: str, **improvements: int) -> Scene:
    """My city with a village of level 4 on each of these deposits."""
    scene = Scene()
    scene.barony((0, 0), *LAND)
    scene.city(
        0, 0, scene.me, name="Harrow", actions=5, improvements=dict(sorted(improvements.items()))
    )
    for spot, deposit in zip(LAND, deposits, strict=False):
        scene.province(*spot, deposits=(deposit,))
        scene.village(*spot, level=4)
    return scene


def improve(scene: Scene, what: str) -> Ran:
    return scene.give(BuildImprovement, city=ref(city_of(scene)), improvement=what)


@BUILDING
def test_a_player_is_offered_what_can_still_be_raised() -> None:
    scene = harrow("oak", barracks=4, smithy=2)
    choices = scene.choices(BuildImprovement, "improvement")
    offered = {choice.value: choice.label for choice in choices}
    assert "barracks" not in offered
    assert offered["smithy"] == "Smithy, level 2 now"


# ---------------------------------------------------------------- support


@SUPPORT
def test_what_a_barony_below_gave_and_is_lost_destroys_nothing_at_the_capital() -> None:
    scene = harrow(smithy=2)
    scene.province(0, 0, deposits=("oak",))
    territory = scene.territory()
    capital = city_of(scene)
    scene.change(territory, capital=capital.id)
    below = scene.barony((0, 5), (1, 5))
    lower = scene.city(0, 5, scene.me, barony=below.id, improvements={"barracks": 1}, actions=1)
    for barony in (capital.barony, below.id):
        held = next(b for b in scene.world.all(type(below)) if b.id == barony)
        scene.change(held, territory=territory.id)
    scene.province(1, 5, deposits=("stone",))
    quarry = scene.village(1, 5, level=2)
    assert access(scene.world, scene.content, capital) == ("oak", "stone")
    state = state_of(scene)
    upheld = supported(state, lower)
    state.world.remove(quarry)
    lose_support(state, lower, upheld)
    assert scene.now(lower).improvements == {}
    assert scene.now(capital).improvements == {"smithy": 2}


@SUPPORT
def test_the_owners_alone_are_told_of_what_they_lost() -> None:
    scene = harrow("oak", barracks=1)
    foe = scene.someone("at_war")
    state = state_of(scene)
    state.player = foe.id
    upheld = supported(state, city_of(scene))
    state.world.remove(next(state.world.all(Village)))
    lose_support(state, city_of(scene), upheld)
    [entry] = state.log.entries
    assert entry.for_(scene.ours.id) == ImprovementsLost(city=1, improvements=("barracks",))
    assert entry.for_(foe.faction) is None


@SUPPORT
def test_of_a_city_whose_improvements_are_not_known_nothing_is_foreseen() -> None:
    scene = harrow("oak", barracks=1)
    foe = scene.someone("at_war")
    scene.character(scene.stack(0, 1, foe), foe)
    view = scene.view(scene.faction("at_war"))
    state = State(scene.rules, view, ForeseeDice())
    assert supported(state, view.get(City, 1)) == ()


RESOURCES = ("oak", "stone", "wolf", "camel", "wheat")


@SUPPORT
@given(st.lists(st.sampled_from(RESOURCES), min_size=1, max_size=5), st.data())
def test_an_improvement_falls_exactly_when_its_own_need_was_met_and_is_no_more(
    deposits: list[str], data: st.DataObject
) -> None:
    names = data.draw(st.sets(st.sampled_from(["barracks", "smithy", "livery", "lumber_mill"])))
    scene = harrow(*deposits, **dict.fromkeys(names, 1))
    village = data.draw(st.sampled_from(list(scene.world.all(Village))))
    state, before = state_of(scene), city_of(scene)
    had = access(scene.world, scene.content, before)
    upheld = supported(state, before)
    state.world.remove(village)
    lose_support(state, before, upheld)
    has = access(scene.world, scene.content, before)
    after = city_of(scene).improvements
    for name in names:
        needs = scene.content.improvements[name].needs
        fell = not scene.content.missing(needs, had) and scene.content.missing(needs, has)
        assert (name not in after) == bool(fell)


@pytest.mark.rule("cohorts.improvement.placement")
def test_a_module_must_say_what_each_work_needs(tmp_path: Path) -> None:
    folder = tmp_path / "cohorts"
    shutil.copytree(MODULES / "cohorts", folder)
    cities = folder / "cities.toml"
    text = cities.read_text(encoding="utf-8")
    cities.write_text(text.replace("ments.village]", "ments.hamlet]"), encoding="utf-8")
    faults = [(fault.table, fault.key, fault.message) for fault in check(folder)]
    assert ("province_improvements", "village", "is missing") in faults
