"""Values that are not empty, of any type that events have fields of."""

import types
import typing
from fractions import Fraction
from typing import Any

from engine.facts import Facts
from engine.world import Place


def sample(kind: Any) -> Any:
    """A value of a field's type that is not empty."""
    if isinstance(kind, typing.NewType):
        return sample(kind.__supertype__)
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return sample(inner[0])
    if origin is typing.Literal:
        return inner[0]
    if origin in {typing.Union, types.UnionType}:
        return sample(inner[0])
    if origin is dict:
        return {sample(inner[0]): sample(inner[1])}
    if origin is tuple:
        return (sample(inner[0]),) if inner[-1] is ... else tuple(sample(each) for each in inner)
    if kind is Place:
        return Place("stack", 1)
    if isinstance(kind, type) and issubclass(kind, Facts):
        hints = typing.get_type_hints(kind, include_extras=True)
        return kind(**{name: sample(hints[name]) for name in kind.names})
    plain = {int: 1, str: "gamma", bool: True, float: 2.5, Fraction: Fraction(5, 2)}
    return plain[kind]
