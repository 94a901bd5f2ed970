"""What one module says otherwise than another: every fact, section by section.

Both are compared as they are stored, with their inheritance resolved, so that it does not matter in
which file a thing stands or which module says it. Which entry of the rulebook a record names
decides nothing in play, and is no fact of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from engine.module.schema import Module

_ASIDE: Final = frozenset({"name", "lineage", "contents", "forms"})
_RULE: Final = "rule"

Tree = dict[str, Any]
How = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class ModuleChange:
    """One fact that differs. `before` and `after` are in JSON, empty where there is none."""

    section: str
    """Of the module, such as `units`."""
    path: tuple[str, ...]
    """The keys in it, such as `archers`, `cost`; entries of a list count from 1."""
    how: How
    before: str = ""
    after: str = ""


def changes(before: Module, after: Module) -> list[ModuleChange]:
    """Every difference, in the order of the sections of the later module."""
    one, other = _sections(before), _sections(after)
    found: list[ModuleChange] = []
    for section in [*other, *(each for each in one if each not in other)]:
        was, instead = one.get(section), other.get(section)
        # A section that came or went is told by its records.
        if isinstance(was or instead, dict):
            found.extend(_of_tables(section, (), was or {}, instead or {}))
        else:
            found.extend(_between(section, (), was, instead))
    return found


def _sections(module: Module) -> Tree:
    """A module's sections by name, the packs' beside the frame's, without what is empty."""
    tree = cast("Tree", json.loads(module.to_json()))
    packs = cast("dict[str, Tree]", tree["contents"]).values()
    parts = [{key: value for key, value in tree.items() if key not in _ASIDE}, *packs]
    return {
        key: value for part in parts for key, value in part.items() if value not in (None, {}, [])
    }


def _between(section: str, path: tuple[str, ...], one: Any, other: Any) -> Iterator[ModuleChange]:
    """How two values differ: records key by key, lists of equal length entry by entry."""
    alike = one == other and type(one) is type(other)
    if isinstance(one, dict) and isinstance(other, dict):
        yield from _of_tables(section, path, cast("Tree", one), cast("Tree", other))
    elif alike:
        return
    elif one is None:
        yield ModuleChange(section, path, "added", after=_told(other))
    elif other is None:
        yield ModuleChange(section, path, "removed", before=_told(one))
    elif isinstance(one, list) and isinstance(other, list):
        yield from _of_lists(section, path, cast("list[Any]", one), cast("list[Any]", other))
    else:
        yield ModuleChange(section, path, "changed", _told(one), _told(other))


def _of_tables(
    section: str, path: tuple[str, ...], one: Tree, other: Tree
) -> Iterator[ModuleChange]:
    for key in [*other, *(each for each in one if each not in other)]:
        if key == _RULE and isinstance(other.get(key, one.get(key)), str):
            continue
        yield from _between(section, (*path, key), one.get(key), other.get(key))
    kept = [each for each in one if each in other], [each for each in other if each in one]
    if kept[0] != kept[1]:  # the first of a table has a meaning (warlords.hero.types)
        yield ModuleChange(section, (*path, "order"), "changed", *map(", ".join, kept))


def _of_lists(
    section: str, path: tuple[str, ...], one: list[Any], other: list[Any]
) -> Iterator[ModuleChange]:
    """Records of lists that are as long are compared one by one; else the lists are told whole."""
    if len(one) == len(other) and all(isinstance(each, dict) for each in (*one, *other)):
        for place, (each, instead) in enumerate(zip(one, other, strict=True), start=1):
            yield from _between(section, (*path, str(place)), each, instead)
    else:
        yield ModuleChange(section, path, "changed", _told(one), _told(other))


def _told(value: Any) -> str:
    """A value in short: a record by its name and what it holds."""
    if isinstance(value, dict):
        plain = {
            key: inner
            for key, inner in cast("Tree", value).items()
            if key not in ("key", _RULE) and inner not in (None, {}, [])
        }
        return json.dumps(plain, ensure_ascii=False)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
