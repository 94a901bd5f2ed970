"""What holds of every encounter, with any fighters."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.facts import Tagged
from engine.packs.kingdoms.bouts.bout import Bout
from engine.packs.kingdoms.bouts.contest import again, end_of, fought
from engine.packs.kingdoms.bouts.fighters import EncounterFighter
from engine.packs.kingdoms.bouts.happenings import RoundBegan
from tests.packs.kingdoms.bouts.scene import LORE, MEETINGS, beasts, dice, heroes

OUTCOMES = {
    "both_slain",
    "refused",
    "round_limit",
    "talk_peace",
    "talk_truce",
    "talk_gift",
    "talk_bargain",
    "talk_departure",
    *(
        f"{role}_{how}"
        for role in ("initiator", "other")
        for how in ("slain", "fled", "spared", "charmed_away", "stole")
    ),
}


def kept(one: EncounterFighter, other: EncounterFighter) -> set[str]:
    return {*one.carried, *other.carried, *one.hoard, *other.hoard}


def holds(meeting: Any, one: EncounterFighter, other: EncounterFighter, seed: int) -> None:
    """Fight it and look at all that must be so."""
    bout = Bout.of(meeting, one, other, LORE, dice(seed))
    ended = bout.fight()
    assert ended.outcome in OUTCOMES
    assert ended.rounds <= bout.rounds
    rounds = [each.number for each in bout.log if isinstance(each, RoundBegan)]
    assert rounds == list(range(1, ended.rounds + 1))
    for fighter, left, role in zip((one, other), ended.hits, ("initiator", "other"), strict=True):
        assert 0 <= left <= fighter.full
        assert (left == 0) == (ended.outcome in {f"{role}_slain", "both_slain"})
    assert len(set(ended.items)) == len(ended.items)
    assert set(ended.items) <= kept(one, other)
    assert 0 <= ended.gold <= max(one.gold, other.gold)
    if ended.gainer:
        assert ended.items or ended.gold
        assert ended.hits[ended.gainer == "other"] > 0
    for event in bout.log:
        assert Tagged.classes[event.tag].load(event.dump()) == event


@given(st.sampled_from(MEETINGS), heroes(), heroes(), st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_an_encounter_of_two_characters_ends_and_makes_nothing(
    meeting: Any, one: EncounterFighter, other: EncounterFighter, seed: int
) -> None:
    holds(meeting, one, other, seed)


@given(st.sampled_from(("search", "random")), heroes(), beasts(), st.booleans(), st.integers(0, 9))
@settings(max_examples=20, deadline=None)
def test_an_encounter_with_a_monster_ends_and_makes_nothing(
    meeting: Any, one: EncounterFighter, beast: EncounterFighter, first: bool, seed: int
) -> None:
    if first or meeting == "search":
        holds(meeting, one, beast, seed)
    else:
        holds(meeting, beast, one, seed)


@pytest.mark.soak
@given(st.sampled_from(MEETINGS), heroes(), st.one_of(heroes(), beasts()), st.integers(0, 2**32))
@settings(max_examples=5_000, deadline=None)
def test_thousands_of_encounters_end(
    meeting: Any, one: EncounterFighter, other: EncounterFighter, seed: int
) -> None:
    holds(meeting, one, other, seed)


@given(heroes(), beasts(), st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_a_record_fights_again_to_the_same_end(
    one: EncounterFighter, beast: EncounterFighter, seed: int
) -> None:
    first = fought("search", one, beast, LORE, dice(seed))
    assert again(first, LORE, dice(seed)) == first
    assert end_of(first).rounds >= 0
