"""What a section of a module is made of: frozen records, named tables and references by name.

A rule pack brings its own sections by declaring one model whose fields are the sections' names.
Reading files and merging modules is in `load`.
"""

import operator
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path as FilePath
from pathlib import PurePath
from pkgutil import iter_modules
from typing import Annotated, Any, ClassVar, Final, TypeAlias, TypeVar, cast

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    ValidationInfo,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from engine.exact import Exact
from engine.installed import PACKS, folders, installed
from engine.module.names import closest, display_of, key_of, meant
from engine.rulebook import Rulebook, system_of
from engine.stored import Upcaster

Path: TypeAlias = tuple[str | int, ...]


class Data(Exact):
    """A frozen record of a module; a field that it does not have is a fault."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)


class Sections(Data):
    """Sections of a module that stand side by side: what a rule pack declares, and the frame's."""

    form: ClassVar[int] = 1
    """The number of the stored form (see `engine.stored`)."""
    upcasters: ClassVar[Mapping[int, Upcaster]] = {}
    things: ClassVar[tuple[str, ...]] = ()
    """The tables of them whose records are items of the world, held by stacks and cities."""
    needs: ClassVar[tuple[str, ...]] = ()
    """Sections of the frame without which a module may do, but not with these, such as `map`."""


_RULE_ID: Final = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)+")


def _known_rule(rule: str, info: ValidationInfo) -> str:
    """The id of a rule as it stands, if a module that is being read may name it."""
    if isinstance(info.context, Validation):
        info.context.check_rule(rule)
    return rule


class Named(Data):
    """A record of a named table: `key` is its key there, `name` what people read."""

    key: str
    name: str
    rule: Annotated[str, AfterValidator(_known_rule), Field(exclude_if=operator.not_)] = ""
    """The id of the rulebook's entry that it is or follows; empty if it names none."""

    def rule_in(self, area: str) -> str:
        """The rule that it names, else what its entry would be called in an area of the rulebook.

        A campaign keeps its module as it was when it began, and early ones name no rules.
        """
        return self.rule or f"{area}.{self.key.replace('_', '-')}"


def _with_names(table: object) -> object:
    """Give every record its key, and a name made from the key where it has none."""
    if not isinstance(table, Mapping):
        return table
    records = cast("Mapping[str, object]", table)
    return {
        key: {"name": display_of(key), **cast("dict[str, object]", record), "key": key}
        if isinstance(record, dict)
        else record
        for key, record in records.items()
    }


Record = TypeVar("Record", bound=Named)
Table: TypeAlias = Annotated[Mapping[str, Record], BeforeValidator(_with_names)]


@dataclass(slots=True)
class Validation:
    """The context in which a module's files are validated: its names, and faults between records.

    `tables` holds the keys of every table of the module, by section, with what people call the
    records; `things` names those of them whose records are items, as the packs in use say
    (`Sections.things`); `modules` are the module and those that it builds on, which may have rules
    of their own; `frame` is the module without its packs' sections, once that was read and is
    sound. Without a reading, as when a stored module is read back, references are taken as they
    stand.
    """

    tables: Mapping[str, Mapping[str, str]]
    things: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    frame: "Data | None" = None
    faults: list[tuple[Path, str]] = field(default_factory=list[tuple[Path, str]])
    warnings: list[tuple[Path, str]] = field(default_factory=list[tuple[Path, str]])
    _spelling: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])

    def find(self, name: str, table: str) -> str | None:
        """The table's own spelling of a name, None if it has no such record."""
        if table not in self._spelling:
            self._spelling[table] = {key_of(each): each for each in self.tables.get(table, ())}
        return self._spelling[table].get(key_of(name))

    def check_rule(self, rule: str) -> None:
        """Refuse a rule that is neither in the rulebook nor the module's own.

        A rule of a module's own begins with the module's name and a dot, and with no system of the
        rulebook.

        Raises:
            PydanticCustomError: there is no such rule.
        """
        ids = _rule_ids(folders("rulebook"))
        if rule in ids:
            return
        system = system_of(rule)
        is_own = key_of(system) in {key_of(name) for name in self.modules}
        if is_own and system not in map(system_of, ids) and _RULE_ID.fullmatch(rule):
            return
        area, _, name = rule.rpartition(".")
        near = [
            each for each in ids if each.rpartition(".")[0] == area or each.endswith(f".{name}")
        ]
        raise PydanticCustomError(
            "unknown_name",
            "names '{name}', which is no rule of the rulebook"
            " (one of the module's own begins with its name and a dot)",
            {"name": rule, "suggestion": closest(rule, near)},
        )

    def fault(self, path: Path, message: str) -> None:
        """Report what is wrong between records that are each right for themselves."""
        self.faults.append((path, message))

    def warn(self, path: Path, message: str) -> None:
        """Report what is allowed, but hardly meant."""
        self.warnings.append((path, message))


