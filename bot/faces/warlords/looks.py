"""How the content of a Warlords module is drawn: unit and hero types with an icon of their own."""

from __future__ import annotations

from bot.faces.paint.looks import Looks
from engine.packs import Rules
from engine.packs.warlords.content import WarContent


def looks_of(rules: Rules) -> Looks:
    """The icons of types, by their names, as battles know them."""
    content = rules.module.content(WarContent)
    tables = {"unit_types": content.unit_types, "hero_types": content.hero_types}
    return Looks(
        icons={
            (table, each.name): each.icon
            for table, types in tables.items()
            for each in types.values()
            if each.icon
        }
    )
