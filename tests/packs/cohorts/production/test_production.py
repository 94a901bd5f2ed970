"""Productions: the order of their steps, default actions, resets, and that they repeat exactly."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.packs.cohorts.cities.acting import AttractPopulation
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.production.weekly import PopulationGrew, SiegeEndured
from engine.packs.cohorts.stacks.rest import Rest
from engine.world import digest
from tests.rules.scene import Scene, ref


def test_the_steps_of_a_week_come_in_the_order_of_the_rules() -> None:
    names = [step.name for step in Scene().rules.weekly]
    known = ["defaults", "actions", "movement", "growth", "recruits", "drowning"]
    assert [name for name in names if name in known] == [name for name in known if name in names]
    assert names.index("growth") < names.index("recruits")


@pytest.mark.rule("cohorts.order.siege-effects")
def test_a_besieged_city_is_told_every_week_that_it_gets_nothing_and_how_to_end_that() -> None:
    scene = Scene()
    city = scene.city(5, 5, scene.me, actions=0, besieged=True)
    ran = scene.produce()
    (told,) = (entry for entry in ran.entries if isinstance(entry.event, SiegeEndured))
    assert told.event == SiegeEndured(city=city.id)
    assert list(told.audience) == [scene.ours.id]
    (failure,) = scene.run(AttractPopulation(city=ref(city))).failures
    assert "siege" in failure.instead


def test_what_a_production_does_in_a_city_is_told_to_its_faction_alone(scene: Scene) -> None:
    scene.someone("at_war")
    scene.city(5, 5, scene.me, population={"human": 10000})
    scene.city(9, 9, population={"human": 10000})
    entries = scene.produce(monthly=True).entries
    grown = [list(e.audience) for e in entries if isinstance(e.event, PopulationGrew)]
    assert grown == [[scene.ours.id], []]


cities = st.lists(
    st.tuples(
        st.dictionaries(st.sampled_from(["human", "elf", "orc"]), st.integers(0, 20_000)),
        st.dictionaries(st.sampled_from(["dwarf", "troll"]), st.integers(0, 9_000)),
        st.booleans(),
        st.sampled_from([(), ("wheat",), ("wheat", "fish")]),
    ),
    min_size=1,
    max_size=4,
)


def stage(drawn: list[tuple[dict[str, int], dict[str, int], bool, tuple[str, ...]]]) -> Scene:
    scene = Scene(width=8, height=4)
    for n, (free, slaves, besieged, deposits) in enumerate(drawn):
        scene.province(2 * n, 1, deposits=deposits)
        values = {"population": free, "slaves": slaves, "besieged": besieged, "actions": 1}
        scene.city(2 * n, 1, scene.me, **values)
    return scene


@given(cities)
def test_the_same_productions_give_the_same_bytes(
    drawn: list[tuple[dict[str, int], dict[str, int], bool, tuple[str, ...]]],
) -> None:
    digests: list[int] = []
    for _ in range(2):
        scene = stage(drawn)
        scene.produce(monthly=True)
        scene.produce()
        digests.append(digest(scene.world.rows()))
    assert digests[0] == digests[1]


@given(cities)
def test_nobody_leaves_in_a_production_and_no_slave_is_born(
    drawn: list[tuple[dict[str, int], dict[str, int], bool, tuple[str, ...]]],
) -> None:
    scene = stage(drawn)
    before = list(scene.world.all(City))
    scene.produce(monthly=True)
    for city in before:
        after = scene.now(city)
        assert head_count(after) >= head_count(city)
        assert after.slaves == city.slaves
        if city.besieged:
            assert after == city


def test_a_production_that_breaks_leaves_the_world_as_it_was(scene: Scene) -> None:
    scene.city(3, 3, scene.me, population={"human": 8000})
    scene.city(5, 5, scene.me, population={"nobody the module knows": 8000})
    before = digest(scene.world.rows())
    with pytest.raises(KeyError):
        scene.produce(monthly=True)
    assert digest(scene.world.rows()) == before


@pytest.mark.parametrize("spent", [{"used": Fraction(1, 2)}, {"acted": True}])
def test_nobody_rests_by_default_where_the_order_would_be_refused(spent: dict[str, Any]) -> None:
    scene = Scene()
    stack = scene.stack(2, 2)
    scene.unit(stack, **spent)
    hurt = scene.unit(stack, wounds=34)
    assert scene.run(Rest(stack=ref(stack))).refused
    scene.produce()
    assert scene.now(hurt).wounds == 34
