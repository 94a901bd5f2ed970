"""Armies that players have bought and keep, challenges between them, and the ladder of duels.

Sources: warmaster.battle.kinds, warmaster.army.points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Final

from engine.campaign import Player
from engine.facts import Facts, facts
from engine.fields import Within
from engine.module.sections import Key
from engine.packs import Rules, View
from engine.packs.warmaster.battle.values import Directive, Spot, Stance
from engine.packs.warmaster.content.lists import Role
from engine.packs.warmaster.content.points import BoughtCharacter, BoughtUnit
from engine.world import Place, Record, World

_ITEM: Final = Key(("magic_items",), also=("",))


@facts
class Enlisted(Facts):
    """A unit of a bought army, and what it is told."""

    type: Annotated[str, Key(("army_lists.units",))]
    """The key of its type in the army list."""
    attached: bool = False
    item: Annotated[str, _ITEM] = ""
    directive: Directive | None = None
    attack: Spot | None = None
    defence: Spot | None = None
    in_defence: Directive | None = None
    """What it does when its army defends, if that is something else than its directive."""
    brigade: int = 0
    """The number of its brigade in the army; 0 for none of the player's making."""

    @property
    def bought(self) -> BoughtUnit:
        """What was paid for."""
        return BoughtUnit(type=self.type, attached=self.attached, item=self.item)


@facts
class Officer(Facts):
    """A character of a bought army, and what it is told."""

    role: Role
    item: Annotated[str, _ITEM] = ""
    unit: int = 0
    """The number of the unit that it stands with, from 1; 0 for whichever is usual."""
    stance: Stance | None = None
    spells: Annotated[tuple[str, ...], Key(("war_spells",))] = ()
    """A Wizard's order of preference; empty for that of the list (warmaster.magic.choice)."""

    @property
    def bought(self) -> BoughtCharacter:
        """What was paid for."""
        return BoughtCharacter(role=self.role, item=self.item)


@facts
class BoughtArmy(Record):
    """An army of points, kept to be used again."""

    noun = "army of points"
    indexes = ("player",)

    player: int
    name: str
    list: Annotated[str, Key(("army_lists",))]
    """The key of its army list."""
    points: Annotated[int, Within(1, 100_000)]
    """For a battle of this many points."""
    units: tuple[Enlisted, ...]
    officers: tuple[Officer, ...]


@facts
class Challenge(Record):
    """A pitched battle that one player offers another."""

    refers: ClassVar[Mapping[str, str]] = {
        "challenger": "player",
        "challenged": "player",
        "army": "bought-army",
    }
    indexes = ("challenger", "challenged", "army")

    challenger: int
    challenged: int
    army: int
    """The challenger's, of which the other learns nothing before the battle; 0 if it is over."""
    points: Annotated[int, Within(1, 100_000)]
    terrain: Annotated[str, Key(("terrains",))]
    """A key of the module's terrains."""
    open: bool
    """Whether the challenger wishes all to be told of the battle."""
    turn: int
    """In which it was sent."""
    over: bool = False
    """Whether it came to nothing; it is kept for its turn, in which none follows it."""


@facts
class Rung(Record):
    """A player's place on the ladder of duels, which everybody may see."""

    indexes = ("player",)

    player: int
    rank: Annotated[int, Within(1, 100_000)]
    """From 1, the highest."""
    won: int = 0
    lost: int = 0


def rungs(world: World) -> list[Rung]:
    """The ladder, the highest first."""
    return sorted(world.all(Rung), key=lambda rung: rung.rank)


def waiting(world: World, index: str, id: int) -> Iterator[Challenge]:
    """The challenges that wait for an answer, by `challenger`, `challenged` or `army`."""
    return (each for each in world.by(Challenge, index, id) if not each.over)


def armies_of(world: World, player: int) -> Iterator[BoughtArmy]:
    """A player's bought armies."""
    return world.by(BoughtArmy, "player", player)


# ---------------------------------------------------------------- what is known

_SENT: Final = tuple(name for name in Challenge.names if name != "army")
"""What the challenged player learns of it."""


def _of(world: World, player: int, faction: int) -> bool:
    found = world.find(Player, player)
    return found is not None and found.faction == faction


def _show(rules: Rules, world: World, faction: int, seen: World) -> None:
    _public(rules, world, seen)
    seen.put_all(each for each in world.all(BoughtArmy) if _of(world, each.player, faction))
    for each in world.all(Challenge):
        if _of(world, each.challenger, faction):
            seen.put(each)
        elif _of(world, each.challenged, faction):
            seen.put(each.only(_SENT))


def _knows(rules: Rules, world: World, faction: int, place: Place) -> bool | None:
    match world.at(place):
        case Rung():
            return True
        case BoughtArmy() as army:
            return _of(world, army.player, faction)
        case Challenge() as sent:
            return any(_of(world, each, faction) for each in (sent.challenger, sent.challenged))
        case _:
            return None


def _public(rules: Rules, world: World, known: World) -> None:
    known.put_all(world.all(Rung))


VIEW = View("pitched battles", _show, _knows, _public)
