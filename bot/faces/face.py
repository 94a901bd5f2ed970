"""The face of a rule pack as a value, and how the faces of a campaign's packs fit together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from bot.faces.atlas import Atlas
from bot.faces.map.layers import USUAL, Layer
from bot.faces.paint.looks import Looks, joined
from bot.faces.panels import Panel
from bot.faces.sections import Part
from bot.faces.words import failing
from bot.faces.words.names import Names, Show
from bot.faces.words.telling import Line, Lines
from bot.faces.words.text import escaped
from engine.events import Event
from engine.packs import Rules
from engine.world import World

MakeNames = Callable[[Rules, World, Show, Mapping[type[Event], Line[Any, Any]]], Names]


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """Everything that one pack shows to people, beside its `engine.packs.Pack`.

    A part takes the place of an earlier pack's part of its name, as with packs.
    """

    pack: str
    """The name of the pack."""
    lines: Lines = field(default_factory=Lines)
    """How its events are told."""
    names: MakeNames | None = None
    """What things are called; the last pack that has one says it for all."""
    drops: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Parts of earlier faces that make no sense with this one: by list (`panels`, `sections`,
    `layers` ...) their names."""
    panels: tuple[Panel, ...] = ()
    sections: tuple[Part, ...] = ()
    atlas: Atlas | None = None
    """The maps of its world; the last pack that has one says it for all."""
    layers: tuple[Layer, ...] = ()
    """What a map may show; the first of all is shown unasked."""
    looks: Callable[[Rules], Looks] | None = None
    """How what the module holds for its pack is drawn."""


class Faces:
    """What the packs of a campaign show, put together in the order of the packs."""

    def __init__(self, rules: Rules, faces: Iterable[Face]) -> None:
        self.rules = rules
        self.faces = tuple(faces)
        lines = Lines((failing.LINES, *(face.lines for face in self.faces)))
        self.lines = MappingProxyType(lines.told)
        """How each event is told."""
        self.heralded = tuple(lines.heralded)
        """The events that the herald tells to all the world when every faction learns of them."""
        self.panels: tuple[Panel, ...] = _joined("panels", self.faces)
        """What `/show` shows."""
        self.sections: tuple[Part, ...] = _joined("sections", self.faces)
        """Sections of the report, in order."""
        self.atlas = next((face.atlas for face in reversed(self.faces) if face.atlas), None)
        """The maps of the world; None for one that has none."""
        self.layers: tuple[Layer, ...] = _joined("layers", self.faces)
        """What a map may show, the usual one first."""
        self.looks = joined(*(face.looks(rules) for face in self.faces if face.looks))
        """How what the module holds is drawn."""
        self._names = next((face.names for face in reversed(self.faces) if face.names), None)

    def names(self, world: World, show: Show = escaped) -> Names:
        """What things are called by who knows only this world."""
        if self._names:
            return self._names(self.rules, world, show, self.lines)
        return Names(world, show, self.lines)

    def layer(self, name: str | None) -> Layer:
        """The layer of that name; the usual one for none, or for one that is not here any more."""
        usual = self.layers[0] if self.layers else USUAL
        return next((layer for layer in self.layers if layer.name == name), usual)


def _joined(chapter: str, faces: Iterable[Face]) -> tuple[Any, ...]:
    """One list of named parts; a part takes the place of an earlier one of its name.

    Raises:
        LookupError: a face drops a part that is not there.
    """
    joined: dict[str, Any] = {}
    for face in faces:
        for name in face.drops.get(chapter, ()):
            if name not in joined:
                raise LookupError(
                    f"the face of {face.pack!r} drops {name!r} of {chapter}, which is not there"
                )
            del joined[name]
        for part in getattr(face, chapter):
            joined[_name_of(part)] = part
    return tuple(joined.values())


def _name_of(part: Panel | Part | Layer) -> str:
    return part.title if isinstance(part, Part) else part.name
