"""What armies are told beforehand: posts, directives, brigades and the rest, kept until changed.

A battle is fought without further orders, by these alone. Nobody but the own faction knows them.
Sources: warmaster.map.orders, warmaster.deploy.zones, warmaster.directive.units.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, TypeVar

from engine.campaign import Player
from engine.facts import facts
from engine.fields import Within
from engine.module.sections import Key
from engine.packs import Rules, View
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.warmaster.battle.values import Directive, ItemUse, Spot, Stance
from engine.state import State
from engine.world import Place, Record, World

BOLDNESS = 5
"""Unless a player says otherwise (warmaster.directive.boldness)."""


@facts
class UnitPost(Record):
    """What one military unit is told; without one it does what is usual."""

    indexes = ("piece", "brigade")

    piece: Place
    player: int
    attack: Spot | None = None
    """Where it stands when its side attacks; the engine finds a hex if there is none."""
    defence: Spot | None = None
    directive: Directive | None = None
    brigade: int = 0
    """The record of its brigade; 0 for none of the player's making."""


@facts
class LeaderPost(Record):
    """What one character is told."""

    refers: ClassVar[Mapping[str, str]] = {"unit": "unit"}
    indexes = ("piece",)

    piece: Place
    player: int
    commander: bool = False
    """Whether the character should be General of any army that it fights in
    (warmaster.map.character)."""
    unit: int = 0
    """The military unit that it stands with; 0 for whichever is usual."""
    stance: Stance | None = None
    spells: Annotated[tuple[str, ...], Key(("war_spells",))] = ()
    """A Wizard's order of preference; empty for that of its list (warmaster.magic.choice)."""


@facts
class Brigade(Record):
    """Units that one order moves together (warmaster.army.brigades)."""

    indexes = ("player",)

    player: int
    name: str


@facts
class Doctrine(Record):
    """What a player tells every army (warmaster.directive.boldness, .keep-line, .items)."""

    indexes = ("player",)

    player: int
    boldness: Annotated[int, Within(1, 10)] = BOLDNESS
    keep_line: bool = True
    uses: tuple[ItemUse, ...] = ()


P = TypeVar("P", UnitPost, LeaderPost)


def _post(world: World, cls: type[P], piece: Character | Unit) -> P | None:
    found = world.first(cls, "piece", piece.place)
    return found if found and found.player == piece.player else None


def unit_post(world: World, unit: Unit) -> UnitPost:
    """What a unit is told; a blank post, of no id, if it was told nothing by who has it now."""
    blank = UnitPost(id=0, piece=unit.place, player=unit.player)
    return _post(world, UnitPost, unit) or blank


def leader_post(world: World, character: Character) -> LeaderPost:
    """What a character is told; a blank post, of no id, without any."""
    blank = LeaderPost(id=0, piece=character.place, player=character.player)
    return _post(world, LeaderPost, character) or blank


def doctrine(world: World, player: int) -> Doctrine:
    """What a player tells every army; the usual, of no id, where nothing was said."""
    found = world.first(Doctrine, "player", player)
    return found or Doctrine(id=0, player=player)


def keep(world: World, told: UnitPost | LeaderPost | Doctrine) -> None:
    """Write down what was told, in place of what was there."""
    if told.id:
        world.put(told)
        return
    values = {name: value for name, value in told.known().items() if name != "id"}
    world.add(type(told), **values)


def members(world: World, brigade: int) -> tuple[Unit, ...]:
    """The units of a brigade, by id."""
    posts = world.by(UnitPost, "brigade", brigade) if brigade else ()
    units = (world.find(Unit, post.piece.id) for post in posts)
    return tuple(sorted((unit for unit in units if unit), key=lambda unit: unit.id))


def tidy(state: State) -> None:
    """At the end of a tick: posts of who is gone or has another player end, and empty brigades."""
    world = state.world
    for cls in (UnitPost, LeaderPost):
        for post in list(world.all(cls)):
            piece = world.at(post.piece)
            if not isinstance(piece, Character | Unit) or piece.player != post.player:
                world.remove(post)
    for brigade in list(world.all(Brigade)):
        if world.first(UnitPost, "brigade", brigade.id) is None:
            world.remove(brigade)


# ---------------------------------------------------------------- what is known


Told = UnitPost | LeaderPost | Brigade | Doctrine


def _own(world: World, record: Told, faction: int) -> bool:
    player = world.find(Player, record.player)
    return player is not None and player.faction == faction


def _show(rules: Rules, world: World, faction: int, seen: World) -> None:
    for cls in (UnitPost, LeaderPost, Brigade, Doctrine):
        seen.put_all(record for record in world.all(cls) if _own(world, record, faction))


def _knows(rules: Rules, world: World, faction: int, place: Place) -> bool | None:
    record = world.at(place)
    return _own(world, record, faction) if isinstance(record, Told) else None


VIEW = View("standing orders", _show, _knows)
