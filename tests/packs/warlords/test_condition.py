"""What blessings, curses and medals make of the condition in which a unit of Warlords goes on."""

import pytest

from engine.packs.warlords.battle.condition import (
    Condition,
    bless,
    hits_brought,
    struck,
)

DECORATED = Condition(medals=1, points=30)


@pytest.mark.rule("warlords.blessing.effect")
def test_a_blessing_takes_afflictions_but_no_medals_and_no_points_towards_the_next() -> None:
    ill = DECORATED.replace(poisoned=True, diseased=True, weakened=True, drained=True)
    assert bless(ill) == DECORATED.replace(blessed=True)


@pytest.mark.rule("warlords.precombat.curse")
def test_a_curse_takes_the_medals_and_the_points_towards_the_next() -> None:
    assert struck("curse", DECORATED, 5) == Condition()


@pytest.mark.rule("warlords.hits.stored")
def test_the_hits_of_a_sound_unit_are_its_own_and_no_more_is_said_of_them() -> None:
    assert hits_brought(2, Condition()).lines == ()
    ill = hits_brought(1, Condition(diseased=True, drained=True))
    assert ill.value == 1
    assert [line.source for line in ill.lines] == ["Disease", "Lifedrain", "At least"]
