"""Reads cases that somebody brings along: the files of the folder that `RULE_CASES` names.

It trusts nothing in them. A file that cannot be read becomes a separate error, so that the other
files are still run.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import yaml
from pydantic import BaseModel, ConfigDict, JsonValue, TypeAdapter, ValidationError

from tests.rules.harness import Case

LARGEST: Final = 1024 * 1024  # bytes; the largest file of the rulebook has a quarter of it
DEEPEST: Final = 50


class BroughtFileError(Exception):
    """The cases of a file cannot be run; the message names it and says why."""


class Brought(BaseModel):
    """A case as it stands in a file."""

    model_config = ConfigDict(extra="forbid")

    id: str
    given: dict[str, JsonValue]
    expect: dict[str, JsonValue]


_FILE: Final = TypeAdapter(list[Brought])


def brought_cases(folder: Path) -> list[tuple[str, Case | BroughtFileError]]:
    """Every case in the YAML files under a folder, by its id; a bad file by its name."""
    paths = sorted(
        path for path in folder.rglob("*") if path.suffix in {".yaml", ".yml"} and path.is_file()
    )
    if not paths:
        return [(folder.name, BroughtFileError(f"RULE_CASES={folder}: there is no YAML file"))]
    found: list[tuple[str, Case | BroughtFileError]] = []
    for path in paths:
        try:
            found.extend((case.id, case) for case in _read(path))
        except BroughtFileError as error:
            found.append((path.name, error))
    return found


def _read(path: Path) -> list[Case]:
    try:
        if (size := path.stat().st_size) > LARGEST:
            raise BroughtFileError(
                f"{path.name}: {size} bytes, more than the {LARGEST} that are read"
            )
        text = path.read_text(encoding="utf-8")
        _refuse_traps(path, text)
        cases = _FILE.validate_python(yaml.load(text, Loader=yaml.CSafeLoader))
    except (OSError, UnicodeDecodeError) as error:
        raise BroughtFileError(f"{path.name}: cannot be read: {error}") from error
    except (yaml.YAMLError, ValueError) as error:
        what = _shape(error) if isinstance(error, ValidationError) else f"not YAML: {error}"
        raise BroughtFileError(f"{path.name}: {what}") from error
    return [Case(case.id, case.given, case.expect) for case in cases]


def _refuse_traps(path: Path, text: str) -> None:
    """Aliases can make a small file endless, and deep nesting ends the YAML library's process."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if isinstance(event, yaml.AliasEvent) or depth > DEEPEST:
            line = event.start_mark.line + 1
            raise BroughtFileError(
                f"{path.name}, line {line}: an alias, or nested over {DEEPEST} deep"
            )


def _shape(error: ValidationError) -> str:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return (
        "a list of cases with id, given and expect is wanted; "
        f"{place or 'the file'}: {first['msg']} (dates must be quoted)"
    )
