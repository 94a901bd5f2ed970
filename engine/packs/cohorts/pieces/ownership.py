"""Whose things are, where they are, and how factions stand to each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Annotated, ClassVar, Literal

from engine.campaign import Player
from engine.facts import NotKnown, facts, unless_plain
from engine.packs.cohorts.content.diplomacy import Relationship
from engine.packs.cohorts.pieces.records import Character, City, Piece, Province, Stack, Unit
from engine.world import Place, Record, World


@facts
class Relation(Record):
    """How two factions stand; neutral if there is none (cohorts.world.faction-relations)."""

    refers: ClassVar[Mapping[str, str]] = {"one": "faction", "other": "faction"}
    indexes = ("one",)
    spread = ("sides",)

    one: int
    """The lower faction id."""
    other: int
    relation: Relationship
    since: Annotated[int, unless_plain()] = 0
    """The turn in which they came to stand so; 0 for from the beginning."""
    was: Annotated[Relationship | Literal[""], unless_plain()] = ""
    """How they stood before; empty for as now."""
    over: Annotated[tuple[tuple[int, int], ...], unless_plain()] = ()
    """A war's aims as they were declared: a faction, and the city that it wants. Else none."""

    @property
    def sides(self) -> tuple[int, int]:
        """The two factions."""
        return self.one, self.other


def player_of(world: World, thing: Record) -> int:
    """The player who controls a stack, piece or city; 0 for nobody."""
    match thing:
        case Stack() | Piece():
            return thing.player
        case City():
            baron = world.find(Character, thing.baron) if thing.baron else None
            return baron.player if baron else 0
        case _:
            return 0


def faction_of(world: World, thing: Record) -> int:
    """The faction of the player who controls a thing; 0 for none."""
    player = world.find(Player, player_of(world, thing))
    return player.faction if player else 0


def city_of(world: World, barony: int) -> City | None:
    """The capital of a barony, None for a province outside every barony."""
    return world.first(City, "barony", barony) if barony else None


def of_player(world: World, thing: Record, player: int) -> bool:
    """Whether a stack, piece or city is that player's; on a view too.

    A view knows the baron of each of its faction's cities (cohorts.knowledge.view), so a city whose
    baron it does not know is another's.
    """
    return not _lordless(thing) and player_of(world, thing) == player


def of_faction(world: World, thing: Record, faction: int) -> bool:
    """Whether a stack, piece or city is that faction's; on a view as `of_player`."""
    return not _lordless(thing) and faction_of(world, thing) == faction


def cities_of(world: World, faction: int) -> list[City]:
    """A faction's cities by id, found by their barons; on a view those of which it knows that."""
    found = {
        city.id: city
        for player in world.by(Player, "faction", faction)
        for character in world.by(Character, "player", player.id)
        for city in world.by(City, "baron", character.id)
    }
    return [found[id] for id in sorted(found)]


def _lordless(thing: Record) -> bool:
    return isinstance(thing, City) and not thing.knows("baron")


def owner_of(world: World, province: Province) -> int:
    """The faction that controls a province: that of its barony's city; 0 for none."""
    city = city_of(world, province.barony)
    return faction_of(world, city) if city else 0


def imprisoned(piece: Record) -> bool:
    """Whether a character or unit is somebody's prisoner (cohorts.covert.prisoners).

    A foreign unit counts as free if that is not known.
    """
    if isinstance(piece, Unit):
        try:
            return piece.captor != 0
        except NotKnown:
            return False
    return isinstance(piece, Character) and piece.captor != 0


def prisoners(world: World) -> Iterator[Character | Unit]:
    """All who are known to be somebody's prisoner: characters by id, then units by id."""
    return chain(world.filed(Character, "held_by"), world.filed(Unit, "held_by"))


def told_of(world: World, piece: Record) -> int:
    """The faction that learns what befalls a piece by itself: its own, unless others hold it.

    0 for none. Source: cohorts.knowledge.view.
    """
    return 0 if imprisoned(piece) else faction_of(world, piece)


def province_of(world: World, place: Place) -> int:
    """The id of the province in which a place is; 0 if it is nowhere."""
    while place.kind != "province":
        record = world.at(place)
        if isinstance(record, Stack | City):
            return record.province
        if not isinstance(record, Piece):
            return 0
        place = record.holder
    return place.id


def relation(world: World, one: int, other: int) -> Relationship:
    """How two factions stand; a faction is its own ally, and nobody's (0) is neutral to all.

    Sources: cohorts.diplomacy.relations, cohorts.action.allied-meaning.
    """
    if one == other:
        return "allied" if one else "neutral"
    low, high = sorted((one, other))
    for found in world.by(Relation, "one", low):
        if found.other == high:
            return found.relation
    return "neutral"


def allies_of(world: World, faction: int) -> list[int]:
    """A faction and those that are allied with it, by id; nobody's (0) has none.

    Source: cohorts.action.allied-meaning.
    """
    if not faction:
        return []
    bound = (each for each in world.by(Relation, "sides", faction) if each.relation == "allied")
    return sorted({faction, *(side for each in bound for side in each.sides)})


def heir(world: World, player: int, first: Iterable[Stack] = ()) -> Character | None:
    """Who becomes baron of a city that falls to a player: the living character of highest level.

    Those in the stacks that come first, such as the attackers', go before others.
    Sources: cohorts.order.bury-unit, cohorts.battle.garrison-defeated.
    """
    within = {stack.place for stack in first}
    living = [
        each for each in world.by(Character, "player", player) if not (each.dead or each.captor)
    ]
    return min(
        living,
        key=lambda each: (each.holder not in within, -each.level, each.id),
        default=None,
    )
