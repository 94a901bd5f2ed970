"""The page of events, from the event classes of every shipped pack: the contract of the stream."""

from __future__ import annotations

import ast
import functools
import inspect
import re
import textwrap
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

from engine.ending import CampaignEnded
from engine.events import Event, Level, OrderFailed
from engine.packs import SHIPPED, load

PAGE: Final = Path(__file__).parents[2] / "docs" / "events.md"

_HEAD: Final = """\
# Events

Made by `python -m tests.docs --write` from the classes; do not edit it.

What happens in a tick is told as typed events, each once as the truth and once for every faction
that learns of it. The copy for a faction is made when the event happens, and holds only the fields
that its level shows. Reports, battles, maps, alt texts and chronicles are made from these copies
alone (`Entry.for_`).

A faction learns of an event at one of four levels; each shows what those before it show:
**public** (all the world may know it), **told** (it was told, and did not see), **sighted** (it saw
what happened) and **own** (it is its own doing or concern). A field without a level is shown to
whoever learns of the event at all.

Stored, an event is JSON: `kind`, `player` and `order` (whose order brought it about, if that is
known) and `event` with the fields below. The forms are locked: `tests/golden/shapes.json` fails
when one changes so that an older file could not be read.
"""


def page() -> str:
    """The whole page."""
    parts = [_HEAD, "## The frame\n", *_entry(OrderFailed), *_entry(CampaignEnded)]
    for name in SHIPPED:
        parts.append(f"## {name.capitalize()}\n")
        folder = ""
        for event in sorted(load(name).events, key=lambda each: (_folder(each), each.kind)):
            if folder != _folder(event):
                folder = _folder(event)
                parts.append(f"### {folder.capitalize()}\n")
            parts += _entry(event)
    return "\n".join(parts)


def _folder(event: type[Event]) -> str:
    """The subject of an event: the folder of its pack that it stands in."""
    inside = event.__module__.split(".")[3:]
    return inside[0].replace("_", " ") if len(inside) > 1 else "in general"


def _entry(event: type[Event]) -> Iterator[str]:
    yield f"**`{event.kind}`** {' '.join((event.__doc__ or '').split())}\n"
    hints = typing.get_type_hints(event, include_extras=True)
    told = abouts(event)
    rows = [
        f"| `{name}` | {_type(hints[name])} | {_level(hints[name])} | {told.get(name, '')} |"
        for name in event.names
    ]
    if rows:
        yield "\n".join(["| field | type | from | |", "|---|---|---|---|", *rows, ""])


def _level(hint: Any) -> str:
    marks = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Level)]
    return max(marks).name.lower() if marks else ""


def _type(hint: Any) -> str:
    if typing.get_origin(hint) is Annotated:
        hint = typing.get_args(hint)[0]
    plain = isinstance(hint, type) and not typing.get_args(hint)
    name = hint.__name__ if plain else re.sub(r"(?:\w+\.)+(\w+)", r"\1", str(hint))
    return f"`{name}`".replace("|", "\\|")


@functools.cache
def abouts(event: type[Event]) -> dict[str, str]:
    """What the lines below the fields of a class say of them."""
    (cls,) = ast.parse(textwrap.dedent(inspect.getsource(event))).body
    assert isinstance(cls, ast.ClassDef)
    found: dict[str, str] = {}
    for field, below in zip(cls.body, cls.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = " ".join(text.split()).replace("|", "\\|")
            case _:
                continue
    return found
