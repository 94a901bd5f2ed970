"""How names are compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.module.names import closest, display_of, key_of


@pytest.mark.parametrize("name", ["Spider Wart", "spider_wart", "SPIDER-WART", " spiderwart "])
def test_names_are_compared_without_case_blanks_hyphens_and_underscores(name: str) -> None:
    assert key_of(name) == key_of("spider wart")


def test_names_of_other_letters_differ() -> None:
    assert key_of("spider wart") != key_of("spider wort")


@given(st.text())
def test_a_compared_name_compares_as_itself(name: str) -> None:
    assert key_of(key_of(name)) == key_of(name)


def test_a_misspelt_name_finds_the_nearest_in_its_own_spelling() -> None:
    assert closest("heavy-forst", ["forest", "heavy_forest", "sea"]) == "heavy_forest"


def test_a_name_like_no_other_finds_none() -> None:
    assert closest("xyzzy", ["forest", "heavy_forest"]) is None


def test_a_key_without_a_name_is_shown_in_words() -> None:
    assert display_of("spider_wart") == "Spider wart"
