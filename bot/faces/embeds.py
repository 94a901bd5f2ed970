"""Cards: a title, words and named fields, with pictures, as plain values that Discord shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.faces.paint.picture import Picture


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture that is still to be drawn, in a worker."""

    draw: Callable[..., Picture]
    """A function of a module, which takes `about`. What draws is imported inside it."""
    about: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A headed part of a card; those that are `beside` may stand side by side."""

    name: str
    text: str
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """What is shown at once. The view that shows it cuts what is too long."""

    title: str
    text: str
    fields: tuple[Field, ...] = ()
    footer: str = ""
    picture: Picture | Drawn | None = None
    thumbnail: Picture | Drawn | None = None
