"""A class name means one thing to its reader: it is used once among the files read together."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).parents[1]
SYSTEMS = ("warlords", "kingdoms", "warmaster")
ORDER = "Order"
"""What orders derive from. Their names are the words of their commands: two games may both have
`Move`."""


def classes() -> Iterator[tuple[str, str, list[str], str]]:
    """Room, name, bases and file of each public class."""
    for path in sorted(each for root in ("engine", "bot") for each in (ROOT / root).rglob("*.py")):
        file = path.relative_to(ROOT)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                bases = [ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases]
                yield room(file), node.name, bases, f"{file}:{node.lineno}"


def room(file: Path) -> str:
    """Where a class is read: `engine`, `faces` or `bot`, and a system's own part of it."""
    parts = file.parts
    layer = "faces" if parts[1] == "faces" else parts[0]
    return " ".join((layer, *(part for part in parts[1:-1] if part in SYSTEMS)))


def read_together() -> list[set[str]]:
    """Rooms among which a name is used once: a frame with Cohorts, each system with these.

    Warlords, Kingdoms and Warmaster are never read together, so they may share a rulebook's word.
    """
    layers = [{layer, f"{layer} {each}"} for layer in ("engine", "faces") for each in SYSTEMS]
    return [*layers, {"bot"}]


def test_a_class_name_is_used_once_among_the_files_read_together():
    found = list(classes())
    orders = {ORDER}
    while more := {name for _, name, bases, _ in found if orders & {*bases}} - orders:
        orders |= more
    places: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for where, name, bases, file in found:
        if not orders & {*bases}:
            places[name].append((where, file))
    twice = {
        f"{name}: {one[1]} and {other[1]}"
        for name, used in places.items()
        for one, other in combinations(used, 2)
        if any({one[0], other[0]} <= rooms for rooms in read_together())
    }
    assert not twice, "\n".join(sorted(twice))
