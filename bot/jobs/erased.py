"""Comparing what is stored with what is computed again, where a person was erased from it.

A text in which a name now stands for the person may be otherwise than the rules would word it, as
when the person was called like a common word. Everything else must be the same.
"""

import json
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, cast

from bot.store.ticks import EntityRow


def left_by(
    before: Sequence[EntityRow], changes: Sequence[tuple[str, int, bytes | None]]
) -> list[EntityRow]:
    """The state that changes leave, in order of kind and id."""
    rows: dict[tuple[str, int], bytes | None] = {(kind, id): body for kind, id, body in before}
    rows.update(((kind, id), body) for kind, id, body in changes)
    return [(kind, id, body) for (kind, id), body in sorted(rows.items()) if body is not None]


def same_but_names(computed: Sequence[Any], stored: Sequence[Any], names: Sequence[str]) -> bool:
    """Whether both are the same but for stored texts in which one of the names stands."""
    if computed == stored:
        return True
    return bool(names) and all(
        _same(one, other, names) for one, other in zip_longest(computed, stored)
    )


def _same(computed: Any, stored: Any, names: Sequence[str]) -> bool:
    if computed == stored:
        return True
    if isinstance(computed, bytes) and isinstance(stored, bytes):
        try:
            return _same(json.loads(computed), json.loads(stored), names)
        except ValueError:
            return False
    if isinstance(computed, str) and isinstance(stored, str):
        return any(name in stored for name in names)
    if isinstance(computed, dict) and isinstance(stored, dict):
        one, other = cast("dict[str, Any]", computed), cast("dict[str, Any]", stored)
        return one.keys() == other.keys() and all(_same(one[k], other[k], names) for k in one)
    if isinstance(computed, list | tuple) and isinstance(stored, list | tuple):
        many, more = cast("Sequence[Any]", computed), cast("Sequence[Any]", stored)
        return len(many) == len(more) and all(map(_same, many, more, [names] * len(many)))
    return False
