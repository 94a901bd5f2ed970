"""Examples that are dear to make: ordinary runs share a few, a search draws new ones."""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import settings
from hypothesis import strategies as st

T = TypeVar("T")


def from_these(shared: Sequence[T], searched: st.SearchStrategy[T]) -> st.SearchStrategy[T]:
    """The `shared` values, for which tests keep what they make; `run.py soak` draws `searched`."""
    searching = settings.get_current_profile_name() == "search"
    return searched if searching else st.sampled_from(shared)


__all__ = ["from_these"]
