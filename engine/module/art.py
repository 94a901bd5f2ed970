"""The drawings that a module may name: icons, symbols of terrain, and colours.

Names alone: how they look is decided by the face. They stand in `data/art`, so that a module can be
checked without anything that draws.
"""

import json
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, Literal, cast

from pydantic import AfterValidator, Field, GetCoreSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

import data
from engine.module.names import closest, key_of
from engine.module.sections import Validation

_ART: Final = data.FOLDER / "art"
_HEX: Final = frozenset("0123456789abcdefABCDEF")


@cache
def icons() -> tuple[str, ...]:
    """The names of all icons, in order."""
    table = cast("dict[str, object]", json.loads((_ART / "icons.json").read_text("utf-8")))
    return tuple(sorted(name for name in table if name != "unit"))


@cache
def symbols() -> Mapping[str, str]:
    """All symbols of terrain, each with the colour of the ground that it was drawn for."""
    return cast("dict[str, str]", json.loads((_ART / "symbols.json").read_text("utf-8")))


def emblem_icon(emblem: str) -> str | None:
    """The icon of an emblem as modules name it, such as "bull's horns"; None if there is none."""
    name = emblem.replace("'s ", "-").replace(" ", "-")
    return name if name in icons() else None


@dataclass(frozen=True, slots=True)
class DrawingName:
    """Marks a string that names a drawing of that kind; when a module is read, it must be there."""

    kind: Literal["icons", "symbols"]

    def __get_pydantic_core_schema__(
        self, source: type[Any], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.with_info_after_validator_function(self._known, handler(source))

    def _known(self, name: str, info: ValidationInfo) -> str:
        if not isinstance(info.context, Validation):
            return name  # a stored module may name what is not drawn any more
        known = {key_of(each): each for each in (icons() if self.kind == "icons" else symbols())}
        if key_of(name) in known:
            return known[key_of(name)]
        raise PydanticCustomError(
            "unknown_name",
            "names '{name}', which is not among the {kind} of data/art/{kind}.json",
            {"name": name, "kind": self.kind, "suggestion": closest(name, known.values())},
        )


def _colour(text: str) -> str:
    if len(text) != 7 or text[0] != "#" or not _HEX.issuperset(text[1:]):
        raise ValueError(f"is '{text}', which is no colour; write red, green and blue as #RRGGBB")
    return text.upper()


Icon = Annotated[str, DrawingName("icons")]
"""The name of an icon of `data/art/icons.json`."""
Symbol = Annotated[str, DrawingName("symbols")]
"""The name of a symbol of terrain of `data/art/symbols.json`."""
Colour = Annotated[str, AfterValidator(_colour)]
"""A colour as #RRGGBB."""
_LeftOut: Final = Field(exclude_if=operator.not_)
IconOrNone = Annotated[Icon | None, _LeftOut]
SymbolOrNone = Annotated[Symbol | None, _LeftOut]
ColourOrNone = Annotated[Colour | None, _LeftOut]
InLegend = Annotated[int | None, Field(ge=1, exclude_if=operator.not_)]
"""The place among the samples that the legend of a map explains, from 1; None for no sample."""
