"""What pictures of a battle show: sides, those who fought, and how all stood after each step.

Plain values, whatever the system; each system's record becomes them in a file of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from bot.faces.paint.looks import Looks

Fate = Literal["fighting", "fled", "stone", "dead"]
DeedKind = Literal["move", "missile", "spell", "special", "artillery", "melee"]
ROLES = ("Attacker", "Defender")


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two sides, as the asker knows it."""

    name: str
    colour: int
    """In the palette; 0 for nobody's."""
    emblem: str = ""
    own: bool = False
    """Whether the asker's faction fights on it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and when a battle was fought, between whom."""

    title: str
    """Such as "Battle of Aldermere"."""
    subtitle: str
    turn: int
    sides: tuple[Side, Side]
    """Attacker and defender."""
    looks: Looks = field(default_factory=Looks, compare=False, repr=False)
    """How the module draws what fights, and where."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Somebody who fought, as a picture shows it."""

    side: int
    name: str
    icon: str
    soldiers: int
    """Those it counted when it came; 1 for a character."""
    hero: bool = False
    ship: bool = False


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit at one moment of a battle on a field."""

    hex: int
    able: int
    """Soldiers that wounds have not put out of action; of a character whether it still fights."""
    wounds: float
    morale: float
    fate: Fate
    lost: int = 0
    """Soldiers put out of action in this scene."""
    left: bool = False
    """Whether it left the fight in this scene; later ones show it no more."""

    @property
    def shown(self) -> bool:
        """Whether it is on the field, or has just left it."""
        return self.left or self.fate == "fighting"


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that one side did from a hex to a hex."""

    kind: DeedKind
    side: int
    start: int
    to: int
    friendly: bool = False
    """Whether it is about the side's own, as a move or a charm is."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A step of a battle: how all stand after it, and what was done in it."""

    name: str
    """Such as "Round 2"."""
    mark: str
    """Below the strip of strengths, such as "2"."""
    stands: tuple[Stand, ...]
    """By unit."""
    deeds: tuple[Deed, ...]
    strength: tuple[int, int]
    """Soldiers and characters that fight, of either side."""


@dataclass(frozen=True, slots=True)
class FieldBattle:
    """A battle in slots, as Cohorts fights it; the first scene is the array."""

    setting: Setting
    terrain: str
    walls: int
    """The level of the defenders' walls, 0 for none."""
    naval: bool
    units: tuple[Unit, ...]
    scenes: tuple[Scene, ...]
    winner: int

    @property
    def whole(self) -> Scene:
        """All of it in one: everybody where it began, what became of it, and where it went."""
        first, last = self.scenes[0], self.scenes[-1]
        stands: list[Stand] = []
        ways: dict[Deed, None] = {}
        for unit, then, now in zip(self.units, first.stands, last.stands, strict=True):
            gone = now.fate != "fighting"
            lost = 0 if unit.hero else then.able - now.able
            stands.append(
                Stand(then.hex, now.able, now.wounds, now.morale, now.fate, lost, left=gone)
            )
            if now.hex != then.hex:
                ways[Deed("move", unit.side, then.hex, now.hex, friendly=True)] = None
        rounds = sum(scene.mark.isdecimal() for scene in self.scenes[1:])
        name = f"{rounds} round" + "s" * (rounds > 1) if rounds else last.name
        return Scene(name, last.mark, tuple(stands), tuple(ways), last.strength)


# ---------------------------------------------------------------- stack against stack


@dataclass(frozen=True, slots=True)
class Duellist:
    """A unit or hero in its line, at one moment."""

    strength: int
    hits: int
    """Left to it; 0 once it fell."""
    full: int
    fell: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in a line, as it came."""

    name: str
    icon: str
    hero: bool
    medals: int
    blessed: bool


@dataclass(frozen=True, slots=True)
class Duel:
    """A step of a battle of lines: who faced whom, and how both lines stand after it."""

    name: str
    mark: str
    lines: tuple[tuple[int, ...], tuple[int, ...]]
    """Who stands in either line, by the number of the member."""
    pair: tuple[int, int] | None
    """The two who face each other, in this duel."""
    steps: tuple[tuple[int, str], ...]
    """What happened in it: by which side, and in words."""
    stands: dict[int, Duellist]
    strength: tuple[int, int]
    """Hits left to either side."""


@dataclass(frozen=True, slots=True)
class LineBattle:
    """A battle of stack against stack, as Warlords fights it; the first scene is the array."""

    setting: Setting
    terrain: str
    walls: int
    members: tuple[Member, ...]
    scenes: tuple[Duel, ...]
    winner: int

    @property
    def whole(self) -> Duel:
        """All of it in one: both lines as they came, what became of them, and every duel's end."""
        first, last = self.scenes[0], self.scenes[-1]
        ends: list[tuple[int, str]] = []
        for scene in self.scenes:
            if scene.pair:
                lost = 0 if scene.stands[scene.pair[0]].fell else 1
                won, beaten = (self.members[scene.pair[each]].name for each in (1 - lost, lost))
                beaten = "its namesake" if beaten == won else beaten
                ends.append((1 - lost, f"{won} beats {beaten}"))
        name = f"{len(ends)} duel" + "s" * (len(ends) > 1) if ends else "Array"
        return Duel(name, last.mark, first.lines, None, tuple(ends), last.stands, last.strength)


AnyBattle = FieldBattle | LineBattle
