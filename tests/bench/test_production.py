"""How long a monthly production of many cities takes."""

from typing import Any

from engine.dice import ForeseeDice
from engine.packs.cohorts.pieces.records import City, Guild
from engine.packs.cohorts.production.weekly import grow, raise_recruits
from engine.state import State
from engine.turn import produce
from tests.rules.scene import Scene

RACES = {"human": 6000, "elf": 2500, "dwarf": 2500, "orc": 4000}
GUILDS = ("mage", "knave", "warrior", "college", "church", "merchant")
WORKED = (("wheat",), ("fish",), ("oak", "iron"), ("mithril", "silver"), ("gold", "gems"))
CITIES = 200


def world_of_cities() -> Scene:
    """A map of 40 by 35 with a city in every seventh province, each with six guilds.

    Its villages work two foods and what its guilds need, so that idle guilds can improve.
    """
    scene = Scene(width=40, height=35)
    for n in range(CITIES):
        hexes = [(index % 40, index // 40) for index in range(7 * n, 7 * n + 7)]
        scene.barony(*hexes)
        city = scene.city(hexes[0][0], hexes[0][1], scene.me, population=RACES, actions=2)
        for type_ in GUILDS:
            scene.guild(city, type_, 12)
        for place, deposits in enumerate(WORKED, start=1):
            scene.province(*hexes[place], deposits=deposits)
            scene.village(*hexes[place], 4)
    return scene


def test_a_monthly_production_of_200_cities_of_4_races_and_6_guilds(benchmark: Any) -> None:
    scene = world_of_cities()

    def ready() -> tuple[tuple[State], dict[str, bool]]:
        return (State(scene.rules, scene.world.fork(), ForeseeDice()),), {"monthly": True}

    def production(state: State, *, monthly: bool) -> None:
        faults = list(produce(state, monthly=monthly))
        assert not faults
        assert {guild.actions for guild in state.world.all(Guild)} == {1}

    benchmark.pedantic(production, setup=ready, rounds=10)


def test_growth_and_recruits_of_200_cities_of_4_races(benchmark: Any) -> None:
    scene = world_of_cities()

    def ready() -> tuple[tuple[State], dict[str, bool]]:
        state = State(scene.rules, scene.world.fork(), ForeseeDice())
        state.monthly = True
        return (state,), {}

    def both(state: State) -> None:
        grow(state)
        raise_recruits(state)
        assert state.world.count(City) == CITIES

    benchmark.pedantic(both, setup=ready, rounds=10)
