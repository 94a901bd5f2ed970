"""The magic that a battle knows: what the spells and items of its armies do, by key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Final

from engine.facts import Tagged, facts
from engine.packs.warmaster.battle.values import Army
from engine.packs.warmaster.content.items import MagicItem
from engine.packs.warmaster.content.spells import WarSpell


@facts
class Lore(Tagged, pack="warmaster"):
    """The spells and magic items of a battle, so that its record tells what they did."""

    spells: Mapping[str, WarSpell] = field(default_factory=dict[str, WarSpell])
    items: Mapping[str, MagicItem] = field(default_factory=dict[str, MagicItem])

    def of(self, armies: Iterable[Army]) -> Lore:
        """What these armies bring of it."""
        spells: set[str] = set()
        items: set[str] = set()
        for army in armies:
            for captain in army.captains:
                spells.update(captain.spells)
                items.add(captain.item)
            items.update(troop.item for troop in army.troops)
        return Lore(
            spells={key: self.spells[key] for key in sorted(spells)},
            items={key: self.items[key] for key in sorted(items) if key},
        )


PLAIN: Final = Lore()
