"""What an item is called in the world: its kind with enchantment, quality, poison or a name.

Possessions and equipment hold items by such names: `spear`, `broadsword+2`, `potion_of_mana*3`,
`dagger~foxglove_venom*4`, `mithril_axe+3#12`, `scroll_of_fireball*12`. What an item does stands in
the module and in `bonuses`; who holds how many of it in `possessions`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from pydantic_core import PydanticCustomError

from engine.fields import Check
from engine.module.sections import Key, Validation

_NAME = re.compile(
    r"(?P<key>[^+*~#]+)"
    r"(?:\+(?P<plus>[1-9]))?"
    r"(?:\*(?P<quality>[1-9]\d{0,2}))?"
    r"(?:~(?P<poison>[^+*~#]+)\*(?P<strength>[1-9]))?"
    r"(?:#(?P<unique>\d{1,9}))?"
)


class Item(NamedTuple):
    """A type of item: two of the same type are held as one count (cohorts.item.attributes)."""

    key: str
    """Its kind: the module's arms, gear, mounts, potions and resources, recruits of a race, or a
    scroll of a spell."""
    plus: int = 0
    """The enchantment level (cohorts.table.enchantment-levels)."""
    quality: int = 0
    """Of what is brewed: 1 to 7 (cohorts.skill.potions). Of a scroll: the level at which its spell
    is cast (cohorts.skill.scroll-making)."""
    poison: str = ""
    """The poison on a weapon (cohorts.order.make-poison-weapons)."""
    poison_quality: int = 0
    unique: int = 0
    """The `Unique` that it is, 0 for a standard item."""

    def __str__(self) -> str:
        text = self.key
        if self.plus:
            text += f"+{self.plus}"
        if self.quality:
            text += f"*{self.quality}"
        if self.poison:
            text += f"~{self.poison}*{self.poison_quality}"
        return f"{text}#{self.unique}" if self.unique else text

    @property
    def standard(self) -> bool:
        """Whether nothing sets it apart from others of its kind but its enchantment level."""
        return not (self.quality or self.poison or self.unique)


@lru_cache(4096)
def item_of(name: str) -> Item:
    """The item of a name; a name in none of these forms is a separate kind."""
    found = _NAME.fullmatch(name)
    if not found:
        return Item(name)
    return Item(
        found["key"],
        int(found["plus"] or 0),
        int(found["quality"] or 0),
        found["poison"] or "",
        int(found["strength"] or 0),
        int(found["unique"] or 0),
    )


_RECRUITS = "_recruits"


def recruits_item(race: str) -> str:
    """The item that recruits of a race are in possessions (cohorts.race.recruits-as-items)."""
    return race + _RECRUITS


def race_of_recruits(item: str) -> str:
    """The race whose recruits an item is; empty for any other item."""
    return item.removesuffix(_RECRUITS) if item.endswith(_RECRUITS) else ""


SCROLL: Final = "scroll_of_"
"""How the kind of a scroll begins; the key of its spell follows."""
_KINDS: Final = Key(
    ("weapons", "armors", "gear", "mounts", "potions", "resources", "artillery"), things=True
)


class ItemName(Check):
    """Marks the name of an item: every part of it is known to the module."""

    def flaw(self, text: str, reading: Validation) -> str:
        item = item_of(text)
        race, spell = race_of_recruits(item.key), item.key.removeprefix(SCROLL)
        if item.poison and reading.find(item.poison, "potions") != item.poison:
            return "names no poison of the module"
        if race and reading.find(race, "races") == race:
            return ""
        if spell != item.key and reading.find(spell, "spells") == spell:
            return ""
        try:
            found = _KINDS.find(item.key, reading)
        except PydanticCustomError as error:
            found = (error.context or {}).get("suggestion")
        if found == item.key:
            return ""
        return "is no item of the module" + (f"; perhaps “{found}” is meant" if found else "")
