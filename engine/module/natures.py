"""The natures of computer players: what they want, as weights that every system reads its own way.

How a wish is followed is said by the pack (`engine.packs.Pack.rival`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from engine.module.sections import Named

Wish = Literal["land", "war", "gold", "people", "lore", "guile", "peace"]
"""More land, fights with others, riches, people to lead, learning and magic, secrets, treaties."""
USUAL: Final = 5
"""The weight of a wish of which a nature says nothing."""


class RivalNature(Named):
    """What a computer player wants: each wish from 0, which it never follows, to 10."""

    help: str = ""
    wishes: Mapping[Wish, Annotated[int, Field(ge=0, le=10)]] = {}

    def wants(self, wish: Wish) -> int:
        """How much it wants something, 0 to 10."""
        return self.wishes.get(wish, USUAL)


PLAIN: Final = RivalNature(key="plain", name="Plain")
"""The nature of computer players of a module that describes none: it wants everything alike."""
