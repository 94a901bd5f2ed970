"""Items that there are once: their own names, and what is bestowed on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from engine.facts import facts
from engine.fields import Within
from engine.module.sections import Key
from engine.packs.cohorts.content.item_keys import Item, ItemName
from engine.world import Record, World


@facts
class Unique(Record):
    """An item that there is once (cohorts.order.college-create-unique-item)."""

    refers: ClassVar[Mapping[str, str]] = {"maker": "city"}

    name: str
    item: Annotated[str, ItemName()]
    """The key of its kind."""
    plus: Annotated[int, Within(0, 9)]
    bestowed: Annotated[tuple[str, ...], Key(("enchantments",))]
    """The enchantments on it, at most `plus` (cohorts.order.college-bestow-enchantment)."""
    spell: Annotated[str, Key(("spells",), also=("",))]
    """The strategic spell it grants, empty for none."""
    maker: int = 0
    """The city in whose possessions it will appear, 0 once it has."""


def unique_of(world: World, item: Item) -> Unique | None:
    """The unique item that this is, as far as the world or view knows of it."""
    return world.find(Unique, item.unique) if item.unique else None
