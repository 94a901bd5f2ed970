"""Items that there are once: their own names, and what is bestowed on them."""

from __future__ import annotations

from engine.facts import facts
from engine.packs.cohorts.content.item_keys import Item
from engine.world import Record, World


@facts
class Unique(Record):
    """An item that there is once (cohorts.order.college-create-unique-item)."""

    kind = "unique"

    name: str
    item: str
    """The key of its kind."""
    plus: int
    bestowed: tuple[str, ...]
    """The enchantments on it, at most `plus` (cohorts.order.college-bestow-enchantment)."""
    spell: str
    """The strategic spell it grants, empty for none."""
    maker: int = 0
    """The city in whose possessions it will appear, 0 once it has."""


def unique_of(world: World, item: Item) -> Unique | None:
    """The unique item that this is, as far as the world or view knows of it."""
    return world.find(Unique, item.unique) if item.unique else None
