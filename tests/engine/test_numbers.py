"""Exact percent, roots and rounding, and the sum that is the same on every Python."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from engine.numbers import (
    Share,
    exact,
    nearest_square_root,
    percent_of,
    square_root,
    total,
)

ratios = st.fractions(0, 10**6, max_denominator=10**4)


def test_a_total_is_added_from_left_to_right() -> None:
    assert total([0.1] * 10) == 0.9999999999999999
    assert total([1e16, 1.0, -1e16]) == 0.0
    assert total([]) == 0.0


def test_a_number_of_a_module_is_taken_as_it_is_written() -> None:
    assert exact(0.1) == Fraction(1, 10)
    assert exact("12.5") == Fraction(25, 2)
    assert exact(7) == 7
    assert exact(1e-05) == Fraction(1, 100000)


def test_percent_is_not_rounded() -> None:
    assert percent_of(50, 25) == Fraction(25, 2)
    assert percent_of(Fraction(1, 3), exact(0.3)) == Fraction(1, 1000)


@pytest.mark.rule("cohorts.city.conscript-recruits", "cohorts.race.conscription-rate")
@pytest.mark.parametrize(
    "people, rate, recruits",
    [(10000, 2, 200), (2500, 2, 100), (1600, 5, 200), (9999, 2, 199), (400, 2, 40)],
)
def test_a_rate_times_a_root_is_rounded_down_once(people: int, rate: int, recruits: int) -> None:
    assert square_root(people * rate * rate) == recruits


@given(ratios)
def test_a_square_root_is_the_largest_whole_number_whose_square_is_not_more(
    value: Fraction,
) -> None:
    root = square_root(value)
    assert root**2 <= value < (root + 1) ** 2


@given(ratios)
def test_the_nearest_square_root_is_at_most_half_off(value: Fraction) -> None:
    root, half = nearest_square_root(value), Fraction(1, 2)
    assert isinstance(root, int)
    assert max(root - half, 0) ** 2 <= value < (root + half) ** 2


def test_a_root_of_less_than_nothing_is_an_error() -> None:
    for root in (square_root, nearest_square_root):
        with pytest.raises(ValueError, match="nonnegative"):
            root(-1)


@pytest.mark.parametrize(
    "stored", ["0", "1/3", "2/6", "0.5", "-1/2", "1/0", "1/", "/2", "x", 1, True, 1.5, None, {}, []]
)
def test_a_share_is_read_as_any_fraction(stored: object) -> None:
    def read(kind: Any) -> Fraction | None:
        try:
            return TypeAdapter(kind).validate_python(stored)
        except ValidationError:
            return None

    assert read(Share) == read(Fraction)
