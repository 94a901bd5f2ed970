"""Coats of arms: of what a player makes one, and how it reads (cohorts.setup.coat-of-arms).

It has no effect on play and may change at any time, so it is kept with the store's papers and not
in the world, where every change would be a tick. Drawing is in `bot.faces.arms.picture`, choosing
in `bot.faces.arms.parts`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, Literal, Self, TypeVar, get_args

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from bot.faces.paint.picture import Picture

Tincture = Literal["gold", "silver", "red", "blue", "green", "purple", "black", "orange"]
Division = Literal[
    "plain",
    "halves",
    "bars",
    "bend",
    "quarters",
    "saltire",
    "chevron",
    "chief",
    "pale",
    "fess",
    "cross",
    "stripes",
    "checks",
    "rays",
    "border",
]
Charge = Literal[
    "none",
    "anchor",
    "anvil",
    "battle-axe",
    "broadsword",
    "bull-horns",
    "castle",
    "crossed-swords",
    "crown",
    "double-fish",
    "eagle-head",
    "flame",
    "horse-head",
    "lion",
    "moon",
    "oak",
    "oak-leaf",
    "polar-star",
    "raven",
    "sea-dragon",
    "sheep",
    "skull-crossed-bones",
    "spell-book",
    "sun",
    "wheat",
]
TINCTURES: tuple[Tincture, ...] = get_args(Tincture)
DIVISIONS: tuple[Division, ...] = get_args(Division)
CHARGES: tuple[Charge, ...] = get_args(Charge)
METALS: Final[tuple[Tincture, ...]] = ("gold", "silver")
SEVERAL: Final[tuple[Charge, ...]] = ("bull-horns", "crossed-swords", "double-fish", "wheat")
"""Charges that are more than one thing, or no thing that one counts."""
T = TypeVar("T")

DIVIDED: dict[Division, str] = {
    "plain": "all {0}",
    "halves": "{0} and {1} side by side",
    "bars": "{0} over {1}",
    "bend": "parted aslant, {0} and {1}",
    "quarters": "quarters of {0} and {1}",
    "saltire": "a {1} saltire on {0}",
    "chevron": "a {1} chevron on {0}",
    "chief": "{0} under a {1} chief",
    "pale": "{0} with a {1} pale",
    "fess": "{0} with a {1} fess",
    "cross": "a {1} cross on {0}",
    "stripes": "stripes of {0} and {1}",
    "checks": "checks of {0} and {1}",
    "rays": "rays of {0} and {1}",
    "border": "{0} within a {1} border",
}
"""Each division in words, with the field's colour and the second one."""


class Arms(BaseModel):
    """A coat of arms; the charge is drawn on the field in a separate colour."""

    model_config = ConfigDict(frozen=True)

    division: Division = "plain"
    field: Tincture = "blue"
    second: Tincture = "silver"
    charge: Charge = "lion"
    tincture: Tincture = "gold"

    @classmethod
    def of_chance(cls, number: int) -> Self:
        """Arms to begin with, different for most people: of a number such as somebody's id.

        The charge is metal on a colour or a colour on metal, so that it stands out.
        """
        lots = _Lots(number)
        field = lots.one(TINCTURES)
        other: list[Tincture] = [
            each for each in TINCTURES if (each in METALS) != (field in METALS)
        ]
        second = lots.one(other)
        return cls(
            division=lots.one(DIVISIONS),
            field=field,
            second=second,
            charge=lots.one(CHARGES[1:]),
            tincture=lots.one([each for each in other if each != second]),
        )

    @classmethod
    def to_begin_with(cls, everyone: Iterable[int], whose: int) -> Self:
        """The arms with which one of several people begins; no two of them begin alike.

        `everyone` are their numbers in the order in which they came; who is not among them comes
        last.
        """
        taken: set[Self] = set()
        for number in dict.fromkeys((*everyone, whose)):
            arms, more = cls.of_chance(number), number
            while arms in taken:
                more += 1
                arms = cls.of_chance(more)
            if number == whose:
                return arms
            taken.add(arms)
        raise AssertionError("whose arms are asked for is among those who have some")

    @property
    def words(self) -> str:
        """What the arms show."""
        ground = divided(self.division, self.field, self.second)
        if self.charge == "none":
            return ground
        charge = self.charge.replace("-", " ")
        article = "" if self.charge in SEVERAL else f"{_article(self.tincture)} "
        return f"{ground}, charged with {article}{self.tincture} {charge}"


def divided(division: Division, field: str, second: str) -> str:
    """A division of these colours in words."""
    words = DIVIDED[division].replace("a {1}", f"{_article(second)} {{1}}")
    return words.format(field, second)


def _article(colour: str) -> str:
    return "an" if colour[0] in "aeiou" else "a"


class _Lots:
    """Draws that are always the same for a number, every bit of which counts."""

    def __init__(self, number: int) -> None:
        digest = hashlib.blake2b(str(number).encode(), digest_size=16).digest()
        self._left = int.from_bytes(digest, "big")

    def one(self, choices: Sequence[T]) -> T:
        """One of them."""
        self._left, place = divmod(self._left, len(choices))
        return choices[place]


def draw_arms(arms: Arms) -> Picture:
    """The picture of a coat of arms, for a worker: the event loop may name it, not run it."""
    from bot.faces.arms import picture

    return picture.draw_arms(arms)
