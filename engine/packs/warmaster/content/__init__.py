"""What a module holds for Warmaster, as typed sections, one file a subject."""

from __future__ import annotations

from typing import ClassVar

from engine.module.sections import declare
from engine.packs.warmaster.content.campaign import CampaignSections
from engine.packs.warmaster.content.fields import FieldContent
from engine.packs.warmaster.content.items import ItemContent, MagicItem
from engine.packs.warmaster.content.lists import ArmyList, ListContent, UnitType
from engine.packs.warmaster.content.spells import SpellContent, WarSpell

__all__ = ["ArmyList", "MagicItem", "UnitType", "WarSpell", "WarmasterContent"]


class WarmasterContent(ListContent, SpellContent, ItemContent, FieldContent, CampaignSections):
    """The sections of the Warmaster pack, by the names of their tables in a module's files."""

    things: ClassVar[tuple[str, ...]] = ("magic_items",)


declare("warmaster", WarmasterContent)
