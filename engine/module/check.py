"""What is wrong with a module: faults with file, line, table and key, and what was meant.

Turns the findings of the models into faults that a module's author can act on. It reads no files;
`load` does.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, cast

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from engine.module.names import closest, closest_zone, key_of, meant
from engine.module.sections import Data, Path

MISSING: Final = "is missing"
MOST_FAULTS: Final = 1000
"""Of one kind of section that are told one by one; nobody reads more, and telling takes time."""


_MUST: Final = "must be "
_KINDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), f"{_MUST}a whole number"),
    **dict.fromkeys(("float_type", "float_parsing"), f"{_MUST}a number"),
    **dict.fromkeys(("bool_type", "bool_parsing"), f"{_MUST}true or false"),
    **dict.fromkeys(("tuple_type", "list_type"), f"{_MUST}a list in square brackets"),
    **dict.fromkeys(("mapping_type", "dict_type", "model_type"), f"{_MUST}a table"),
    **dict.fromkeys(
        ("date_type", "date_from_datetime_parsing", "date_from_datetime_inexact"),
        f"{_MUST}a date such as 2026-05-31",
    ),
    **dict.fromkeys(("time_type", "time_parsing"), f"{_MUST}a time of day such as 21:30:00"),
    "string_type": f"{_MUST}a text in quotes",
    "greater_than_equal": f"{_MUST}{{ge}} or more",
    "greater_than": f"{_MUST}more than {{gt}}",
    "less_than_equal": f"{_MUST}{{le}} or less",
    "less_than": f"{_MUST}less than {{lt}}",
    "too_short": "has {actual_length} entries, and must have {min_length} or more",
    "too_long": "has more entries than {max_length}",
}
"""What is wrong, in words, by pydantic's name for it."""
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


def faults_of(
    error: ValidationError, model: type[Data], tree: object, places: Sources
) -> Iterator[Fault]:
    """The faults that validating a module's tree against `model` has found.

    Of very many the first are told, and how many more there are.
    """
    if error.error_count() > MOST_FAULTS:
        more = f"and {error.error_count() - MOST_FAULTS:,} more faults; mend these first"
        yield places.fault((), more)
    found: dict[Path, Fault] = {}
    for each in error.errors(include_url=False)[:MOST_FAULTS]:
        least = each.get("ctx", {}).get("min_length", 0)
        if each["type"] == "too_short" and len(each["input"]) >= least:
            continue  # it is long enough, and what is wrong with its entries is told of them
        path = _as_written(each["loc"], tree)
        told = _told(each, model)
        if path in found and told[0].startswith(_MUST):  # it may be of one kind or of another
            one = found[path]
            words = f"{one.message} or {told[0].removeprefix(_MUST)}"
            found[path] = replace(one, message=words, suggestion=one.suggestion or told[1])
        else:
            found[path] = places.fault(path, *told)
    yield from found.values()


def _as_written(found: Path, tree: object) -> Path:
    """Where a model found something, as the files have it: without the kinds that it tried there.

    The last part may be a key that is missing.
    """
    path: list[str | int] = []
    at = tree
    for number, part in enumerate(found, start=1):
        if isinstance(part, int) and isinstance(at, list | tuple):
            entries = cast("Sequence[object]", at)
            at = entries[part] if part < len(entries) else None
        elif isinstance(at, dict) and (part in at or number == len(found)):
            at = cast("dict[str | int, object]", at).get(part)
        else:
            continue
        path.append(part)
    return tuple(path)


def _told(error: ErrorDetails, model: type[Data]) -> tuple[str, str | None]:
    """What is wrong, in words, and which name was meant, if any is near."""
    context = error.get("ctx", {})
    match error["type"]:
        case "missing":
            return MISSING, None
        case "extra_forbidden":
            known, near = meant(str(error["loc"][-1]), _fields_at(model, error["loc"][:-1]))
            return f"is not known here{known}", near
        case "unknown_name":
            return error["msg"], context.get("suggestion")
        case "literal_error" | "enum":
            return _one_of(str(context["expected"]), str(error["input"]))
        case "union_tag_invalid":
            tag = str(context["discriminator"]).strip("'")
            words, near = _one_of(str(context["expected_tags"]), str(context["tag"]))
            return f"has {tag} = '{context['tag']}', which {words}", near
        case "union_tag_not_found":
            return f"lacks {context['discriminator']}, which says what it is", None
        case "zoneinfo_str":
            message = f"names '{context['value']}', which is no time zone such as Europe/Berlin"
            return message, closest_zone(str(context["value"]))
        case "value_error":
            return str(context["error"]), None
        case kind if kind in _KINDS:
            return f"{_KINDS[kind].format(**context)} (it is {_shown(error['input'])})", None
        case _:
            message = error["msg"][:1].lower() + error["msg"][1:]
            return f"{message} (it is {_shown(error['input'])})", None


def _one_of(words: str, given: str) -> tuple[str, str | None]:
    """That it must be one of these, and the one that is near."""
    near = closest(given, words.replace(" or ", ", ").split(", "))
    return f"{_MUST}{words}", near.strip("'") if near else None


def _shown(value: object) -> str:
    """A value as it was given, of a long one its beginning."""
    text = str(value) if isinstance(value, dt.date | dt.time) else repr(value)
    text = text.lower() if isinstance(value, bool) else text
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
        kinds = node.get("discriminator", {}).get("mapping", {})
        if isinstance(part, int):
            node = node.get("items", {})
        elif part in kinds:
            node = {"$ref": kinds[part]}
        else:
            node = node.get("properties", {}).get(part) or node.get("additionalProperties", {})
        for option in node.get("anyOf", ()):
            if "$ref" in option:
                node = option
        if "$ref" in node:
            node = definitions[str(node["$ref"]).rsplit("/", 1)[-1]]
    return [name for name in node.get("properties", {}) if name != "key"]
