"""Weights, mounts, and what a load does."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from engine.packs.cohorts.content.land import MODES, Mode
from engine.packs.cohorts.movement import burden
from tests.rules.scene import Scene

whole = st.integers(0, 400)


@given(st.sampled_from(MODES), whole, whole, st.integers(1, 400))
def test_a_heavier_load_never_costs_less_of_the_rate(
    mode: Mode, load: int, more: int, capacity: int
) -> None:
    rules = Scene(4, 4).content.movement
    lighter, heavier = (
        burden.penalty(rules, mode, burden.overburden(Fraction(each), Fraction(capacity)))
        for each in (load, load + more)
    )
    assert 0 <= lighter <= heavier <= 100
