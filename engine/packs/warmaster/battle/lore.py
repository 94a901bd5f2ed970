"""The magic that a battle knows: what the spells and items of its armies do, by key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.packs.warmaster.content.items import MagicItem
from engine.packs.warmaster.content.spells import WarSpell


@dataclass(frozen=True, slots=True)
class Lore:
    """The spells and magic items of a module; none for armies without magic."""

    spells: Mapping[str, WarSpell] = field(default_factory=dict[str, WarSpell])
    items: Mapping[str, MagicItem] = field(default_factory=dict[str, MagicItem])


PLAIN: Final = Lore()
