"""What several views have in common holds what all of them hold alike, and nothing else."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from engine.common import common
from engine.facts import facts
from engine.world import Record, World


@facts
class Place(Record):
    kind = "place"

    land: str
    people: int


@facts
class Paper(Record):
    kind = "paper"

    faction: int
    text: str


KINDS = (Place, Paper)


def values(**fields: st.SearchStrategy[object]) -> st.SearchStrategy[dict[str, object]]:
    """Some of the fields, the others being unknown."""
    return st.fixed_dictionaries({}, optional=fields)


places = st.dictionaries(
    st.integers(1, 4), values(land=st.sampled_from("ab"), people=st.integers(0, 1)), max_size=4
)
papers = st.dictionaries(
    st.integers(1, 3), st.fixed_dictionaries({"faction": st.integers(1, 2), "text": st.just("x")})
)


@st.composite
def views(draw: st.DrawFn) -> list[World]:
    made: list[World] = []
    for _ in range(draw(st.integers(1, 3))):
        view = World(KINDS)
        for cls, some in ((Place, draw(places)), (Paper, draw(papers))):
            view.fill(cls, [cls.partly(id=id, **known) for id, known in some.items()])
        made.append(view)
    return made


def alike(cls: type[Record], id: int, some: Sequence[World]) -> dict[str, object] | None:
    """The fields that all views know and that are equal, None for what one does not have."""
    found = [view.find(cls, id) for view in some]
    if any(record is None for record in found):
        return None
    known = [record.known() for record in found if record is not None]
    same = {
        name: value
        for name, value in known[0].items()
        if all(name in each and each[name] == value for each in known)
    }
    return None if cls is Paper and "faction" not in same else same


@given(views())
def test_it_holds_what_every_view_holds_alike(some: list[World]) -> None:
    shared = common(some)
    for cls in KINDS:
        for id in range(1, 5):
            record = shared.find(cls, id)
            assert (record.known() if record else None) == alike(cls, id, some)


@given(views())
def test_neither_the_order_of_views_nor_a_view_twice_changes_it(some: list[World]) -> None:
    assert common(some).rows() == common([*some[::-1], some[0]]).rows()


@given(views())
def test_the_views_stay_as_they_are(some: list[World]) -> None:
    before = [view.rows() for view in some]
    common(some)
    assert [view.rows() for view in some] == before
