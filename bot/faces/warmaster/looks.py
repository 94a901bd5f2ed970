"""How the content of a Warmaster module is drawn: types, lists, items and spells by their icons.

What has none in the module is shown by the icon of its kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.paint.looks import Looks
from engine.packs import Rules
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.content.items import ItemKind
from engine.packs.warmaster.content.lists import Kind, Role

KINDS: Final[dict[Kind, str]] = {
    "infantry": "barbute",
    "cavalry": "cavalry",
    "chariot": "chariot",
    "monster": "dragon-head",
    "machine": "catapult",
}
"""The icons of kinds of units, and of units without a type."""
ROLES: Final[dict[Role, str]] = {
    "general": "crown",
    "hero": "winged-sword",
    "wizard": "wizard-staff",
    "runesmith": "anvil",
}
"""The icons of characters on the field."""
ITEMS: Final[dict[ItemKind, str]] = {
    "standard": "knight-banner",
    "weapon": "broadsword",
    "device": "crystal-ball",
}
"""The icons of kinds of magic items."""
SPELL: Final = "fire-spell-cast"
LIST: Final = "tusks-flag"

_Icons = Iterator[tuple[tuple[str, str], str]]


def looks_of(rules: Rules) -> Looks:
    """The icons of what the module holds for Warmaster."""
    return Looks(icons=dict(_icons(rules.module.content(WarmasterContent))))


def _icons(war: WarmasterContent) -> _Icons:
    for army in reversed([*war.army_lists.values()]):  # of types of one key the first counts
        for kind in army.units.values():
            yield ("army_units", kind.key), kind.icon or KINDS[kind.kind]
    for army in war.army_lists.values():
        yield ("army_lists", army.key), army.icon or LIST
        for kind in army.units.values():
            yield ("army_units", f"{army.key}.{kind.key}"), kind.icon or KINDS[kind.kind]
    for item in war.magic_items.values():
        yield ("magic_items", item.key), item.icon or ITEMS[item.kind]
    for spell in war.war_spells.values():
        yield ("war_spells", spell.key), spell.icon or SPELL


def unit_icon(looks: Looks, army: str, type: str, kind: Kind) -> str:
    """The icon of a unit of an army list, or of whichever list has its type.

    Without a type it is that of its kind.
    """
    of_any = looks.icon("army_units", type, KINDS[kind])
    return looks.icon("army_units", f"{army}.{type}", of_any)


def spell_icon(looks: Looks, spell: str) -> str:
    """The icon of a spell of the army lists by its key."""
    return looks.icon("war_spells", spell, SPELL)


def list_icon(looks: Looks, army: str) -> str:
    """The icon of an army list by its key."""
    return looks.icon("army_lists", army, LIST)
