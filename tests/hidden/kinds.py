"""How kinds of hidden differences are listed: by name, each with what is different."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

import pytest

from engine.world import Record, World

S = TypeVar("S")
Hide = Callable[[S, World], None]
"""Changes one thing in a copy of a scene's world."""
Find = Callable[[S, World], Record]
"""The record that is different."""
Values = Mapping[str, Any]


def alter(world: World, record: Record, **values: Any) -> None:
    world.put(world.get(type(record), record.id).replace(**values))


def remove(world: World, record: Record) -> None:
    world.remove(world.get(type(record), record.id))


class Kinds(dict[str, Hide[S]]):
    """Every kind of difference of a scene, by what is different."""

    def differ(
        self, find: str | Find[S], kinds: Mapping[str, Values | Callable[[S], Values] | None]
    ) -> None:
        """List kinds of difference of one record, which a field of the scene or a function names.

        Each has the values that are different, of the scene or not; None is a record that is gone.
        """
        for kind, values in kinds.items():

            def change(
                scene: S, world: World, values: Values | Callable[[S], Values] | None = values
            ) -> None:
                record = getattr(scene, find) if isinstance(find, str) else find(scene, world)
                if values is None:
                    remove(world, record)
                else:
                    alter(world, record, **(values(scene) if callable(values) else values))

            self[kind] = change

    def hides(self, change: Hide[S]) -> Hide[S]:
        """List a kind of difference that takes more than that by the name of its function."""
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
