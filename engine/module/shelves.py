"""Where a module's files are read from: a folder of the disk, or files that are held in memory.

Modules that somebody hands in are never written to a disk before they are known to be sound, so all
reading goes by what a folder of the disk and one in memory have in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol


class Shelf(Protocol):
    """A folder, a file, or a name of neither; `pathlib.Path` is one."""

    @property
    def name(self) -> str:
        """The last part of its path."""
        ...

    def is_dir(self) -> bool:
        """Whether it is a folder."""
        ...

    def is_file(self) -> bool:
        """Whether it is a file."""
        ...

    def is_symlink(self) -> bool:
        """Whether it is a link."""
        ...

    def iterdir(self) -> Iterable[Shelf]:
        """What a folder holds."""
        ...

    def read_bytes(self) -> bytes:
        """What a file holds. Raises OSError."""
        ...

    def __truediv__(self, name: str, /) -> Shelf:
        """The thing with that name in a folder, whether or not it exists."""
        ...


@dataclass(frozen=True, slots=True)
class HeldFile:
    """A file in memory; None is one that is not there."""

    name: str
    data: bytes | None

    def is_dir(self) -> bool:
        return False

    def is_file(self) -> bool:
        return self.data is not None

    def is_symlink(self) -> bool:
        return False

    def iterdir(self) -> Iterator[Shelf]:
        raise NotADirectoryError(self.name)

    def read_bytes(self) -> bytes:
        if self.data is None:
            raise FileNotFoundError(self.name)
        return self.data

    def __truediv__(self, name: str, /) -> Shelf:
        return HeldFile(name, None)


@dataclass(frozen=True, slots=True)
class HeldFolder:
    """A folder in memory: of a module with its files, or of modules."""

    name: str
    held: Mapping[str, Shelf] = field(default_factory=dict[str, Shelf])

    @classmethod
    def of_files(cls, name: str, files: Mapping[str, bytes]) -> HeldFolder:
        """The folder of a module, with files by their names."""
        return cls(name, {each: HeldFile(each, data) for each, data in files.items()})

    @classmethod
    def of_modules(cls, modules: Iterable[HeldFolder]) -> HeldFolder:
        """A folder of modules, where those are looked for that others extend."""
        return cls("", {each.name: each for each in modules})

    def is_dir(self) -> bool:
        return True

    def is_file(self) -> bool:
        return False

    def is_symlink(self) -> bool:
        return False

    def iterdir(self) -> Iterator[Shelf]:
        return iter(self.held.values())

    def read_bytes(self) -> bytes:
        raise IsADirectoryError(self.name)

    def __truediv__(self, name: str, /) -> Shelf:
        return self.held.get(name) or HeldFile(name, None)
