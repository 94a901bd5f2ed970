"""Recipes: several orders in one form, such as a stack that is formed, filled and sent off.

A recipe asks its questions as an order does, by its fields; its answers become ordinary orders,
which a player's list takes all or none.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from bot.faces.embeds import Drawn
from bot.faces.paint.looks import Looks
from engine.orders import Given, Order, Ref
from engine.state import State
from engine.world import Place


class Recipe(BaseModel, ABC):
    """Several orders from one form. Its first parameter says of what things it is offered."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    name: ClassVar[str]
    """Its name in leads and later packs."""
    title: ClassVar[str]
    """The head of its form."""
    at_once: ClassVar[bool] = False
    """Whether its orders are carried out at once, as all of them may be (`Order.at_once`)."""

    @classmethod
    def picture(cls, state: State, looks: Looks, given: Given) -> Drawn | None:
        """What its form shows beside its questions, of what is answered so far; None: nothing."""
        return None

    @abstractmethod
    def orders(self, state: State, queued: Mapping[str, Place]) -> Iterator[Order]:
        """The orders, in the order in which they are to stand.

        What the first makes is `made(kind, 1)` to the others, and so on. `queued` is what the
        orders in the player's list will make, by their keys, as it is in the state; the answers
        name it by these. Raises `engine.orders.Refused` if the answers fit no orders.
        """


def key_of(place: int) -> str:
    """The key of a recipe's order, by its place from 1, until the list gives it its own."""
    return f"n{place}"


def made(kind: str, place: int) -> Ref:
    """What the order of a recipe at that place, from 1, will make."""
    return Ref(kind, 0, key_of(place))
