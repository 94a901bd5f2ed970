"""How kinds of hidden differences are listed: by the name of the function that makes each."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

import pytest

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

    def twin(self, scene: S, world: World, *kinds: str) -> World:
        """A copy of the scene's world in which these hidden things are different."""
        made = world.fork()
        for kind in kinds:
            before = made.rows()
            self[kind](scene, made)
            assert made.rows() != before, kind
        return made

    def together(self, groups: int) -> list[object]:
        """Cases of a test: all kinds in that many groups, and in `soak` each kind by itself.

        A world in which a whole group is different must look the same too, and is looked at once;
        which kind of a failed group is at fault, `soak` says.
        """
        names = sorted(self)
        shares = [tuple(names[first::groups]) for first in range(groups)]
        return [
            *(pytest.param(share, id=f"group {number}") for number, share in enumerate(shares)),
            *(pytest.param((name,), id=name, marks=pytest.mark.soak) for name in names),
        ]


def unlike(
    scene: S, world: World, changes: Collection[Hide[S]], view: Callable[[World], World]
) -> World:
    """A world in which most of that is different at once, and the view still the same."""
    seen, made, changed = view(world).rows(), world, 0
    for change in changes:
        attempt = made.fork()
        change(scene, attempt)
        # Some differences can be seen once others have been made.
        if view(attempt).rows() == seen:
            made, changed = attempt, changed + 1
    assert changed > len(changes) * 2 // 3
    return made
