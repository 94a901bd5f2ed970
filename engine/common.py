"""What several views have in common: what everybody knows, for those who belong to nobody.

It is made from the views alone, so it holds nothing that any of the viewers does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.world import Record, World

_OWNER: Final = "faction"
"""The field that identifies a viewer's private record, such as a faction's memory."""


def common(views: Sequence[World]) -> World:
    """A world of what all these views, one or more of the same kinds, hold alike.

    A record is in it if every view has it, with those of its fields that every view knows and that
    are equal in all. What is of each viewer's own, such as what it remembers, is not in it.
    """
    first, *others = views
    found = World(first.kinds.values())
    for cls in first.kinds.values():
        shared = (_shared(record, others) for record in first.all(cls))
        found.fill(cls, [record for record in shared if record is not None])
    found.settle()
    return found


def _shared(record: Record, others: Sequence[World]) -> Record | None:
    """As much of a record as all others know alike; None if one of them does not know of it."""
    alike = record
    for view in others:
        theirs = view.find(type(record), record.id)
        if theirs is None:
            return None
        if theirs != alike:
            known = theirs.known()
            if known.get(_OWNER) != alike.known().get(_OWNER):
                return None
            alike = alike.only(
                name
                for name, value in alike.known().items()
                if name in known and known[name] == value
            )
    return alike
