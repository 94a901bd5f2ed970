"""What a pack that builds on Cohorts adds to its characters and units."""

from __future__ import annotations

from engine.facts import Tagged
from engine.module.schema import Module
from engine.numbers import Exact


class Extension(Tagged):
    """Base of what is added: one class per pack, kept in the field `ext`.

    What the base game asks of a piece, the pack may answer in its place.
    """

    __slots__ = ()

    def counts_as(self, wounds: Exact) -> int | None:
        """The encounter level of its military unit at that percent of wounds.

        None for the base game's own.
        """
        return None

    def called(self, module: Module) -> str:
        """The name of its type in the pack's own lists; empty for the base game's own."""
        return ""

    def rate(self, mode: str, base: int) -> int:
        """How fast the piece is by land, air or water, if by the base game it is `base`."""
        return base
