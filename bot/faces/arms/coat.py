"""Coats of arms: of what a player makes one, and how it reads (cohorts.setup.coat-of-arms).

It has no effect on play and may change at any time, so it is kept with the store's papers and not
in the world, where every change would be a tick. Drawing is in `bot.faces.arms.picture`, choosing
in `bot.faces.arms.parts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Self, get_args

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
    """A coat of arms; the charge lies on the field in a colour of its own."""

    model_config = ConfigDict(frozen=True)

    division: Division = "plain"
    field: Tincture = "blue"
    second: Tincture = "silver"
    charge: Charge = "lion"
    tincture: Tincture = "gold"

    @classmethod
    def of_chance(cls, number: int) -> Self:
        """Arms to begin with, different for most people: of a number such as somebody's id."""
        whole = number >> 22  # the lower bits of Discord's ids say little
        colours = len(TINCTURES)
        field = TINCTURES[whole % colours]
        second = TINCTURES[(whole + 1 + whole // 8 % (colours - 1)) % colours]
        return cls(
            division=DIVISIONS[whole // 64 % len(DIVISIONS)],
            field=field,
            second=second,
            charge=CHARGES[1 + whole // 7 % (len(CHARGES) - 1)],
            tincture=next(each for each in TINCTURES if each not in (field, second)),
        )

    @property
    def words(self) -> str:
        """What the arms show."""
        ground = DIVIDED[self.division].format(self.field, self.second)
        if self.charge == "none":
            return ground
        charge = self.charge.replace("-", " ")
        return f"{ground}, charged with a {self.tincture} {charge}"


def draw_arms(arms: Arms) -> Picture:
    """The picture of a coat of arms, for a worker: the event loop may name it, not run it."""
    from bot.faces.arms import picture

    return picture.draw_arms(arms)
