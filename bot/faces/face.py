"""The face of a rule pack as a value, and how the faces of a campaign's packs fit together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from bot.faces.bearings import Bearings
from bot.faces.contests import Contest
from bot.faces.forecasts import Forecasts
from bot.faces.panels import Panel
from bot.faces.seats import Seat
from bot.faces.sections import Part
from bot.faces.stories import Rival, Story
from bot.faces.words import ending, failing
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
    """Parts of earlier faces that make no sense with this one: by list (`panels`, `sections` ...)
    their names."""
    panels: tuple[Panel, ...] = ()
    bearings: Bearings | None = None
    """How pieces fare in fights; the last pack that has it says it for all."""
    forecasts: Forecasts | None = None
    """What may be expected of a fight; the last pack that has it says it for all."""
    sections: tuple[Part, ...] = ()
    contests: tuple[Contest, ...] = ()
    """How records of its fights are shown, each by its system."""
    seat: Seat[Any] | None = None
    """How one takes a seat; the last pack that has one says it for all."""
    stories: tuple[Story, ...] = ()
    """What the practice table can play of it; the first is its own choice."""
    rival: Rival | None = None
    """How a computer player plays; the last pack that has one says it. Without any it passes."""


class Faces:
    """What the packs of a campaign show, put together in the order of the packs."""

    def __init__(self, rules: Rules, faces: Iterable[Face]) -> None:
        self.rules = rules
        self.faces = tuple(faces)
        lines = Lines((failing.LINES, ending.LINES, *(face.lines for face in self.faces)))
        self.lines = MappingProxyType(lines.told)
        """How each event is told."""
        self.heralded = tuple(lines.heralded)
        """The events that the herald tells to all the world when every faction learns of them."""
        self.panels: tuple[Panel, ...] = _joined("panels", self.faces)
        """What `/show` shows, in the order of its list."""
        self.sections: tuple[Part, ...] = _joined("sections", self.faces)
        """Sections of the report, in order."""
        contests: tuple[Contest, ...] = _joined("contests", self.faces)
        self.contests = MappingProxyType({each.system: each for each in contests})
        """How records of fights are shown, by the system that fought them."""
        self.bearings = next((f.bearings for f in reversed(self.faces) if f.bearings), None)
        """How pieces fare in fights."""
        self.forecasts = next((f.forecasts for f in reversed(self.faces) if f.forecasts), None)
        """What `/odds` tells."""
        self.seat = next((face.seat for face in reversed(self.faces) if face.seat), None)
        """How a newcomer takes a seat; None where nobody can."""
        self.rival = next((face.rival for face in reversed(self.faces) if face.rival), None)
        """How a computer player plays."""
        self._names = next((face.names for face in reversed(self.faces) if face.names), None)

    def panel(self, name: str) -> Panel:
        """The panel of that name.

        Raises:
            LookupError: no face has it.
        """
        for panel in self.panels:
            if panel.name == name:
                return panel
        raise LookupError(f"there is no panel {name!r}")

    def names(self, world: World, show: Show = escaped) -> Names:
        """What things are called by who knows only this world."""
        if self._names:
            return self._names(self.rules, world, show, self.lines)
        return Names(world, show, self.lines)


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


def _name_of(part: Panel | Part | Contest) -> str:
    match part:
        case Panel():
            return part.name
        case Contest():
            return part.system
        case Part():
            return part.title
