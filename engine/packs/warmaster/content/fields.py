"""What a module says of the fields that battles are fought on (warmaster.field.generation)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import ValidationInfo, field_validator

from engine.module.sections import KeyOf, Sections, Validation
from engine.packs.warmaster.content.lists import Feature


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
