"""Worlds as the generator plans them, for its tests."""

from functools import cache
from itertools import product
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st

from engine.dice import Seed, SeededDice
from engine.hexes import Hex
from engine.module import Module, load
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.mapgen import WorldPlan, generate
from engine.packs.lands.graph import parts
from tests.searching import from_these

ROOT = Path(__file__).parents[4]


@cache
def module() -> Module:
    return load("cohorts", [ROOT / "data" / "modules"])


@cache
def content() -> Content:
    return module().content(Content)


@cache
def world(width: int, height: int, seed: int) -> WorldPlan:
    dice = SeededDice(Seed(seed.to_bytes(32, "big")), 0)
    return generate(module(), width, height, dice)


Case = tuple[int, int, int]


WIDTHS, HEIGHTS = (16, 24, 31, 40), (14, 18, 23, 32)
worlds = from_these(
    [
        (width, height, 1000 * width + height + more)
        for width, height in product(WIDTHS, HEIGHTS)
        for more in (0, 500)
    ],
    st.tuples(st.sampled_from(WIDTHS), st.sampled_from(HEIGHTS), st.integers(0, 10_000)),
)


every_world = settings(max_examples=settings().max_examples // 2, deadline=None)


def is_land(plan: WorldPlan, at: Hex) -> bool:
    return not content().terrains[plan.province(at).terrain].is_water


def land_parts(plan: WorldPlan) -> list[list[int]]:
    land = [i for i, province in enumerate(plan.provinces) if is_land(plan, province.at)]
    return parts(plan.grid.adjacency(), land)


def is_coastal(plan: WorldPlan, at: Hex) -> bool:
    return any(there and not is_land(plan, there) for there in plan.grid.neighbours(at))
