"""What a module says of combat spells: whom they cannot touch.

Whose magic they are and how well they are cast stands with all spells (`arts`), what they do with
the encounters.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from engine.module.sections import Data, KeyOf

Code = Literal["HO", "SP", "CH", "PS", "TE", "IN", "MI", "FI", "IC", "KI", "HA", "CO"]
CODES: Final[tuple[Code, ...]] = get_args(Code)
"""All combat spells; in plans they are written `CA-FI`, and `IT-FI` by an item."""
CodeRef = Annotated[str, KeyOf(("charms",))]


class Charm(Data):
    """A combat spell, by its code.

    `spares` are the kinds of opponents that it cannot touch; if it has `only`, it touches none
    but these. One that `attacks` is cast by who began the encounter alone, and touches no King.
    """

    spares: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    attacks: bool = False
