"""What a module holds for Warmaster, as typed sections, one file a subject."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import ValidationInfo, field_validator

from engine.module.sections import KeyOf, Sections, Validation, declare
from engine.packs.warmaster.content.campaign import CampaignSections
from engine.packs.warmaster.content.items import ItemContent, MagicItem
from engine.packs.warmaster.content.lists import ArmyList, Feature, ListContent, UnitType
from engine.packs.warmaster.content.spells import SpellContent, WarSpell


class FieldContent(Sections):
    """The section of the fields."""

    battlefields: Mapping[Annotated[str, KeyOf(("terrains",))], tuple[Feature, ...]]
    """The features of a field by the base terrain of its province, in the order they are laid."""

    @field_validator("battlefields")
    @classmethod
    def _every_terrain_has_one(
        cls, fields: Mapping[str, tuple[Feature, ...]], info: ValidationInfo
    ) -> Mapping[str, tuple[Feature, ...]]:
        if isinstance(info.context, Validation):
            for terrain in info.context.tables.get("terrains", ()):
                if terrain not in fields:
                    message = "needs the features of its fields (warmaster.field.generation)"
                    info.context.fault(("battlefields", terrain), message)
        return fields


__all__ = ["ArmyList", "MagicItem", "UnitType", "WarSpell", "WarmasterContent"]


class WarmasterContent(ListContent, SpellContent, ItemContent, FieldContent, CampaignSections):
    """The sections of the Warmaster pack, by the names of their tables in a module's files."""

    things: ClassVar[tuple[str, ...]] = ("magic_items",)


declare("warmaster", WarmasterContent)
