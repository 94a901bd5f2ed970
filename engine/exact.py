"""Models of what people write into files: there a number is a number, and nothing else is one.

Without it `true` would count as 1 in silence, a text as the number in it, and a number as a day.
"""

from functools import partial
from typing import Any, Final, Literal, cast

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler
from pydantic_core import CoreSchema, PydanticKnownError, core_schema

_PARTS: Final = ("schema", "fields", "items_schema", "values_schema", "choices", "steps")
"""Where a schema has others in it; keys of tables are always text in files."""


class Exact(BaseModel):
    """A model whose numbers, truths, dates and times are taken only if they are written as such."""

    model_config = ConfigDict(defer_build=True)

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[BaseModel], handler: GetCoreSchemaHandler, /
    ) -> CoreSchema:
        schema = handler(source)
        whole = cast("dict[str, Any]", handler.resolve_ref_schema(schema))
        whole.update(_exact(whole))
        return schema


def _exact(node: Any) -> Any:
    match node:
        case list():
            return [_exact(each) for each in cast("list[Any]", node)]
        case {"type": "int" | "float" | "bool"}:
            return {**node, "strict": True}
        case {"type": "date" | "time" as kind}:
            return core_schema.no_info_before_validator_function(partial(_no_number, kind), node)
        case {"type": str()}:
            return {key: _exact(each) if key in _PARTS else each for key, each in node.items()}
        case dict():
            return {name: _exact(each) for name, each in cast("dict[str, Any]", node).items()}
        case _:
            return node


def _no_number(kind: Literal["date", "time"], value: object) -> object:
    if isinstance(value, int | float):
        raise PydanticKnownError("date_type" if kind == "date" else "time_type")
    return value
