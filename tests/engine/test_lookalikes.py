"""Names that people could take for one another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.lookalikes import alike, lookalike

CYRILLIC_A, FULLWIDTH_A, MATHEMATICAL_A = "\u0410", "\uff21", "\U0001d400"


@pytest.mark.rule("cohorts.setup.names")
@pytest.mark.parametrize(
    "other",
    [
        *("ADA", "A-d_a", " Ada "),
        *(f"{letter}da" for letter in (CYRILLIC_A, FULLWIDTH_A, MATHEMATICAL_A)),
        *("Ada\ufe0f", "A\u200dda", "Ada\U0001d173"),
    ],
)
def test_a_name_that_looks_like_ada_is_ada(other: str) -> None:
    assert alike("Ada", other)
    assert alike(other, "Ada")


@pytest.mark.parametrize(
    "one, other",
    [
        ("Ivan", "lvan"),
        ("Legion 1", "Legion l"),
        ("\u00c5sa", "A\u030asa"),
        ("Harnwick", "Hamwick"),
        ("Iron Guard", "Iron  guard"),
        ("Lord", "L0rd"),
        ("LORD", "l0rd"),
        ("Wolf", "VVolf"),
        ("Owl", "ovvl"),
        ("Legion 3", "Legion ③"),
        ("Legion 3", "Legion ³"),
    ],
)
def test_other_names_that_look_the_same(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize("other", ["Ida", "\u00c4da", "Adda", "Aida", "Ad", ""])
def test_a_name_with_another_letter_or_mark_is_another(other: str) -> None:
    assert not alike("Ada", other)


def test_the_name_that_is_in_the_way_is_told() -> None:
    assert lookalike(f"{CYRILLIC_A}da", ["Bela", "Ada", "ada"]) == "Ada"
    assert lookalike("Cora", ["Bela", "Ada"]) == ""


@given(st.text(max_size=12), st.text(max_size=12))
def test_it_never_matters_which_name_came_first(one: str, other: str) -> None:
    assert alike(one, one)
    assert alike(one, other) is alike(other, one)
