"""Discord's shards: which of a large bot's guilds are one process's.

Discord deals guilds out over as many shards as the bot asks for, by `(guild >> 22) % count`. A
process has a range of them, and so the files of their guilds and no others.
"""

import re
from dataclasses import dataclass
from math import gcd
from typing import Self

MOST = 4096
"""Number of shards that is enough for ten million guilds."""

_RANGE = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?/(\d{1,4})")


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards from `first` to `last`, both included, of `count`."""

    first: int = 0
    last: int = 0
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """From how hosts write it, such as `0-3/16` or `5/16`. Raises ValueError."""
        found = _RANGE.fullmatch(text.strip())
        if not found:
            raise ValueError("is no range of shards such as 0-3/16")
        first, count = int(found[1]), int(found[3])
        last = int(found[2] or first)
        if not 1 <= count <= MOST:
            raise ValueError(f"asks for {count} shards; there may be 1 to {MOST}")
        if not first <= last < count:
            raise ValueError(f"holds shards that {count} do not have: they count from 0")
        return cls(first, last, count)

    def __str__(self) -> str:
        named = f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"
        return f"{named}/{self.count}"

    @property
    def are_all(self) -> bool:
        """Whether no other process has any."""
        return self.first == 0 and self.last == self.count - 1

    @property
    def ids(self) -> list[int]:
        """Each shard's number."""
        return list(range(self.first, self.last + 1))

    def has(self, guild: int) -> bool:
        """Whether the guild is on one of them."""
        return self.first <= (guild >> 22) % self.count <= self.last

    def overlap(self, other: "Shards") -> bool:
        """Whether a guild could be on one of these and one of those, whatever their counts."""
        common = gcd(self.count, other.count)
        return bool(self._modulo(common) & other._modulo(common))

    def _modulo(self, common: int) -> set[int]:
        return {shard % common for shard in self.ids}

    # ------------------------------------------------------------------ files of the process

    def own(self, name: str) -> str:
        """What a file is called that each process has for itself, such as `bot.lock`.

        `bot.0-3of16.lock` for a range; a process that has all keeps the plain name.
        """
        if self.are_all:
            return name
        stem, dot, ending = name.rpartition(".")
        return f"{stem}.{self.first}-{self.last}of{self.count}{dot}{ending}"

    @classmethod
    def owner_of(cls, found: str, name: str) -> Self | None:
        """Whose file `found` is, if it is what some process calls `name`."""
        if found == name:
            return cls()
        stem, _, ending = name.rpartition(".")
        pattern = rf"{re.escape(stem)}\.(\d+)-(\d+)of(\d+)\.{re.escape(ending)}"
        if match := re.fullmatch(pattern, found):
            first, last, count = map(int, match.groups())
            if first <= last < count <= MOST:
                return cls(first, last, count)
        return None


ALL = Shards()
"""Every guild: one process is enough."""
