"""Whatever is thrown into a line of battle: it ends, and nobody is lost from sight."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.battle import Engagement
from engine.dice import Seed, SeededDice
from engine.packs.kingdoms.battle.fight import Sides, fight
from engine.packs.kingdoms.battle.happenings import (
    ColumnFought,
    DuelEnd,
    LeaderEnded,
    LineFormed,
    Suffered,
    UnitEnded,
    Weighed,
)
from engine.packs.kingdoms.battle.values import SIDES, Field, Setting
from tests.packs.kingdoms.battle.hosts import sides
from tests.rules.adapters.kingdoms.armies import CONTENT, FIGURES

FIELDS = st.builds(
    lambda ground, illusion: Field.of(
        CONTENT, Setting(province=1, ground=ground, illusion=illusion), learning=(15, 10)
    ),
    st.sampled_from(sorted(CONTENT.grounds)),
    st.sampled_from(["", *sorted(CONTENT.grounds)]),
)
DUELS = st.sampled_from(
    [None, *((one, other) for one in ("", "slain", "fled") for other in ("", "slain", "fled"))]
)


def fought(field: Field, both: Sides, seed: int, ends: tuple[DuelEnd, DuelEnd] | None):  # type: ignore[no-untyped-def]
    dice = SeededDice(Seed(seed.to_bytes(32)), 1).stream("test", "battle")
    return fight(field, both, dice, None if ends is None else lambda *_: ends)


@settings(max_examples=30, deadline=None)
@given(FIELDS, sides(1), sides(2), st.integers(0, 2**32), DUELS)
def test_every_battle_ends_and_says_what_became_of_all(field, one, other, seed, ends):
    found = fought(field, (one, other), seed, ends)
    both = (one, other)
    units = {each.piece for side in both for each in side.armies}
    ended = [each for each in found.events if isinstance(each, UnitEnded)]
    assert {each.piece for each in ended} == units
    assert len(ended) == len(units)
    leaders = [each for each in found.events if isinstance(each, LeaderEnded)]
    assert [each.leader for each in leaders] == [e.piece for side in both for e in side.leaders]
    assert found.winner in SIDES
    for each in ended:
        assert FIGURES.least_quality <= each.quality <= FIGURES.most_quality
        assert (each.fate == "escaped") <= (each.side != found.winner and each.to != 0)
        assert each.grave is None or each.fate == "destroyed"
        if each.side == found.winner:
            assert each.fate in {"stays", "destroyed", "mercenary", "buried"}
        else:
            assert each.fate != "stays"
        if field.sea:
            assert each.grave is None
            assert each.fate != "paroled"
    assert fought(field, (one, other), seed, ends) == found
    assert Engagement.load(found.dump()) == found


@settings(max_examples=20, deadline=None)
@given(FIELDS, sides(1), sides(2), st.integers(0, 2**32))
def test_the_line_holds_everybody_once_and_columns_are_the_sum_of_their_units(
    field, one, other, seed
):
    found = fought(field, (one, other), seed, None)
    [formed] = (each for each in found.events if isinstance(each, LineFormed))
    least, most = field.ground.line
    assert least <= formed.length <= most
    counts = [len(side.armies) for side in (one, other)]
    assert formed.contested == min(formed.length, *counts)
    weighed = {(e.side, e.number): e for e in found.events if isinstance(e, Weighed)}
    assert all(each.strength >= 0 for each in weighed.values())
    sums: dict[tuple[int, str], object] = {}
    for spot in formed.spots:
        assert 1 <= spot.column <= (formed.contested or formed.length)
        full = spot.row != "behind" or spot.flies
        share = weighed[spot.side, spot.number].strength * (1 if full else FIGURES.behind)
        sums[spot.column, spot.side] = sums.get((spot.column, spot.side), 0) + share  # type: ignore[operator]
    for column in found.events:
        if isinstance(column, ColumnFought):
            for side, strength in zip(SIDES, column.strengths, strict=True):
                events = [
                    e.factor
                    for e in found.events
                    if getattr(e, "column", 0) == column.number and getattr(e, "side", "") == side
                ]
                expected = sums[column.number, side]
                for factor in events:
                    expected *= factor  # type: ignore[operator]
                assert strength == expected
    assert all(0 <= e.percent <= 90 for e in found.events if isinstance(e, Suffered))
