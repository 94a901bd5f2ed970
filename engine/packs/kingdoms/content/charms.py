"""What a module says of combat spells: whose magic they are, and whom they cannot touch.

What they do stands with the encounters; how often and how well spells are cast in general, and
the spells that are actions, are the matter of `arts`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from engine.module.art import IconOrNone
from engine.module.sections import Named, Ref
from engine.packs.kingdoms.pieces.abilities import Magical

Code = Literal["HO", "SP", "CH", "PS", "TE", "IN", "MI", "FI", "IC", "KI", "HA", "CO"]
CODES: Final[tuple[Code, ...]] = get_args(Code)
"""All combat spells; in plans they are written `CA-FI`, and `IT-FI` by an item."""
CodeRef = Annotated[str, Ref(("charms",))]


class Charm(Named):
    """A combat spell (kingdoms.magic.schools); its key is its code.

    `spares` are the kinds of opponents that it cannot touch; if it has `only`, it touches none
    but these. One with `attacks` is cast by who began the encounter alone, and touches no King.
    """

    ability: Magical
    undead: Magical | None = None
    """The ability by which an Undead caster casts it instead (kingdoms.spell.charm)."""
    spares: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    attacks: bool = False
    help: str
    icon: IconOrNone = None
