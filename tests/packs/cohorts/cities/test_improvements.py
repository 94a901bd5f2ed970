"""City improvements: building and raising them, and losing them with a village."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ForeseeDice
from engine.packs.cohorts.cities.improvements import (
    BuildImprovement,
    ImprovementsLost,
    lose_support,
    supported,
)
from engine.packs.cohorts.pieces.records import City, Village
from engine.packs.cohorts.trade.access import access
from engine.state import State
from tests.packs.cohorts.cities.test_villages import city_of
from tests.rules.adapters.movement import state_of
from tests.rules.scene import Ran, Scene, ref

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


def build(scene: Scene, what: str) -> Ran:
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
