"""Reading one file of a module: its text, its tables, its figures, whatever somebody put there.

Whatever cannot be read or is beyond reason is a fault with its place; nothing here raises for what
a folder holds. How files become a module is in `load`.
"""

import math
import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final, cast

from engine.module.check import Fault, FileLine, Sources
from engine.module.sections import Path
from engine.module.shelves import Shelf
from engine.names import flaw, unseen

Tree = dict[str, Any]

TOO_DEEP: Final = "lies too deep; a module's files lie in one folder"
DEEPEST: Final = 20  # tables in tables; the shipped modules need 8
MOST: Final = 10_000_000  # ten times the largest figure of the shipped modules
BEYOND: Final = f"is beyond reason: figures lie between {-MOST:,} and {MOST:,}"
LONGEST_TEXT: Final = 2000  # characters; the shipped modules need 250
MOST_VALUES: Final = 20_000  # keys and entries of a file; the shipped modules need 1,200
LONGEST_NAME: Final = 80  # characters, of names and keys; Discord takes 100 for a role
_LONGEST_FIGURE: Final = 40  # digits; beyond it a figure is named by its line, not read
_DIGITS: Final = re.compile(rf"[0-9_]{{{_LONGEST_FIGURE},}}")
_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]+)\]\]?\s*(?:#.*)?$")
_ENTRY = re.compile(
    r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""
)
_BARE = re.compile(r"[ \t]*[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*[ \t]*")
# Control characters, and those that change the direction of what follows.
_MARKUP: Final = re.compile(r"[\\*~`|<>@#\[\]]")
_CALLS: Final = re.compile(r"@(?=everyone|here|[!&]?\d)|<[@#!/:a-z]|://")
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


class UnreadableFile(Exception):
    """A file of which nothing can be used; `fault` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault

    def __str__(self) -> str:
        return str(self.fault)


def text_of(file: Shelf, name: str) -> str:
    """The text of a file, which faults call `name`; a byte order mark before it is left out.

    Raises:
        Unreadable: it is no file, cannot be opened, or is no text in UTF-8.
    """
    # Asked first, because opening a pipe waits for its writer.
    if not file.is_file():
        raise UnreadableFile(Fault(name, None, "", "", _what_is_there(file)))
    try:
        data = file.read_bytes()
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise UnreadableFile(Fault(name, None, "", "", f"cannot be read: {why}")) from None
    try:
        return data.decode("utf-8-sig")  # Windows' editors put a byte order mark first
    except UnicodeDecodeError as error:
        wide = _is_utf_16(data)
        message = f"is {'text in UTF-16' if wide else 'not text in UTF-8'}; save it as UTF-8"
        line = None if wide else data[: error.start].count(b"\n") + 1
        raise UnreadableFile(Fault(name, line, "", "", message)) from None


def _is_utf_16(data: bytes) -> bool:
    try:
        data.decode("utf-16")
    except UnicodeDecodeError:
        return False
    return data[:2] in _UTF_16


def _what_is_there(file: Shelf) -> str:
    if file.is_dir():
        return "is a folder, not a file"
    return "is a link that leads nowhere" if file.is_symlink() else "is not a file"


def tables_of(text: str, name: str) -> Tree:
    """The tables of a TOML text.

    Raises:
        Unreadable: it is no TOML, or nested or long beyond reason.
    """
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        number = int(line[1]) if line else None
        raise UnreadableFile(Fault(name, number, "", "", f"is not TOML: {error}")) from None
    except RecursionError:
        raise UnreadableFile(_too_deep(name, _deepest_line(text))) from None
    except ValueError:  # Python reads no number of thousands of digits
        raise UnreadableFile(Fault(name, _line_of_digits(text), "", "", BEYOND)) from None
    if _is_too_deep(tree):
        raise UnreadableFile(_too_deep(name, _deepest_line(text)))
    if counted(tree) > MOST_VALUES:
        message = f"has more than {MOST_VALUES:,} keys and entries"
        raise UnreadableFile(Fault(name, None, "", "", message))
    return tree


def counted(tree: Tree) -> int:
    """How many keys and entries a tree has at all depths."""
    number, layer = 0, [list(tree.values())]
    while layer:
        below: list[list[Any]] = []
        for each in layer:
            number += len(each)
            for inner in each:
                if isinstance(inner, dict):
                    below.append(list(cast("Tree", inner).values()))
                elif isinstance(inner, list):
                    below.append(cast("list[Any]", inner))
        layer = below
    return number


def _too_deep(name: str, line: int) -> Fault:
    return Fault(name, line, "", "", f"nests tables and lists more than {DEEPEST} deep")


def _is_too_deep(tree: Tree) -> bool:
    layer: list[object] = [tree]
    for _ in range(DEEPEST):
        layer = [
            inner
            for each in layer
            if isinstance(each, dict | list)
            for inner in (
                cast("Tree", each).values() if isinstance(each, dict) else cast("list[Any]", each)
            )
        ]
    return any(isinstance(each, dict | list) for each in layer)


def _deepest_line(text: str) -> int:
    """The line in which brackets, or the parts of a dotted key, go deepest; the first of several.

    Brackets inside of strings count too: it is to find the place, not to judge it.
    """
    deepest, at, depth = 0, 1, 0
    for number, line in enumerate(text.splitlines(), start=1):
        most = line.partition("=")[0].count(".")
        for letter in line:
            if letter in "[{":
                depth += 1
                most = max(most, depth)
            elif letter in "]}":
                depth -= 1
        if most > deepest:
            deepest, at = most, number
    return at


def _line_of_digits(text: str) -> int | None:
    for number, line in enumerate(text.splitlines(), start=1):
        if _DIGITS.search(line):
            return number
    return None


# ---------------------------------------------------------------- figures


def tame(tree: Tree, places: Sources) -> Iterator[Fault]:
    """Report every figure and text beyond reason, and put another that is not in its place.

    So what is checked afterwards need not expect any; what it says of such a place is not the
    author's figure.
    """
    yield from _tamed(tree, (), places)


def _tamed(node: Any, path: Path, places: Sources) -> Iterator[Fault]:
    items = cast("Any", node.items() if isinstance(node, dict) else enumerate(node))
    for key, value in list(items):
        if isinstance(key, str) and (wrong := _unfit(key, LONGEST_NAME)):
            yield places.fault(path, f"has a key that {wrong}")
            del node[key]
        elif isinstance(value, dict | list):
            yield from _tamed(value, (*path, key), places)
        elif _is_beyond(value):
            yield places.fault((*path, key), BEYOND)
            node[key] = MOST
        elif isinstance(value, str):
            most = LONGEST_NAME if key == "name" else LONGEST_TEXT
            if wrong := _unfit(value, most):
                yield places.fault((*path, key), wrong)
                node[key] = "?"


def _unfit(text: str, most: int) -> str | None:
    """What is wrong with a text, whatever it says; None for nothing."""
    if len(text) > most:
        return f"has {len(text):,} characters, and may have {most:,}"
    if most == LONGEST_NAME and not text.strip():
        return "is empty"
    if (most == LONGEST_NAME and _MARKUP.search(text)) or _CALLS.search(text):
        return "has signs of markup, a mention or a link, which Discord would not show as they are"
    if most == LONGEST_NAME:
        wrong = flaw(text)
    else:
        lines = text.replace("\t", " ").split("\n")
        wrong = next((says for line in lines if (says := unseen(line))), "")
    return f"is not plain text. {wrong}" if wrong else None


def _is_beyond(value: object) -> bool:
    if not isinstance(value, int | float) or (isinstance(value, float) and math.isnan(value)):
        return False  # what is no number is told as such
    return not -MOST <= value <= MOST


# ---------------------------------------------------------------- places of what was read


def places_in(file: str, text: str) -> Sources:
    """Where the tables and keys of a TOML file stand, as far as its lines show it."""
    places, table, counts = Sources(), (), dict[Path, int]()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = _parts(header[2])
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            places.put(table, FileLine(file, number))
        elif entry := _ENTRY.match(line):
            places.put((*table, *_parts(entry[1])), FileLine(file, number))
    return places


def _parts(dotted: str) -> Path:
    """The keys of a dotted key, quotes resolved; none if it is not one after all."""
    if _BARE.fullmatch(dotted):  # nearly all are, and the parser takes its time
        return tuple(dotted.strip(" \t").split("."))
    parts: list[str | int] = []
    try:
        node: Any = tomllib.loads(f"{dotted} = 0")
    except tomllib.TOMLDecodeError:
        return ()
    while isinstance(node, dict):
        key, node = next(iter(cast("Tree", node).items()))
        parts.append(key)
    return tuple(parts)


def nested(table: str, rows: list[str]) -> Tree:
    """The tree that holds the rows of a text grid in a table, whose keys dots part."""
    tree: Tree = {"rows": rows}
    for key in reversed(table.split(".")):
        tree = {key: tree}
    return tree


def places_of_rows(file: str, table: str, number: int) -> Sources:
    """Where the rows of a text grid stand: one on each line."""
    places, path = Sources(), tuple(table.split("."))
    places.put((*path, "rows"), FileLine(file))
    for row in range(number):
        places.put((*path, "rows", row), FileLine(file, row + 1))
    return places
