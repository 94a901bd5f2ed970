"""What a module says about fights on the sand: the styles there are, and some figures."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.module.sections import Data, Named, Sections, Table, declare


class Style(Named):
    """A way of fighting (skirmish.duel.styles)."""

    strength: Annotated[int, Field(ge=0, le=9)]
    """Added to each throw of a duel."""
    help: str


class Bouts(Data):
    """The figures of duels."""

    blows: Annotated[int, Field(ge=1, le=9)]
    """The most exchanges of a duel (skirmish.duel.course)."""
    wounds: Annotated[int, Field(ge=1, le=9)]
    """Number from which a fighter is carried off the sand (skirmish.duel.wounds)."""
    drill: Annotated[int, Field(ge=0, le=9)]
    """The most that drill adds to a fighter's throws (skirmish.fighter.drill)."""
    laurels: Annotated[int, Field(ge=1)]
    """The season is over once a school has won that many duels (skirmish.season.laurels)."""


class Content(Sections):
    """The sections that the pack brings."""

    needs: ClassVar[tuple[str, ...]] = ("map",)

    styles: Annotated[Table[Style], Field(min_length=1)]
    bouts: Bouts


declare("skirmish", Content)
