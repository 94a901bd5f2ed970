"""Fair starts: over many seeds no faction has much more food or wealth in reach than another.

What is counted is said in `engine.packs.cohorts.mapgen.fairness`; here it is counted once more,
apart from the generator, on the finished plan.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import Seed, SeededDice
from engine.hexes import Hex
from engine.module import Module
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.mapgen import WorldPlan, generate
from engine.packs.cohorts.mapgen.fairness import LandShare, gap, shares_of
from engine.paths import Costs, reach
from tests.packs.cohorts.mapgen.plans import content
from tests.rules.scene import module

PERCENT = 10


def plan_of(base: Module, width: int, height: int, seed: int) -> WorldPlan:
    return generate(base, width, height, SeededDice(Seed(seed.to_bytes(32, "big")), 0))


def counted(plan: WorldPlan) -> dict[str, tuple[int, ...]]:
    """By faction: starting cities, food and worth in their baronies, food and worth in reach."""
    worth, points = content().world.fairness.worth, content().world.fairness.march

    def cost(_here: Hex, _direction: int, there: Hex) -> int | None:
        return content().terrains[plan.province(there).terrain].land

    costs = Costs.by_step(plan.grid, cost)
    spots: dict[str, list[set[Hex]]] = {}
    cities: dict[str, int] = {}
    for barony in plan.baronies:
        faction = barony.city.faction
        if faction:
            home = set(barony.provinces)
            march = home | set(reach(plan.grid, barony.city.at, points, costs))
            known = spots.setdefault(faction, [set(), set()])
            known[0] |= home
            known[1] |= march
            cities[faction] = cities.get(faction, 0) + 1
    found: dict[str, tuple[int, ...]] = {}
    for faction, areas in spots.items():
        sums: list[int] = []
        for area in areas:
            held = [content().resources[k] for at in area for k in plan.province(at).resources]
            sums.append(sum(each.class_ == "food" for each in held))
            sums.append(sum(worth[each.availability] for each in held))
        found[faction] = (cities[faction], *sums)
    return found


def assert_fair(plan: WorldPlan) -> None:
    shares = list(counted(plan).values())
    for thing in range(1, 5):
        each = [share[thing] / share[0] for share in shares]
        assert max(each) <= min(each) * (1 + PERCENT / 100) + 1e-9, (thing, shares)


@pytest.mark.parametrize("seeds", [20, pytest.param(100, marks=pytest.mark.soak)])
def test_over_many_seeds_starts_differ_by_10_percent_at_most(seeds: int) -> None:
    size = module().extent
    for seed in range(seeds):
        assert_fair(plan_of(module(), size.width, size.height, seed))


@settings(max_examples=20, deadline=None)
@given(
    st.lists(st.sampled_from([1, 2, 3]), min_size=2, max_size=4),
    st.sampled_from([(28, 20), (32, 24), (48, 32)]),
    st.integers(0, 10_000),
)
def test_starts_are_fair_for_any_number_of_factions_and_players_with_land_enough(
    players: list[int], size: tuple[int, int], seed: int
) -> None:
    keys = list(module().factions)
    seated = {
        key: module().factions[key].model_copy(update={"players": number})
        for key, number in zip(keys, players, strict=False)
    }
    assert_fair(plan_of(module().model_copy(update={"factions": seated}), *size, seed))


@pytest.mark.parametrize("seed", range(4))
def test_every_starting_barony_alone_has_the_same_food_and_about_the_same_worth(seed: int) -> None:
    plan = plan_of(module(), 24, 18, seed)
    worth = content().world.fairness.worth
    homes = {
        (
            sum(each.class_ == "food" for each in held),
            sum(worth[each.availability] for each in held),
        )
        for barony in plan.baronies
        if barony.city.faction
        for held in [
            [content().resources[k] for at in barony.provinces for k in plan.province(at).resources]
        ]
    }
    assert {food for food, _ in homes} == {2}
    wealth = [worth for _, worth in homes]
    assert max(wealth) * 100 <= min(wealth) * (100 + PERCENT)


@pytest.mark.parametrize("seed", range(3))
def test_the_generator_counts_as_it_says(seed: int) -> None:
    plan = plan_of(module(), 24, 18, seed)
    shares = {
        key: (each.cities, each.home_food, each.home_worth, each.food, each.worth)
        for key, each in shares_of(plan, content()).items()
    }
    assert shares == counted(plan)


def test_the_gap_is_that_of_the_thing_that_differs_most_counted_per_city() -> None:
    one = LandShare(cities=2, home_food=4, home_worth=20, food=10, worth=40)
    half = LandShare(cities=1, home_food=2, home_worth=10, food=5, worth=20)
    more = LandShare(cities=1, home_food=2, home_worth=10, food=6, worth=21)
    assert gap([one, half]) == 0
    assert gap([one, half, more]) == 20


@pytest.mark.rule("cohorts.world.near-deposits")
@pytest.mark.parametrize("seed", range(6))
def test_every_start_has_what_must_be_near_within_so_many_provinces(seed: int) -> None:
    base = module()
    plan = plan_of(base, base.extent.width, base.extent.height, seed)
    near = base.content(Content).world.fairness.near
    assert near == {"iron": 4}
    spots = {key: [each.at for each in plan.provinces if key in each.resources] for key in near}
    for barony in plan.baronies:
        if barony.city.faction:
            for key, far in near.items():
                least = min(plan.grid.distance(barony.city.at, spot) for spot in spots[key])
                assert least <= far


@pytest.mark.parametrize("seed", range(12))
def test_starting_places_are_spread_and_alike(seed: int) -> None:
    plan = plan_of(module(), 24, 18, seed)
    starts = [barony for barony in plan.baronies if barony.city.faction]
    foods: list[int] = []
    for barony in starts:
        kinds = [
            content().resources[key].class_
            for at in barony.provinces
            for key in plan.province(at).resources
        ]
        foods.append(kinds.count("food"))
        for other in starts:
            far = plan.grid.distance(barony.city.at, other.city.at)
            assert other is barony or far >= 3
    assert min(foods) >= 1
    assert max(foods) <= 2
