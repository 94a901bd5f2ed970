"""What distributions that are installed beside the bot bring: rule packs, and what goes with them.

A distribution names its parts as entry points (the standard way of Python packaging), in groups
such as `hexmuster.packs`. What is shipped is not found here, and no part is known here by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final

PACKS: Final = "hexmuster.packs"
"""The group of rule packs: a pack's name, and where its `Pack` is, such as `skirmish:PACK`."""
DATA: Final = "hexmuster.data"
"""The group of data: any name, and the package whose folders are laid out as those of `data`."""


@cache
def installed(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group by name, in order of name; read once, nothing of them is loaded.

    Raises:
        LookupError: two distributions bring one of the same name.
    """
    found: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=group), key=lambda each: (each.name, each.value)):
        other = found.setdefault(point.name, point)
        if other.value != point.value:
            raise LookupError(
                f"{point.name!r} of {group} is installed twice, as {other.value} and {point.value}"
            )
    return found


def folders(name: str) -> tuple[Path, ...]:
    """The folders of that name, such as `modules` or `rulebook`, in the data that is installed.

    Raises:
        LookupError: an entry point names a package that is not there.
    """
    found: list[Path] = []
    for point in installed(DATA).values():
        spec = find_spec(point.module)
        if spec is None:
            raise LookupError(f"{point.name!r} of {DATA} names {point.value}, which is not there")
        found.extend(Path(place) / name for place in spec.submodule_search_locations or ())
    return tuple(folder for folder in found if folder.is_dir())
