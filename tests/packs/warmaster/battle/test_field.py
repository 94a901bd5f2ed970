"""The field is the same from either side."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.packs.warmaster.battle.grid import (
    CELLS,
    NEIGHBOURS,
    between,
    distances,
    line,
    on_field,
    spot_of,
    within,
)
from engine.packs.warmaster.battle.reach import UnitReach
from engine.packs.warmaster.battle.values import ATTACKER
from tests.rules.adapters.warmaster.scene import army, fought_by, set_out, troop_of, type_of

CELL = st.integers(0, CELLS - 1)


def turned(cell: int) -> int:
    """The cell when the field is turned by half a circle."""
    return CELLS - 1 - cell


@pytest.mark.rule("warmaster.field.hexes")
def test_the_field_is_the_same_for_both_sides() -> None:
    for cell in range(CELLS):
        assert sorted(map(turned, NEIGHBOURS[cell])) == sorted(NEIGHBOURS[turned(cell)])
        assert list(distances(cell)) == [distances(turned(cell))[turned(n)] for n in range(CELLS)]
        assert within(cell, 1) == {cell, *NEIGHBOURS[cell]}


@pytest.mark.rule("warmaster.field.sight")
@settings(max_examples=50, deadline=None)
@given(CELL, CELL)
def test_who_sees_is_seen(one: int, other: int) -> None:
    assert sorted(between(one, other)) == sorted(between(other, one))
    spots = line(spot_of(one), spot_of(other))
    assert len(spots) == distances(one)[other] + 1
    # A line leaves the field, if it does, by one column along the eastern edge.
    assert all(on_field(spot) or spot[0] == 18 for spot in spots)


@pytest.mark.rule("warmaster.move.reach")
@settings(max_examples=20, deadline=None)
@given(CELL, st.integers(1, 3))
def test_in_the_open_a_unit_gets_as_far_as_its_pace(start: int, pace: int) -> None:
    troop = troop_of(type_of("Knights"), at=spot_of(start))
    battle = set_out(fought_by(army(ATTACKER, troop)))
    reach = UnitReach.of(battle, battle.units[ATTACKER][0], pace)
    away = distances(start)
    assert reach.steps == {cell: away[cell] for cell in within(start, pace) if cell != start}
    for cell, steps in reach.steps.items():
        assert len(reach.path(cell)) == steps + 1
