"""Whatever a city does, everybody is accounted for and levels keep their bounds."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.orders import Order
from engine.packs.cohorts.cities.acting import (
    AttractPopulation,
    ConscriptRecruits,
    PeopleAttracted,
    RecruitsConscripted,
    population_limit,
)
from engine.packs.cohorts.cities.making import MakeEquipment
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.cities.villages import ConstructVillage, ImproveVillage, VillageBuilt
from engine.packs.cohorts.cities.walls import BuildWalls
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.guilds.raising import ImproveGuild
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.records import City, Guild, Province, Unit, Village
from engine.packs.cohorts.production.weekly import PopulationGrew, RecruitsRaised
from tests.rules.scene import Ran, Scene, ref

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
