"""What a module says of features: where they are, what guards them, what they hold and give."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from engine.module.art import IconOrNone
from engine.module.sections import KeyOf, Named
from engine.packs.kingdoms.content.beings import BeingKey, Count, Percent

Benefit = Literal["grove", "oracle", "oasis", "graves", "library", "eyrie", "spring"]
SEARCHED: Final[tuple[Benefit, ...]] = ("grove", "oracle", "graves", "library", "spring")
"""Benefits that a Search gains; the others come with the province (kingdoms.feature.benefits)."""
ONCE: Final[tuple[Benefit, ...]] = ("graves", "library")
"""Benefits that only the first Search gains."""


class Hoard(Named):
    """How a hoard is drawn (kingdoms.feature.hoards): some d10 of gold, and items by chance."""

    gold: Count
    """How many d10."""
    items: tuple[Percent, ...] = ()


class SiteKind(Named):
    """A feature (kingdoms.feature.table).

    Its guardian is one of `guardians`; without any it has none. `tax` is by how much the tax base
    is higher for an owner of the province who has discovered it.
    """

    grounds: Annotated[tuple[Annotated[str, KeyOf(("grounds",))], ...], Field(min_length=1)]
    guardians: tuple[BeingKey, ...] = ()
    hoard: Annotated[str, KeyOf(("hoards",))] | None = None
    tax: Count = 0
    benefit: Benefit | None = None
    help: str = ""
    icon: IconOrNone = None
