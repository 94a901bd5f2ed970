"""Names for generated cities and regions, each given once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from engine.dice import Dice
from engine.module.names import key_of
from engine.module.sections import Data

_TRIES = 6


class Syllables(Data):
    """Names made of a first and a last part; where they meet, no letter comes three times."""

    first: Annotated[tuple[str, ...], Field(min_length=1)]
    last: Annotated[tuple[str, ...], Field(min_length=1)]


@dataclass(slots=True)
class Namer:
    """Draws names; what it has given or was told is taken it does not give again."""

    dice: Dice
    qualifiers: Sequence[str]
    taken: dict[str, None] = field(default_factory=dict[str, None])

    def take(self, name: str) -> bool:
        """Reserve a name; False if it is taken already."""
        if key_of(name) in self.taken:
            return False
        self.taken[key_of(name)] = None
        return True

    def draw(self, syllables: Syllables) -> str:
        """A new name: of two parts, then with a qualifier, at last with a number."""
        name = self._join(syllables)
        for _ in range(_TRIES):
            if self.take(name):
                return name
            name = self._join(syllables)
        for qualifier in [self.dice.pick(self.qualifiers), *self.qualifiers]:
            if self.take(f"{qualifier} {name}"):
                return f"{qualifier} {name}"
        number = 2
        while not self.take(f"{name} {number}"):
            number += 1
        return f"{name} {number}"

    def _join(self, syllables: Syllables) -> str:
        first, last = self.dice.pick(syllables.first), self.dice.pick(syllables.last)
        # No letter three times: Skirr and roost make Skirroost.
        return first + (last[1:] if first.endswith(2 * last[0]) else last)