@dataclass(frozen=True, slots=True)
class Key:
    """Marks a string that names a record of one of the tables, or one of the words in `also`.

    With `things` it may name an item of any pack in use as well. By itself it is only a mark, for
    what is looked at when somebody asks (`engine.fields`).
    """

    tables: tuple[str, ...]
    also: tuple[str, ...] = ()
    things: bool = False

    def find(self, name: str, reading: Validation) -> str:
        """The record's key in the table's own spelling, or the word.

        Raises:
            PydanticCustomError: there is none.
        """
        tables = (*self.tables, *reading.things) if self.things else self.tables
        for table in tables:
            found = reading.find(name, table)
            if found is not None:
                return found
        words = {key_of(word): word for word in self.also}
        if key_of(name) in words:
            return words[key_of(name)]
        if tables and not any(table in reading.tables for table in tables):
            return name  # the whole table is missing, which is a separate fault
        keys = [key for table in tables for key in reading.tables.get(table, ())]
        known, near = meant(name, [*keys, *self.also])
        raise PydanticCustomError(
            "unknown_name",
            "names '{name}', which is not among {tables}{known}",
            {
                "name": name,
                "tables": " or ".join(tables),
                "suggestion": near,
                "known": known,
            },
        )


@dataclass(frozen=True, slots=True)
class KeyOf(Key):
    """A `Key` that is looked up when a module is read.

    The string becomes the record's key in the table's own spelling, so that rules may look it up
    directly; a name that is in no table is a fault.
    """

    def __get_pydantic_core_schema__(
        self, source: type[Any], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.with_info_after_validator_function(self._resolve, handler(source))

    def _resolve(self, name: str, info: ValidationInfo) -> str:
        reading = info.context
        return self.find(name, reading) if isinstance(reading, Validation) else name


@cache
def _rule_ids(besides: tuple[FilePath, ...]) -> Mapping[str, None]:
    """The ids of all rules: the shipped ones, and those in folders that are installed."""
    return dict.fromkeys(Rulebook.load(*besides).ids)


_CONTENTS: Final[dict[str, type[Sections]]] = {}


def declare(pack: str, content: type[Sections]) -> None:
    """Declare the sections that a rule pack brings: the fields of `content`.

    A shipped pack does so in its module `content`, which is imported when it is first needed; an
    installed one somewhere in what its entry point loads. A part of a pack that can be switched on
    alone is a separate pack with a dotted name. Packs that are never on together may have sections
    of one name.
    """
    _CONTENTS[pack] = content


def packs() -> list[str]:
    """The rule packs that a module may name: shipped, installed, and declared in addition."""
    folder = find_spec("engine.packs")
    places = folder.submodule_search_locations if folder else None
    return sorted({*_shipped(tuple(places or ()), ""), *installed(PACKS), *_CONTENTS})


@cache
def _shipped(places: tuple[str, ...], within: str) -> tuple[str, ...]:
    """The packs in folders, by dotted name: those that have a module `content`.

    A folder that holds packs is none itself.
    """
    found: list[str] = []
    for each in iter_modules(places):
        if each.ispkg:
            name = f"{within}{each.name}"
            inside = tuple(str(PurePath(place, each.name)) for place in places)
            parts = _shipped(inside, f"{name}.")
            if not parts and any(part.name == "content" for part in iter_modules(inside)):
                parts = (name,)
            found += parts
    return tuple(found)


def content_of(pack: str) -> type[Sections]:
    """The model of a pack's sections.

    Raises:
        LookupError: there is no such pack, or it declares none.
    """
    if pack not in _CONTENTS:
        if find_spec(f"engine.packs.{pack}"):
            import_module(f"engine.packs.{pack}.content")
        elif pack in installed(PACKS):
            installed(PACKS)[pack].load()
    if pack not in _CONTENTS:
        raise LookupError(f"there is no rule pack '{pack}'")
    return _CONTENTS[pack]
