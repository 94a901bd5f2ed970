"""The stored form of everything that a campaign's file holds, and what may become of it.

A form is the names of its fields with their types, and whether a field may be left out. `changed`
tells what an older file could no longer be read by.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import pkgutil
import re
from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel

import engine
from engine.facts import Facts
from engine.module.sections import Data, Sections
from engine.orders import Order
from engine.packs import SHIPPED

Shape = Mapping[str, Any]
"""`form` (a number), `fields` (type by name) and `defaults` (by name, where there is one)."""


def shapes() -> dict[str, Shape]:
    """The form of every stored class of the engine, by its place and name."""
    for found in pkgutil.walk_packages(engine.__path__, "engine."):
        importlib.import_module(found.name)
    named: dict[str, Shape] = {}
    for base in (Facts, Order, Data):
        for cls in _below(base):
            if cls.__module__.startswith("engine."):
                name = name_of(cls)
                if name in named and named[name] != _shape(cls):
                    raise LookupError(f"two stored classes are called {name}")
                named[name] = _shape(cls)
    return dict(sorted(named.items()))


def name_of(cls: type) -> str:
    """By what a stored value is found again, which a move to another file does not change."""
    if issubclass(cls, Order) and getattr(cls, "path", None):
        return f"order {_pack_of(cls)} {' '.join(cls.path)}"
    for mark in ("kind", "tag"):
        text = cls.__dict__.get(mark)
        if isinstance(text, str) and text:  # else it is a field of that name
            return f"{mark} {text}"
    if issubclass(cls, Data):  # stored among its pack's sections
        return f"section {_pack_of(cls)} {cls.__qualname__}"
    return f"part {cls.__qualname__}"


def _pack_of(cls: type) -> str:
    """The rule pack that brings a class: another's order of the same path is another class."""
    _, _, inside = cls.__module__.partition("engine.packs.")
    part = (name for name in SHIPPED if inside.startswith(f"{name}."))
    return max(part, key=len, default=inside.partition(".")[0] or "frame")


def _below(base: type) -> Iterator[type]:
    for cls in base.__subclasses__():
        # A dataclass with slots is made twice; the first is left behind. One more, that is not
        # frozen, makes its values (`engine.facts`).
        left = issubclass(cls, Facts) and not dataclasses.is_dataclass(cls)
        if not left and cls.__setattr__ is not object.__setattr__:
            yield cls
        yield from _below(cls)


def _shape(cls: type) -> Shape:
    if issubclass(cls, BaseModel):
        hints = get_type_hints(cls, include_extras=False)
        fields = cls.model_fields
        defaults = {
            name: repr(field.get_default(call_default_factory=True))
            for name, field in fields.items()
            if not field.is_required()
        }
    else:
        hints = get_type_hints(cls)
        fields = cast("Mapping[str, Any]", {f.name: f for f in dataclasses.fields(cls)})
        defaults = {
            name: repr(field.default)
            if field.default is not dataclasses.MISSING
            else repr(field.default_factory())
            for name, field in fields.items()
            if field.default is not dataclasses.MISSING
            or field.default_factory is not dataclasses.MISSING
        }
    form = cls.form if issubclass(cls, Facts | Order | Sections) else 1
    types = {name: _spelt(hints[name]) for name in fields}
    return {"form": form, "fields": types, "defaults": defaults}


def _spelt(hint: Any) -> str:
    """A type as it reads on any Python, with blanks between its words."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _spelt(inner[0])
    if origin is Literal:
        return f"Literal [ {' , '.join(map(repr, inner))} ]"
    if origin in (Union, UnionType):
        return " | ".join(map(_spelt, inner))
    if hint is Ellipsis:
        return "..."
    if isinstance(hint, list):  # the arguments of a callable
        return f"[ {' , '.join(map(_spelt, cast('list[Any]', hint)))} ]"
    name = str(getattr(origin or hint, "__name__", origin or hint))
    name = {"NoneType": "None"}.get(name, name)
    return f"{name} [ {' , '.join(map(_spelt, inner))} ]" if inner else name


def changed(then: Mapping[str, Shape], now: Mapping[str, Shape]) -> Iterator[str]:
    """What could not be read any more, in a sentence each; additions with a default are fine.

    A class that is stored only inside others is read by their forms.
    """
    raised = {
        name for name, new in now.items() if name in then and new["form"] > then[name]["form"]
    }
    for name, old in then.items():
        roots = list(_roots(name, then))
        if roots and raised.issuperset(roots):
            continue  # upcasters see to it
        new = now.get(name)
        if new is None:
            yield f"{name} is gone; files hold it"
        elif new["form"] < old["form"]:
            yield f"{name} went back to form {new['form']}"
        else:
            yield from (f"{name}: {each}" for each in _unreadable(name, old, new))


def _roots(name: str, shapes: Mapping[str, Shape]) -> Iterator[str]:
    """Of the classes that hold it, also inside others, those that are stored with a number."""
    if _is_root(name):
        yield name
        return
    found, ahead = {name}, [name]
    while ahead:
        word = ahead.pop().partition(" ")[2]
        for other, shape in shapes.items():
            words = " ".join(shape["fields"].values()).split()
            if word in words and other not in found:
                found.add(other)
                if _is_root(other):
                    yield other
                else:
                    ahead.append(other)


def _is_root(name: str) -> bool:
    sections = (name_of(cls) for cls in _below(Sections))
    return name.startswith(("kind ", "tag ", "order ")) or name in sections


def _unreadable(name: str, old: Shape, new: Shape) -> Iterator[str]:
    for field, type_ in old["fields"].items():
        if field not in new["fields"]:
            yield f"field {field} is gone"
        elif not _takes(new["fields"][field], type_):
            yield f"field {field} was {type_} and is {new['fields'][field]}"
        elif name.startswith("order ") and old["defaults"].get(field) != new["defaults"].get(field):
            yield f"field {field} has another default, and stored orders leave the default out"
        elif field in old["defaults"] and field not in new["defaults"]:
            yield f"field {field} has no default any more"
    for field in new["fields"]:
        if field not in old["fields"] and field not in new["defaults"]:
            yield f"field {field} is new and has no default"


_WORDS = re.compile(r"Literal \[ ([^\]]*) \]")


def _takes(new: str, old: str) -> bool:
    """Whether a type holds all that another held: it is the same, knows more words, or None too."""
    new = new.removesuffix(" | None") if not old.endswith(" | None") else new
    if _WORDS.sub("Literal", new) != _WORDS.sub("Literal", old):
        return False
    more, fewer = ([set(each.split(" , ")) for each in _WORDS.findall(t)] for t in (new, old))
    return all(known >= held for known, held in zip(more, fewer, strict=True))


def written(shapes: Mapping[str, Shape]) -> str:
    """The text of the lock, a line for each class."""
    lines = (f"{json.dumps(name)}: {json.dumps(shape)}" for name, shape in shapes.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"
