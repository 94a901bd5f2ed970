"""Names of a case as keys of the module's content: an item, a skill with its other words, a race.

No adapter stands here.
"""

from collections.abc import Mapping
from typing import TypeVar

from engine.module.names import key_of
from engine.module.sections import Named
from tests.rules.harness import UnknownKeyError

R = TypeVar("R", bound=Named)


def named(table: Mapping[str, R], name: str) -> R:
    """The record that a case calls so."""
    wanted = key_of(name)
    for record in table.values():
        words = (record.key, record.name, *getattr(record, "aliases", ()))
        if wanted in map(key_of, words):
            return record
    raise UnknownKeyError(f"the module knows no {name!r}")


def key(table: Mapping[str, R], name: str | None) -> str | None:
    """The key of what a case calls so; None for nothing."""
    return named(table, name).key if name else None
