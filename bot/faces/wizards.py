"""Guided forms: pages on which something is put together by tapping, until it is done at once.

A face describes one as a value: what it begins with, its pages, and the orders in which it ends.
The message that shows it (`bot.orders.guided`) knows nothing of what is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from bot.faces.choices.asking import Asking
from bot.faces.leads import Lead
from bot.faces.pages import D, FormPosition, Page
from engine.orders import Order


@dataclass(frozen=True, slots=True)
class Here(Generic[D]):
    """What a page is made from."""

    asking: Asking
    """Who makes it, and what the faction knows."""
    draft: D
    at: FormPosition


@dataclass(frozen=True, slots=True, kw_only=True)
class Guided(Generic[D]):
    """A guided form."""

    name: str
    begin: Callable[[Asking, str], D]
    """What it begins with, for what a lead says of it. Raises `Unanswered`."""
    pages: Mapping[str, Callable[[Here[D]], Page[D]]]
    """By name, the first of them first. Nothing that draws is imported with them: they are made on
    the event loop, and their pictures in a worker."""
    orders: Callable[[D], Sequence[Order]]
    """In what it ends; each may be carried out at once. What the first makes is `made(kind, 1)` to
    the others (`bot.faces.macros`)."""
    write: Callable[[D], str]
    """A draft as JSON, to be taken up again later."""
    read: Callable[[str], D]
    """The draft that `write` wrote. Raises ValueError if it was in the form of another version."""
    after: Callable[[D], Sequence[Lead]] = lambda _: ()
    """What may come next."""

    @property
    def first(self) -> FormPosition:
        """The page on which it begins."""
        return FormPosition(next(iter(self.pages)))
