"""The tables of the rulebook whose figures are data, each with the same made from a module.

A function marked `@table("<ledger id>")` gives a table's rows and what the module says, both in one
form. The tests that compare them stand in `tests/rules/test_tables.py`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.module.names import key_of
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.land import Needs
from tests.rules.ledger import ENTRIES

Compared = tuple[object, object]
Rows = list[dict[str, Any]]
Maker = Callable[[Any, Content], Compared]

TABLES: dict[str, Any] = {
    rule: entry.table for rule, entry in ENTRIES.items() if entry.table is not None
}
MAKERS: dict[str, Maker] = {}


def table(rule: str) -> Callable[[Maker], Maker]:
    """Say which table a function compares."""

    def note(maker: Maker) -> Maker:
        assert rule not in MAKERS
        MAKERS[rule] = maker
        return maker

    return note


def rows_of(table: Mapping[str, Any]) -> Rows:
    """The rows of a table of columns, by column."""
    return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


def by(name: str, rows: Rows) -> dict[str, dict[str, Any]]:
    """The rows by one of their columns, however its words are spelt."""
    found = {key_of(row[name]): {k: v for k, v in row.items() if k != name} for row in rows}
    assert len(found) == len(rows)
    return found


def keys(names: list[str]) -> list[str]:
    return [key_of(name) for name in names]


def needed(needs: Needs) -> str:
    """Needs in the rulebook's words."""
    alternatives = [_any_of(need) for need in needs]
    if len(needs) > 1:
        alternatives = [f"({each})" if " or " in each else each for each in alternatives]
    *first, last = alternatives or ["nothing"]
    return f"{', '.join(first)} and {last}" if first else last


def _any_of(need: tuple[str, ...]) -> str:
    names = [
        f"at least one {each.removeprefix('any ')} resource" if each.startswith("any ") else each
        for each in need
    ]
    return f"one of {', '.join(names)}" if len(names) > 2 else " or ".join(names)
