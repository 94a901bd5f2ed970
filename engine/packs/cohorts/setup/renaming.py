"""Another name for what a player has named, given by a moderator through the host.

Players choose names as they found things; that a name is no offence is not looked at here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from pydantic import Field

from engine.campaign import Player
from engine.events import Event
from engine.facts import facts
from engine.lookalikes import lookalike
from engine.names import Label
from engine.orders import Order, Refusal
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild, Stack, Unit
from engine.state import State
from engine.world import Place, World

NamedKind = Literal["character", "unit", "agent", "stack", "city", "guild", "player"]
Named = Character | Unit | Agent | Stack | City | Guild | Player
_KINDS: dict[str, type[Named]] = {cls.kind: cls for cls in get_args(Named)}


@facts
class Renamed(Event):
    """A moderator gave something of a player another name (cohorts.setup.names)."""

    what: NamedKind
    name: str
    """The new one; the old one is not repeated."""


class Rename(Order):
    """Give what a player has named another name, wherever it is remembered too."""

    path = ("host", "rename")
    rule = "cohorts.setup.names"
    phases = ("setup",)

    kind: NamedKind = Field(description="What it is")
    called: str = Field(description="Its name as it is now")
    name: Label = Field(description="Its new name")
    player: int = Field(
        default=0, description="Whose it is, where several have one; of several the first is meant"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        found = self._found(state.world)
        owner = " of that player" if self.player else ""
        if not found:
            yield self.refusal(
                "bad_target",
                f"No {self.kind}{owner} is called {self.called.strip()}.",
                "Write the name just as the reports and panels show it.",
            )
        elif len(found) > 1 and not self.player:
            yield self.refusal(
                "bad_target",
                f"{len(found)} of them are called {self.called.strip()}.",
                "Say whose is meant.",
            )
        elif other := lookalike(self.name, _rivals(state.world, found[0])):
            yield self.refusal(
                "not_allowed",
                f"Another {self.kind} is called {other} already.",
                "Choose another name.",
            )

    def perform(self, state: State) -> None:
        world, name = state.world, self.name.strip()
        thing = self._found(world)[0]
        world.put(thing.replace(name=name))
        _remember(world, thing.place, name)
        owner = world.find(Player, _owner(world, thing))
        state.emit(Renamed(what=self.kind, name=name), own=[owner.faction] if owner else ())

    def _found(self, world: World) -> list[Named]:
        return [
            thing
            for thing in world.all(_KINDS[self.kind])
            if _same(thing.name, self.called)
            and (not self.player or _owner(world, thing) == self.player)
        ]


def _same(one: str, other: str) -> bool:
    return one.strip().casefold() == other.strip().casefold()


def _rivals(world: World, thing: Named) -> Iterator[str]:
    """The names that the thing may not have: those of characters and players are unique."""
    if isinstance(thing, Character | Player):
        yield from (each.name for each in world.all(type(thing)) if each.id != thing.id)


def _owner(world: World, thing: Named) -> int:
    if isinstance(thing, Player):
        return thing.id
    return player_of(world, world.get(City, thing.city) if isinstance(thing, Guild) else thing)


def _remember(world: World, place: Place, name: str) -> None:
    """Let nobody's memory keep the old name."""
    for seen in world.all(Sighting):
        members = [m.replace(name=name) if m.place == place else m for m in seen.members]
        called = name if seen.subject == place else seen.name
        world.put(seen.replace(name=called, members=tuple(members)))
    for memory in world.all(Memory):
        if memory.shows(place):
            marks = (m.replace(name=name) if m.place == place else m for m in memory.landmarks)
            world.put(memory.replace(landmarks=tuple(marks)))
