"""What factions remember: stacks sighted, provinces as last seen, those held captive."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Annotated, Any, Final

from engine.facts import Facts, facts
from engine.fields import Within
from engine.numbers import Exact
from engine.packs.cohorts.pieces.extension import Extension
from engine.world import Place, Record, World

_PLACE: Final = attrgetter("place")
DETECTED = "detected"  # the type of a sighting by cohorts.order.detect-agent


@facts
class Insight(Facts):
    """What a spell, spy or battle told of a piece from within, as it then was.

    None for what it did not tell; else as the field of the piece of that name.
    """

    turn: int
    captor: int | None = None
    dead: bool | None = None
    level: int | None = None
    xp: int | None = None
    skills: dict[str, int] | None = None
    equipment: dict[str, str] | None = None
    talents: tuple[str, ...] | None = None
    slot: int | None = None
    ship: int | None = None
    wounds: Exact | None = None
    statuses: dict[str, int] | None = None
    ext: Extension | None = None

    def told(self) -> dict[str, Any]:
        """The fields of the piece that it tells, by name."""
        known = {name: value for name, value in self.known().items() if value is not None}
        del known["turn"]
        return known


@facts
class Member(Facts):
    """A piece as a sighting reports it (cohorts.turn.sighting-report)."""

    place: Place
    name: str
    race: str
    arm: str
    """A unit's class; empty for others."""
    type: str
    """A character's class, a unit's type or an agent's skill."""
    soldiers: int
    message: str
    player: int = 0
    """Whose it is, if a spy told; else 0, for the owner of the stack."""
    read: Insight | None = None
    """The last that was told of it from within, if anything was."""


@facts
class Sighting(Record):
    """The last that a faction learned of a foreign stack or loose piece, or who was in a city.

    It is taken out when the province is shown without it (cohorts.knowledge.view).
    """

    remembers = True
    indexes = ("faction", "about", "spot")
    spread = ("pieces",)

    faction: int
    subject: Place
    tick: int
    turn: int
    province: int
    direction: Annotated[int, Within(-1, 5)]
    """The way it moved, -1 if it did not."""
    name: str
    type: str
    """party, legion, agitator or fleet; for a loose piece or a city its own kind, and `DETECTED`
    for an agent of which nobody can say what it is in."""
    player: int
    banner: int
    message: str
    members: tuple[Member, ...]
    searched: bool = False
    """Whether a spy or spell told of all troops in a city: those not shown are not there."""

    @property
    def about(self) -> tuple[int, Place]:
        """Who learned of what."""
        return self.faction, self.subject

    @property
    def spot(self) -> tuple[int, int]:
        """Who learned of something where."""
        return self.faction, self.province

    @property
    def pieces(self) -> tuple[Place, ...]:
        """Who was there."""
        return tuple(map(_PLACE, self.members))

    def shows(self, piece: Place) -> bool:
        """Whether a piece was there."""
        return piece in map(_PLACE, self.members)


def showing(world: World, faction: int, piece: Place) -> Iterator[Sighting]:
    """A faction's sightings that show a piece, by id; mostly there is one at most."""
    return (each for each in world.by(Sighting, "pieces", piece) if each.faction == faction)


@facts
class Landmark(Facts):
    """A settlement or tower as it was seen, whatever has become of it since."""

    place: Place
    name: str
    """Empty for a tower."""
    type: str
    """A tower's type; empty for others."""


@facts
class Memory(Record):
    """A province as a faction sees or last saw it (cohorts.knowledge.view).

    The truth holds what left view; a view holds one for each known province, with its id.
    """

    remembers = True
    indexes = ("faction", "spot")

    faction: int
    province: int
    turn: int
    """When it was in view last."""
    in_view: bool
    owner: int
    """The faction that held the barony then."""
    landmarks: tuple[Landmark, ...]
    """The city, village and towers that stood there."""
    fortified: bool
    sides: tuple[int, ...]
    """By direction what lies there (`Link.side`)."""

    @property
    def spot(self) -> tuple[int, int]:
        """Who remembers where."""
        return self.faction, self.province

    def shows(self, place: Place) -> bool:
        """Whether that city, village or tower stood there."""
        return any(landmark.place == place for landmark in self.landmarks)


@facts
class LevelLimit(Record):
    """A province whose level limit a faction knows, for it turned back a stack of the faction's.

    Source: cohorts.world.level-restriction.
    """

    remembers = True
    indexes = ("faction", "spot")

    faction: int
    province: int

    @property
    def spot(self) -> tuple[int, int]:
        """Who knows of which province."""
        return self.faction, self.province


@facts
class Captive(Record):
    """A character or unit of a faction that others hold, as its own side last knew it.

    The truth holds the whole of it; a view holds when and where that was, and shows the piece,
    what it had and the spells on it as they were then. Source: cohorts.knowledge.view.
    """

    remembers = True
    indexes = ("faction", "piece")

    faction: int
    piece: Place
    turn: int
    """When it was last seen, or a report last told of it."""
    province: int
    """Where it was then."""
    rows: tuple[tuple[str, str], ...]
    """The piece, its possessions and the spells on it by kind, as they are stored."""
