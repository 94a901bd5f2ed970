"""Modifiers: one mechanism for every bonus, and every number explained."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from engine.modifiers import Line, Modifier, Operation, statistic


def modifier(operation: Operation, amount: int, source: str = "x", **more: object) -> Modifier:
    return Modifier("rate", operation, Fraction(amount), source, **more)  # type: ignore[arg-type]


def test_percents_are_summed_and_applied_once_after_the_additions() -> None:
    found = statistic(
        "rate", 30, [modifier("percent", 10), modifier("add", 10), modifier("percent", 15)]
    )
    assert found.value == 50
    assert found.base == 30


def test_of_a_group_only_the_highest_counts() -> None:
    talents = [modifier("highest", n, f"t{n}", group="scout") for n in (5, 20, 10)]
    found = statistic("rate", 30, [*talents, modifier("highest", 3, "other", group="ranger")])
    assert found.value == 53
    assert [line.source for line in found.lines] == ["t20", "other"]


def test_a_set_value_replaces_the_base_before_anything_is_added() -> None:
    assert statistic("rate", 30, [modifier("add", 1), modifier("set", 50)]).value == 51


def test_a_modifier_of_another_statistic_or_situation_does_not_count() -> None:
    wood = modifier("add", 5, when={"terrain": "forest"})
    assert statistic("rate", 30, [wood], {"terrain": "hills"}).value == 30
    assert statistic("rate", 30, [wood], {"terrain": "forest"}).value == 35
    assert statistic("cost", 30, [wood], {"terrain": "forest"}).value == 30


def test_a_value_is_explained_line_by_line() -> None:
    road = modifier("percent", -15, "Road, level 2", rule="cohorts.improvement.road-effect")
    assert statistic("rate", 8, [road]).lines == (
        Line("Road, level 2", "percent", Fraction(-15), "cohorts.improvement.road-effect"),
    )


@given(st.integers(-50, 50), st.lists(st.integers(-20, 20)), st.lists(st.integers(-20, 20)))
def test_the_order_of_modifiers_does_not_matter(
    base: int, adds: list[int], percents: list[int]
) -> None:
    modifiers = [modifier("add", n) for n in adds] + [modifier("percent", n) for n in percents]
    there, back = (statistic("rate", base, m).value for m in (modifiers, modifiers[::-1]))
    assert there == back == Fraction(base + sum(adds)) * (100 + sum(percents)) / 100


def test_a_penalty_of_a_group_overrides_its_bonuses_and_the_worst_penalty_counts() -> None:
    curses = [modifier("highest", n, f"c{n}", group="power") for n in (4, -2, 6, -3, -1)]
    assert statistic("rate", 10, curses).value == 7


def test_factors_multiply_after_percents() -> None:
    found = statistic(
        "rate", 10, [modifier("times", 3), modifier("percent", 50), modifier("add", 10)]
    )
    assert found.value == 90
    half = Modifier("rate", "times", Fraction(1, 2), "Routed")
    assert statistic("rate", 10, [half, modifier("times", 3)]).value == 15
    assert statistic("rate", 10, [half]).lines == (Line("Routed", "times", Fraction(1, 2)),)


def test_bounds_cut_last_and_are_told_where_they_cut() -> None:
    bounds = [modifier("most", 5, "At most 5"), modifier("least", 1, "At least 1")]
    high = statistic("rate", 2, [*bounds, modifier("add", 2), modifier("times", 2)])
    assert high.value == 5
    assert [line.source for line in high.lines] == ["x", "x", "At most 5"]
    low = statistic("rate", 2, [*bounds, modifier("add", -9)])
    assert (low.value, low.lines[-1].source) == (1, "At least 1")
    within = statistic("rate", 2, [*bounds, modifier("add", 1)])
    assert (within.value, len(within.lines)) == (3, 1)


def test_a_rule_of_several_steps_goes_on_from_the_one_before_with_its_lines() -> None:
    first = statistic("rate", 8, [modifier("add", 4, "Hills"), modifier("most", 9, "At most 9")])
    then = statistic("rate", first, [modifier("add", 3, "Banding"), modifier("most", 15, "15")])
    assert (then.value, then.base) == (12, 8)
    assert [line.source for line in then.lines] == ["Hills", "At most 9", "Banding"]
    assert statistic("rate", first, []) == first
