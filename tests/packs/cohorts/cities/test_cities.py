"""Cities that act: who may order them, who is handed one, and that everybody is accounted for."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.orders import Order
from engine.packs.cohorts.cities import acting
from engine.packs.cohorts.cities.acting import (
    AttractPopulation,
    ConscriptRecruits,
    PeopleAttracted,
    RecruitsConscripted,
    population_limit,
)
from engine.packs.cohorts.cities.handing import CityTransferred, TransferCity
from engine.packs.cohorts.cities.making import MakeEquipment
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.cities.villages import ConstructVillage, ImproveVillage, VillageBuilt
from engine.packs.cohorts.cities.walls import BuildWalls
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.guilds.raising import ImproveGuild
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.records import City, Guild, Possession, Province, Unit, Village
from engine.packs.cohorts.production.weekly import PopulationGrew, RecruitsRaised
from engine.world import World
from tests.rules.scene import Ran, Scene, ref

RACES = ("human", "elf", "orc", "troll", "giant_spider")
peoples = st.dictionaries(st.sampled_from(RACES), st.integers(0, 12_000), max_size=4)


def with_food(scene: Scene, deposits: int = 1, **values: Any) -> City:
    """My city whose province has that many food deposits."""
    city = scene.city(5, 5, scene.me, **{"population": {"human": 8000}, "actions": 3, **values})
    scene.province(5, 5, deposits=("wheat", "fish", "rice")[:deposits])
    return city


def people_of_all_kinds(world: World, city: City) -> int:
    """People and recruits of a city, and the soldiers in it."""
    recruits = sum(
        held.count
        for held in world.by(Possession, "holder", city.place)
        if race_of_recruits(held.item)
    )
    soldiers = sum(unit.soldiers for unit in world.by(Unit, "holder", city.place))
    return head_count(world.get(City, city.id)) + recruits + soldiers


def test_of_a_city_that_the_faction_never_saw_an_order_learns_nothing(scene: Scene) -> None:
    city = scene.city(5, 5, scene.someone("neutral"), name="Hidden Hold")
    ran = scene.run(ConscriptRecruits(city=ref(city)))
    assert ran.code == "bad_target"
    assert "Hidden Hold" not in repr(ran.entries)


def test_what_a_city_did_is_told_to_its_faction_alone(scene: Scene) -> None:
    foe = scene.someone("at_war")
    scene.stack(5, 5, foe)
    ran = scene.run(ConscriptRecruits(city=ref(with_food(scene))))
    [entry] = [e for e in ran.entries if isinstance(e.event, RecruitsConscripted)]
    assert list(entry.audience) == [scene.ours.id]


def test_a_city_that_is_only_remembered_is_refused_in_a_plan_too(scene: Scene) -> None:
    foreign = scene.city(9, 9, scene.someone("neutral"), population={"human": 8000}, actions=3)
    remember(scene.world, scene.ours.id, [foreign.province], scene.world)
    assert not scene.view().get(City, foreign.id).knows("baron")
    plan = scene.plan(ConscriptRecruits(city=ref(foreign)))
    assert [planned.outcome for planned in plan.orders] == ["refused"]


def test_an_order_that_breaks_half_way_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene()
    city = with_food(scene)

    def broken(*args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(acting, "give", broken)  # by then the people have left
    ran = scene.run(ConscriptRecruits(city=ref(city)))
    assert [fault.player for fault in ran.faults] == [scene.me.id]
    assert not ran.events(RecruitsConscripted)
    assert scene.now(city) == city


@given(peoples, peoples, st.integers(1, 600), st.integers(0, 5))
def test_conscription_and_training_make_nobody_and_lose_nobody(
    free: dict[str, int], slaves: dict[str, int], quantity: int, barracks: int
) -> None:
    scene = Scene(width=4, height=4)
    improvements = {"barracks": barracks} if barracks else {}
    values = {"population": free, "slaves": slaves, "improvements": improvements}
    city = scene.city(1, 1, scene.me, actions=5, **values)
    before = people_of_all_kinds(scene.world, city)
    conscript = ConscriptRecruits(city=ref(city))
    races = [*free, "human"]
    training = [
        TrainMilitaryUnits(city=ref(city), race=race, quantity=quantity, name="Guard")
        for race in races
    ]
    scene.run(conscript, *training, conscript)
    assert people_of_all_kinds(scene.world, city) == before
    assert scene.now(city).slaves == slaves


@given(peoples, st.integers(0, 3), st.integers(1, 6))
def test_orders_never_bring_a_city_above_its_limit(
    free: dict[str, int], deposits: int, times: int
) -> None:
    scene = Scene(width=4, height=4)
    city = scene.city(1, 1, scene.me, population=free, actions=9)
    scene.province(1, 1, deposits=("wheat", "fish", "rice")[:deposits])
    limit = population_limit(scene.world, scene.content, city)
    ran = scene.run(*[AttractPopulation(city=ref(city))] * times)
    assert head_count(scene.now(city)) <= max(limit, head_count(city))
    spent = city.actions - scene.now(city).actions
    assert spent == times - len(ran.failures)


@given(st.lists(st.sampled_from(["conscript", "attract", "train"]), min_size=1, max_size=6))
def test_an_order_that_is_refused_changes_nothing(kinds: list[str]) -> None:
    scene = Scene(width=4, height=4)
    city = scene.city(1, 1, scene.me, population={"giant_spider": 500}, actions=3)
    makers: dict[str, Order] = {
        "conscript": ConscriptRecruits(city=ref(city)),
        "attract": AttractPopulation(city=ref(city)),
        "train": TrainMilitaryUnits(city=ref(city), race="human", quantity=5, name="Guard"),
    }
    ran = scene.run(*(makers[kind] for kind in kinds))
    assert len(ran.failures) == len(kinds)
    assert scene.now(city) == city
    assert people_of_all_kinds(scene.world, city) == 500


LAND = [(x, y) for y in range(3) for x in range(3)]
WEEKS = st.lists(st.lists(st.integers(0, 7), min_size=1, max_size=6), min_size=1, max_size=5)


def town() -> tuple[Scene, City]:
    scene = Scene(6, 6)
    scene.barony(*LAND)
    people = {"human": 9000, "elf": 800}
    city = scene.city(0, 0, scene.me, population=people, slaves={"orc": 300}, actions=5)
    for spot, deposit in zip(LAND, ("wheat", "oak", "stone", "iron", "fish", "rice"), strict=False):
        scene.province(*spot, deposits=(deposit,))
    for spot in LAND[1:4]:
        scene.village(*spot)
    scene.change(city, improvements={"barracks": 2, "smithy": 1})
    scene.guild(city, "warrior", 28)
    scene.items(city, human_recruits=90)
    return scene, scene.now(city)


def order(scene: Scene, city: City, number: int) -> Order:
    spot = scene.at(*LAND[1 + number % 8])
    guild = next(scene.world.all(Guild))
    village = next(scene.world.all(Village))
    return (
        ConscriptRecruits(city=ref(city)),
        AttractPopulation(city=ref(city)),
        ConstructVillage(city=ref(city), province=ref(spot)),
        ImproveVillage(city=ref(city), village=ref(village)),
        TrainMilitaryUnits(city=ref(city), race="human", quantity=70, name="Foot"),
        BuildWalls(city=ref(city), province=ref(spot)),
        ImproveGuild(guild=ref(guild)),
        MakeEquipment(city=ref(city), item="spear"),
    )[number]


def recruits(scene: Scene, city: City) -> int:
    held = scene.held(city)
    return sum(number for item, number in held.items() if race_of_recruits(item))


def soldiers(scene: Scene) -> int:
    return sum(unit.soldiers for unit in scene.world.all(Unit))


def joined(ran: Ran) -> int:
    """Who came to live in the city, less who left it."""
    came = sum(sum(event.growth.values()) for event in ran.events(PeopleAttracted))
    came += sum(sum(event.growth.values()) for event in ran.events(PopulationGrew))
    left = sum(sum(event.recruits.values()) for event in ran.events(RecruitsConscripted))
    left += sum(sum(event.settlers.values()) for event in ran.events(VillageBuilt))
    return came - left


def enlisted(ran: Ran) -> int:
    """How many recruits there are more, soldiers who were made of them included."""
    made = sum(sum(event.recruits.values()) for event in ran.events(RecruitsConscripted))
    return made + sum(sum(event.recruits.values()) for event in ran.events(RecruitsRaised))


@settings(max_examples=30, deadline=None)
@given(WEEKS, st.booleans())
def test_people_recruits_and_soldiers_are_accounted_for(
    weeks: list[list[int]], months: bool
) -> None:
    scene, city = town()
    for numbers in weeks:
        for ran in (
            lambda chosen=numbers: scene.run(*(order(scene, city, n) for n in chosen)),
            lambda: scene.produce(monthly=months),
        ):
            before = scene.now(city)
            waiting = recruits(scene, city) + soldiers(scene)
            done = ran()
            assert not done.faults
            after = scene.now(city)
            assert head_count(after) - head_count(before) == joined(done)
            assert recruits(scene, city) + soldiers(scene) - waiting == enlisted(done)
            bounded(scene, before, after)


def bounded(scene: Scene, before: City, after: City) -> None:
    limit = population_limit(scene.world, scene.content, after)
    assert head_count(after) <= max(limit, head_count(before))
    assert all(count > 0 for count in (*after.population.values(), *after.slaves.values()))
    assert 0 <= after.actions <= scene.content.cities.most_actions
    assert all(0 <= level <= 4 for level in after.improvements.values())
    assert all(1 <= village.level <= 4 for village in scene.world.all(Village))
    assert all(0 <= province.fortification <= 4 for province in scene.world.all(Province))
    assert all(1 <= guild.level <= 35 for guild in scene.world.all(Guild))


@pytest.mark.rule("cohorts.order.transfer-city")
def test_a_city_goes_with_its_guilds_and_possessions_but_its_garrison_stays_whose_it_was() -> None:
    scene = Scene()
    friend = scene.someone("teammate")
    city = scene.city(2, 2, scene.me)
    guild, guard = scene.guild(city, "mage"), scene.unit(city)
    scene.items(city, spear=7)
    heir = scene.character(scene.at(9, 9), friend)
    [told] = scene.give(TransferCity, city=ref(city), character=ref(heir)).events(CityTransferred)
    assert (told.baron, told.player) == (heir.id, friend.id)
    assert player_of(scene.world, scene.now(city)) == friend.id
    assert scene.now(guild) == guild
    assert scene.now(guard).player == scene.me.id
    assert scene.held(city) == {"spear": 7}


@pytest.mark.rule("cohorts.order.transfer-city")
def test_a_refusal_does_not_name_a_strange_lord(scene: Scene) -> None:
    mine = scene.city(2, 2, scene.me)
    foe = scene.someone("enemy")
    castle = scene.city(3, 2, foe, baron=0)
    lord = scene.character(castle, foe, name="Sir Secret")
    scene.change(castle, baron=lord.id)
    ran = scene.give(TransferCity, city=ref(mine), character=ref(lord))
    assert ran.refused
    assert "Secret" not in ran.failures[0].says
