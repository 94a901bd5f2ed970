"""How kinds of hidden differences are listed: by the name of the function that makes each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.world import World

S = TypeVar("S")
Hide = Callable[[S, World], None]
"""Changes one thing in a copy of a scene's world."""


class Kinds(dict[str, Hide[S]]):
    """Every kind of difference of a scene, by what is different."""

    def hides(self, change: Hide[S]) -> Hide[S]:
        """List a kind of difference by the name of its function."""
        self[change.__name__.strip("_").replace("_", " ")] = change
        return change
