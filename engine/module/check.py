"""What is wrong with a module: faults with file, line, table and key, and what was meant.

Turns the findings of the models into faults that a module's author can act on. It reads no files;
`load` does.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, cast

from pydantic import ValidationError

from engine.module.names import closest, key_of
from engine.module.sections import Data, Path

MISSING: Final = "is missing"
MOST_FAULTS: Final = 1000
"""Of one kind of section that are told one by one; nobody reads more, and telling takes time."""


_LONGEST_VALUE: Final = 200  # characters of a value that a fault repeats


@dataclass(frozen=True, slots=True)
class FileLine:
    """Where something stands in a module's files; `line` counts from 1."""

    file: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a module. `suggestion` is the name that was probably meant.

    With a `warning` the module can be played all the same.
    """

    file: str
    line: int | None
    table: str
    key: str
    message: str
    suggestion: str | None = None
    warning: bool = False

    @property
    def where(self) -> tuple[str, int | None, str, str]:
        """What it is about: file, line, table and key."""
        return self.file, self.line, self.table, self.key

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        table = f" [{self.table}]" if self.table else ""
        key = f" {self.key}" if self.key else ""
        hint = f"; did you mean '{self.suggestion}'?" if self.suggestion else ""
        kind = " warning:" if self.warning else ""
        return f"{place}:{kind}{table}{key} {self.message}{hint}"


class ModuleError(Exception):
    """A module that cannot be used; `faults` says everything that is wrong with it."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


class Sources:
    """Which file and line each path of a module comes from; the last file that says it counts."""

    def __init__(self) -> None:
        self._places: dict[tuple[str, ...], FileLine] = {}

    def put(self, path: Path, place: FileLine) -> None:
        """Note where a path is written, and the tables around it if nothing else tells of them."""
        keys = _normal(path)
        self._places[keys] = place
        for length in range(1, len(keys)):
            self._places.setdefault(keys[:length], place)

    def update(self, other: "Sources") -> None:
        """Take over the places of a module that extends this one."""
        self._places.update(other._places)

    def of(self, path: Path) -> FileLine:
        """The place of the path, or of the nearest table around it that is written anywhere."""
        keys = _normal(path)
        for length in range(len(keys), 0, -1):
            if keys[:length] in self._places:
                return self._places[keys[:length]]
        return self._places.get((), FileLine("module.toml"))

    def fault(self, path: Path, message: str, suggestion: str | None = None) -> Fault:
        """A fault of what the path names."""
        place = self.of(path)
        while path and isinstance(path[-1], int):
            path = path[:-1]
        table, key = _written(path[:-1]), str(path[-1]) if path else ""
        return Fault(place.file, place.line, table, key, message, suggestion)


def _normal(path: Path) -> tuple[str, ...]:
    return tuple(key_of(str(part)) for part in path)


def _written(path: Path) -> str:
    """A path as people write it, entries of a list counted from 1: `characters[2]`."""
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def faults_of(error: ValidationError, model: type[Data], places: Sources) -> Iterator[Fault]:
    """The faults that validating a module's tree against `model` has found.

    Of very many the first are told, and how many more there are.
    """
    if error.error_count() > MOST_FAULTS:
        more = f"and {error.error_count() - MOST_FAULTS:,} more faults; mend these first"
        yield places.fault((), more)
    for each in error.errors(include_url=False)[:MOST_FAULTS]:
        path: Path = tuple(part for part in each["loc"] if part != "[key]")
        context = each.get("ctx", {})
        match each["type"]:
            case "missing":
                yield places.fault(path, MISSING)
            case "extra_forbidden":
                known = _fields_at(model, path[:-1])
                yield places.fault(path, "is not known here", closest(str(path[-1]), known))
            case "unknown_name":
                yield places.fault(path, each["msg"], context.get("suggestion"))
            case "literal_error":
                words = str(context["expected"])
                near = closest(str(each["input"]), words.replace(" or ", ", ").split(", "))
                yield places.fault(path, f"must be {words}", near.strip("'") if near else None)
            case "value_error":
                yield places.fault(path, str(context["error"]))
            case _:
                message = each["msg"][:1].lower() + each["msg"][1:]
                yield places.fault(path, f"{message} (it is {_shown(each['input'])})")


def _shown(value: object) -> str:
    """A value as it was given, of a long one its beginning."""
    text = repr(value)
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"


@cache
def _schema(model: type[Data]) -> dict[str, Any]:
    return model.model_json_schema()


def _fields_at(model: type[Data], path: Path) -> list[str]:
    """The names that may be given in the table at the path."""
    schema = _schema(model)
    definitions = cast("Mapping[str, dict[str, Any]]", schema.get("$defs", {}))
    node: dict[str, Any] = schema
    for part in path:
        if isinstance(part, int):
            node = node.get("items", {})
        else:
            node = node.get("properties", {}).get(part) or node.get("additionalProperties", {})
        for option in node.get("anyOf", ()):
            if "$ref" in option:
                node = option
        if "$ref" in node:
            node = definitions[str(node["$ref"]).rsplit("/", 1)[-1]]
    return [name for name in node.get("properties", {}) if name != "key"]
