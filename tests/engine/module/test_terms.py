"""The terms of a campaign: read from its module, set otherwise, and judged by its models."""

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.calendar import Calendar, Weekday
from engine.module import Module, ModuleError
from engine.module.schema import Victory
from engine.module.terms import Terms, read_terms, section_read, terms_of, with_terms
from tests.rules.scene import module


@pytest.mark.parametrize("name", ["cohorts", "kingdoms", "warmaster"])
def test_a_module_on_its_own_terms_is_the_same_byte_for_byte(name: str):
    own = module(name)
    terms = read_terms(terms_of(own).to_json())
    assert with_terms(own, terms).to_json() == own.to_json()


@settings(max_examples=8, deadline=None)
@given(
    hour=st.times().map(lambda t: t.replace(microsecond=0, tzinfo=None)),
    days=st.sets(st.sampled_from(Weekday), min_size=1),
    turns=st.none() | st.integers(1, 500),
    seats=st.none() | st.integers(1, 40),
)
def test_whatever_is_set_is_what_is_read_and_can_be_set_back(
    hour: dt.time, days: set[Weekday], turns: int | None, seats: int | None
):
    own = module("cohorts")
    before = terms_of(own)
    calendar = before.calendar.model_copy(
        update={"cut_off": hour, "run_days": tuple(day for day in Weekday if day in days)}
    )
    terms = Terms(
        calendar=calendar,
        victory=Victory(turns=turns),
        seats=dict.fromkeys(own.factions, seats),
        winning=before.winning,
    )
    other = with_terms(own, terms)
    stored = Module.from_json(other.to_json())
    assert terms_of(stored) == terms
    assert stored.digest() == other.digest()
    assert with_terms(stored, before).digest() == own.digest()


def test_what_the_models_find_wrong_is_told_in_the_words_of_the_check():
    own = module("cohorts")
    terms = terms_of(own)
    bad = {"cohorts": {**terms.winning["cohorts"], "title": "emperor_of_mice", "lats": True}}
    with pytest.raises(ModuleError) as caught:
        with_terms(own, terms.model_copy(update={"winning": bad}))
    assert [each.message for each in caught.value.faults] == ["is not known here"]
    bad["cohorts"].pop("lats")
    with pytest.raises(ModuleError) as caught:
        with_terms(own, terms.model_copy(update={"winning": bad}))
    assert "emperor_of_mice" in str(caught.value)
    with pytest.raises(ModuleError) as caught:
        section_read(Calendar, {"run_days": ["monday"], "production_days": []}, "calendar")
    assert "the game week from monday needs one production" in str(caught.value)
