"""On which terms a campaign is played: settings of its module that moderators may override.

When turns run, when it is over, who wins, and how many may play for each side. All of it stands in
the module that the campaign keeps; the module's own models check each value.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, cast

from pydantic import ValidationError

from engine.calendar import Calendar
from engine.module.check import Fault, ModuleError, Sources, faults_of
from engine.module.schema import Module, Victory
from engine.module.sections import Data, Sections

WINNING: Final = "winning"
"""The section of a pack that says who wins, where the pack has one."""

Seats = int | None
Plain = dict[str, Any]


class Terms(Data):
    """The terms of a campaign."""

    calendar: Calendar
    victory: Victory
    seats: Mapping[str, Seats]
    """By a faction's key, how many may play for it; None for any number."""
    winning: Mapping[str, Mapping[str, Any]] = {}
    """By pack, its section of who wins, as JSON has it."""

    def to_json(self) -> str:
        """The terms in plain JSON, in one order."""
        return json.dumps(self.model_dump(mode="json"), sort_keys=True, separators=(",", ":"))


def terms_of(module: Module) -> Terms:
    """The terms that a module sets."""
    return Terms(
        calendar=module.calendar,
        victory=module.victory,
        seats={key: faction.players for key, faction in module.factions.items()},
        winning={
            pack: _winning(content).model_dump(mode="json")
            for pack, content in module.contents.items()
            if WINNING in type(content).model_fields
        },
    )


def read_terms(text: str) -> Terms:
    """Terms as `to_json` wrote them. Raises ValueError."""
    return Terms.model_validate_json(text)


def with_terms(module: Module, terms: Terms) -> Module:
    """The module with these terms applied.

    Raises ModuleError with everything that its models find wrong with them.
    """
    faults: list[Fault] = []
    factions: Plain = {}
    for key, faction in module.factions.items():
        if key in terms.seats:
            plain = {**faction.model_dump(), "players": terms.seats[key]}
            found = _read(type(faction), plain, f"factions.{key}", faults)
            factions[key] = found or faction
        else:
            factions[key] = faction
    contents: dict[str, Sections] = {}
    for pack, content in module.contents.items():
        contents[pack] = content
        if pack in terms.winning and WINNING in type(content).model_fields:
            known = _keys_in(content)
            kind = type(_winning(content))
            found = _read(kind, dict(terms.winning[pack]), WINNING, faults)
            faults += _strangers(found, known) if found else ()
            contents[pack] = content.model_copy(update={WINNING: found or _winning(content)})
    if faults:
        raise ModuleError(faults)
    return module.model_copy(
        update={
            "calendar": terms.calendar,
            "victory": terms.victory,
            "factions": factions,
            "contents": contents,
        }
    )


def section_read(kind: type[Data] | type[Calendar], plain: Mapping[str, Any], section: str) -> Any:
    """A section read by its model. Raises ModuleError, in the words of a module's check."""
    faults: list[Fault] = []
    found = _read(cast("type[Data]", kind), dict(plain), section, faults)
    if found is None:
        raise ModuleError(faults)
    return found


# ---------------------------------------------------------------- inside


def _winning(content: Sections) -> Data:
    return cast("Data", getattr(content, WINNING))


def _read(kind: type[Data], plain: Plain, section: str, faults: list[Fault]) -> Any:
    try:
        return kind.model_validate(plain)
    except ValidationError as error:
        for fault in faults_of(error, kind, plain, Sources()):
            table = f"{section}.{fault.table}" if fault.table else section
            faults.append(Fault("", None, table, fault.key, fault.message, fault.suggestion))
        return None


def _keys_in(content: Sections) -> dict[str, frozenset[str]]:
    """The keys of the pack's tables, by the singular that names one of them, such as `title`."""
    tables: dict[str, frozenset[str]] = {}
    for section in type(content).model_fields:
        table = getattr(content, section)
        if isinstance(table, Mapping):
            tables[section.removesuffix("s")] = frozenset(cast("Mapping[str, object]", table))
    return tables


def _strangers(section: Data, known: Mapping[str, frozenset[str]]) -> list[Fault]:
    """Names in the section that no table has: its models resolve names only as files are read."""
    faults: list[Fault] = []
    for name in type(section).model_fields:
        value = getattr(section, name)
        if isinstance(value, str) and name in known and value not in known[name]:
            message = f"names '{value}', which is not among {name}s"
            faults.append(Fault("", None, WINNING, name, message))
    return faults
