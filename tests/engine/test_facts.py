"""Facts: immutable values, unknown fields, and the stored form."""

import pickle
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.facts import Facts, NotKnown, facts
from engine.world import Place


@facts
class Fort(Facts):
    name: str
    level: int
    share: Fraction
    where: Place
    walls: dict[str, int]
    words: tuple[str, ...] = ()


@facts
class Renamed(Facts):
    form = 3
    upcasters: ClassVar[Mapping[int, Any]] = {
        1: lambda plain: {**plain, "height": plain["h"]},
        2: lambda plain: {"height": plain["height"] * 10},
    }

    height: int


forts = st.builds(
    Fort,
    name=st.text(),
    level=st.integers(),
    share=st.fractions(),
    where=st.builds(Place, st.text(max_size=5), st.integers()),
    walls=st.dictionaries(st.text(max_size=5), st.integers()),
    words=st.lists(st.text()).map(tuple),
)


def fort() -> Fort:
    return Fort(name="Keep", level=2, share=Fraction(1, 3), where=Place("city", 4), walls={"a": 1})


@given(forts)
def test_a_stored_value_is_read_back_equal(value: Fort) -> None:
    assert Fort.load(value.dump()) == value
    assert Fort.load_all([value.dump(), value.dump()]) == [value, value]


@given(forts, st.sets(st.sampled_from(Fort.names)))
def test_a_value_with_unknown_fields_is_read_back_with_the_same_ones_unknown(
    value: Fort, names: set[str]
) -> None:
    part = value.only(names)
    assert Fort.load(part.dump()) == part
    assert pickle.loads(pickle.dumps(part)) == part
    assert set(part.known()) == names


def test_reading_an_unknown_field_says_what_is_not_known() -> None:
    with pytest.raises(NotKnown, match="you do not know enough of the fort"):
        _ = fort().only(["name"]).level


def test_an_unknown_field_stays_unknown_when_another_is_replaced() -> None:
    part = fort().only(["name"]).replace(words=("x",))
    assert part.words == ("x",)
    assert not part.knows("level")


def test_a_name_that_is_no_field_is_refused_and_an_attribute_too() -> None:
    with pytest.raises(TypeError, match="has no field colour"):
        fort().replace(colour=1)
    with pytest.raises(AttributeError):
        _ = fort().colour


@pytest.mark.parametrize("value", [fort(), fort().replace(name="Hold"), fort().only(["level"])])
def test_a_value_cannot_be_changed_in_place(value: Fort) -> None:
    with pytest.raises(AttributeError):
        value.level = 3  # type: ignore[misc]
    assert type(value) is Fort


def test_values_of_different_classes_are_never_equal() -> None:
    assert fort() != Renamed(height=1)
    assert fort() == fort()
    assert fort() != fort().replace(level=3)


def test_an_older_stored_form_is_brought_up_to_the_present_one() -> None:
    assert Renamed.load(b'{"v":1,"h":4}') == Renamed(height=40)
    assert Renamed.load_all([b'{"v":3,"height":7}', b'{"v":2,"height":4}']) == [
        Renamed(height=7),
        Renamed(height=40),
    ]
