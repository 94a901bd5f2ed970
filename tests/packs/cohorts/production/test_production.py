"""Productions: the order of their steps, default actions, resets, and that they repeat exactly."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.campaign import Now
from engine.packs.cohorts.cities.acting import AttractPopulation, PeopleAttracted
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.positions import Position
from engine.packs.cohorts.pieces.records import Character, City
from engine.packs.cohorts.production.weekly import PopulationGrew, RecruitsRaised, SiegeEndured
from engine.packs.cohorts.stacks.rest import Rest
from engine.packs.cohorts.worth.healing import Recovered
from engine.packs.cohorts.worth.mana import ManaRegained
from engine.world import digest
from tests.rules.scene import Scene, ref


def test_the_steps_of_a_week_come_in_the_order_of_the_rules() -> None:
    names = [step.name for step in Scene().rules.weekly]
    known = ["defaults", "actions", "movement", "growth", "recruits", "drowning"]
    assert [name for name in names if name in known] == [name for name in known if name in names]
    assert names.index("growth") < names.index("recruits")


def test_a_city_with_food_and_an_action_left_attracts_people_once() -> None:
    scene = Scene()
    scene.province(5, 5, deposits=("wheat", "fish"))
    city = scene.city(5, 5, scene.me, population={"human": 8000}, actions=3)
    ran = scene.produce()
    assert [event.growth for event in ran.events(PeopleAttracted)] == [{"human": 160}]
    assert scene.now(city).actions == 2


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


@pytest.mark.parametrize("why", ["wild", "besieged", "no action", "no food"])
def test_a_city_that_cannot_attract_does_nothing_by_default(why: str) -> None:
    scene = Scene()
    scene.province(5, 5, deposits=() if why == "no food" else ("wheat",))
    owner = None if why == "wild" else scene.me
    scene.city(
        5,
        5,
        owner,
        population={"human": 8000},
        actions=0 if why == "no action" else 3,
        besieged=why == "besieged",
    )
    assert not scene.produce().events(PeopleAttracted)


def test_a_stack_that_did_nothing_rests_and_one_that_moved_or_acted_does_not() -> None:
    scene = Scene()
    idle, moved = scene.stack(1, 1), scene.stack(2, 2, used=Fraction(1, 20))
    acted = scene.stack(3, 3, acted="quest")
    units = [scene.unit(stack, wounds=34) for stack in (idle, moved, acted)]
    loose, garrison = scene.unit(scene.at(4, 4), wounds=34), scene.city(5, 5, scene.me)
    units += [loose, scene.unit(garrison, wounds=34)]
    ran = scene.produce()
    assert [scene.now(unit).wounds for unit in units] == [29, 34, 34, 34, 34]
    assert [event.healed for event in ran.events(Recovered)] == [5]


def mage(scene: Scene, **values: Any) -> Character:
    skills = {"magic_user": 20}
    return scene.character(scene.stack(1, 1), level=16, skills=skills, **values)


def test_a_character_with_its_action_left_regains_a_quarter_of_a_months_mana() -> None:
    scene = Scene()
    mage(scene)
    assert [event.mana for event in scene.produce().events(ManaRegained)] == [4]


@pytest.mark.parametrize(
    "state",
    [{"dead": True}, {"statuses": {"husk": 1}}, {"statuses": {"stoned": 1}}, {"actions": 0}],
)
def test_who_cannot_act_or_has_acted_regains_none_by_default(state: dict[str, Any]) -> None:
    scene = Scene()
    mage(scene, **state)
    assert not scene.produce().events(ManaRegained)


def test_a_rest_gives_its_mana_once_a_turn_in_all() -> None:
    scene = Scene()
    stack = scene.stack(1, 1)
    character = scene.character(stack, level=16, skills={"faith": 20})
    scene.run(Rest(stack=ref(stack)))
    assert scene.now(character).mana == 4
    scene.produce()
    assert scene.now(character).mana == 4


def test_a_production_gives_all_actions_back_and_ends_the_turn() -> None:
    scene = Scene()
    city = scene.city(5, 5, scene.me, population={"human": 12000}, actions=0)
    stack = scene.stack(5, 5, acted="military", used=Fraction(1))
    unit = scene.unit(stack, acted=True, used=Fraction(1))
    hero = scene.character(stack, actions=0, used=Fraction(1, 3))
    scene.world.add(Position, player=scene.me.id, deactivated=("Old Guard",))
    scene.produce()
    assert scene.now(city).actions == 3
    assert (scene.now(stack).acted, scene.now(stack).used) == ("", 0)
    assert (scene.now(unit).acted, scene.now(unit).used) == (False, 0)
    assert (scene.now(hero).actions, scene.now(hero).used) == (1, 0)
    assert scene.world.count(Position) == 0
    assert scene.world.get(Now, 1).turn == 2


def test_recruits_come_from_the_grown_people() -> None:
    scene = Scene()
    scene.city(5, 5, scene.me, population={"human": 10000})
    ran = scene.produce(monthly=True)
    assert [event.growth for event in ran.events(PopulationGrew)] == [{"human": 400}]
    assert [event.recruits for event in ran.events(RecruitsRaised)] == [{"human": 203}]


def test_what_a_production_does_in_a_city_is_told_to_its_faction_alone() -> None:
    scene = Scene()
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


def test_a_production_that_breaks_leaves_the_world_as_it_was() -> None:
    scene = Scene()
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
