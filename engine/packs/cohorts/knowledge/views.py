"""What a faction knows: what it sees now, what it was told or sighted, what it remembers.

`remember` and `fade` write the memories that a later view is made of, which `looking` fills. How
stacks are sighted stands in `sighting`. Source: cohorts.knowledge.view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

from engine.campaign import Faction, Now, Player
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.captives import captives, piece_of, remembered
from engine.packs.cohorts.knowledge.memories import Landmark, Memory, Sighting, showing
from engine.packs.cohorts.knowledge.towers import overlooking, reach
from engine.packs.cohorts.knowledge.treasures import bearers, named
from engine.packs.cohorts.pieces.contents import PIECES, pieces_in
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.links import links_around
from engine.packs.cohorts.pieces.ownership import (
    allies_of,
    cities_of,
    faction_of,
    imprisoned,
    owner_of,
    relation,
)
from engine.packs.cohorts.pieces.records import (
    Agent,
    Character,
    City,
    Guild,
    Map,
    Possession,
    Province,
    Stack,
    Tower,
    Unit,
    Village,
)
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.trade.books import Agreement, Offer
from engine.packs.cohorts.trade.parties import concerns
from engine.state import State
from engine.world import Place, Record, World

_BARE: Final = (0,) * 6
Spots = dict[int, None]
"""Province ids in a fixed order; a set would be iterated differently from run to run."""


def in_view(world: World, content: Content, faction: int) -> Spots:
    """The provinces that a faction sees now, allies' view included; not to be changed."""
    side = world.find(Faction, faction)
    # A tick ends with several steps that ask for it.
    find = partial(_in_view, world, content, faction)
    return world.recall(side, "in view", find) if side else find()


def _in_view(world: World, content: Content, faction: int) -> Spots:
    grid = world.get(Map, 1).grid
    adjacency = grid.adjacency()
    friends = allies_of(world, faction)
    spots: Spots = {}
    centres = {centre: None for friend in friends for centre in present(world, friend)}
    for centre in centres:
        spots[centre] = None
        for neighbour in adjacency[centre - 1]:
            if neighbour >= 0:
                spots[neighbour + 1] = None
    for tower in world.all(Tower):
        if owner_of(world, world.get(Province, tower.province)) in friends:
            for hex_ in grid.within(grid.at(tower.province - 1), reach(content, tower)):
                spots[grid.index(hex_) + 1] = None
    return spots


def present(world: World, faction: int) -> Spots:
    """The provinces where the faction has a stack, a city, a loose piece or an ally's guest."""
    side = world.find(Faction, faction)
    # Each tick ends with several steps that ask for it, for each of the friends.
    return world.recall(side, "present", partial(_present, world, faction)) if side else {}


def _present(world: World, faction: int) -> Spots:
    spots: Spots = dict.fromkeys(city.province for city in cities_of(world, faction))
    for player in world.by(Player, "faction", faction):
        for stack in world.by(Stack, "player", player.id):
            spots[stack.province] = None
        for cls in PIECES:
            for piece in world.by(cls, "loose", player.id):
                # In a view a captive is in the open where it was last seen, and sees nothing.
                if not imprisoned(piece):
                    spots[piece.holder.id] = None
    for friend in allies_of(world, faction):
        for player in world.by(Player, "faction", friend) if friend != faction else ():
            for stack in world.by(Stack, "player", player.id):
                if _has_guest(world, faction, stack):
                    spots[stack.province] = None
    return spots


def _has_guest(world: World, faction: int, stack: Stack) -> bool:
    """Whether a faction has somebody in a stack who is no prisoner, such as whom allies freed.

    Source: cohorts.battle.possessions-lost.
    """
    return any(
        faction_of(world, piece) == faction and not imprisoned(piece)
        for piece in pieces_in(world, stack.place)
    )


def sees(world: World, content: Content, faction: int, province: int) -> bool:
    """Whether a province is in a faction's view now; as `in_view`, for one province."""
    grid = world.get(Map, 1).grid
    for centre in (province - 1, *grid.adjacency()[province - 1]):
        there = _factions_in(world, centre + 1) if centre >= 0 else ()
        if any(_friendly(world, faction, other) for other in there):
            return True
    return any(
        _friendly(world, faction, owner_of(world, world.get(Province, tower.province)))
        for tower, _ in overlooking(world, content, province)
    )


def _factions_in(world: World, province: int) -> Iterator[int]:
    """Whose cities, stacks and loose pieces stand in a province."""
    for city in world.by(City, "province", province):
        yield faction_of(world, city)
    for stack in world.by(Stack, "province", province):
        yield faction_of(world, stack)
    for piece in pieces_in(world, Place("province", province)):
        yield faction_of(world, piece)


def _is_in(world: World, faction: int, province: int) -> bool:
    """Whether a faction has anybody in a province; as `present`, for one province."""
    return faction in _factions_in(world, province) or any(
        _has_guest(world, faction, stack) for stack in world.by(Stack, "province", province)
    )


def _friendly(world: World, faction: int, other: int) -> bool:
    return other != 0 and relation(world, faction, other) == "allied"


def knows(rules: Rules, world: World, faction: int, place: Place) -> bool | None:
    """Whether a faction's view holds what orders name; as `look` and its like, for one record.

    That a province exists is no secret: all know how large the map is.
    """
    thing = world.at(place)
    match thing:
        case Stack() | Unit() | Character() | Agent():
            return _knows_piece(world, faction, thing)
        case City() | Village() | Tower():
            if owner_of(world, world.get(Province, thing.province)) == faction:
                return True
            content = rules.module.content(Content)
            return sees(world, content, faction, thing.province) or _remembers(
                world, content, faction, place
            )
        case Guild():
            return faction_of(world, world.get(City, thing.city)) == faction
        case Offer() | Agreement():
            return concerns(world, faction, thing)
        case Unique():
            known = any(_knows_items(world, faction, each) for each in bearers(world, thing))
            return known or _recalls(world, faction, thing)
        case HotSpot():
            content = rules.module.content(Content)
            return not thing.hidden and _has_sighted(world, content, faction, thing.province)
        case Province():
            return True
        case _:
            return None


def _has_sighted(world: World, content: Content, faction: int, province: int) -> bool:
    """Whether a faction's view holds a province: own, in view, or remembered."""
    return (
        owner_of(world, world.get(Province, province)) == faction
        or world.first(Memory, "spot", (faction, province)) is not None
        or sees(world, content, faction, province)
    )


def _remembers(world: World, content: Content, faction: int, place: Place) -> bool:
    """Whether a faction saw a settlement or tower where it last looked, even if it moved since."""
    return any(
        memory.shows(place)
        and not sees(world, content, faction, memory.province)
        and owner_of(world, world.get(Province, memory.province)) != faction
        for memory in world.by(Memory, "faction", faction)
    )


def _knows_items(world: World, faction: int, holder: Place) -> bool:
    """Whether a faction knows the items that somebody has, or that lie in a cache."""
    if holder.kind == Province.kind:
        return _is_in(world, faction, holder.id)
    thing = world.at(holder)
    if thing is None:
        return False
    own = not imprisoned(thing) and faction_of(world, thing) == faction
    return own or is_guest(world, faction, thing)


def is_guest(world: World, faction: int, thing: Record) -> bool:
    """Whether an ally's character or unit is free in a stack or city of the faction.

    Who feeds and carries a guest knows it as its owner does.
    """
    if not isinstance(thing, Character | Unit) or imprisoned(thing):
        return False
    holder = world.at(thing.holder)
    if not isinstance(holder, Stack | City) or faction_of(world, holder) != faction:
        return False
    return _friendly(world, faction, faction_of(world, thing))


def _recalls(world: World, faction: int, unique: Unique) -> bool:
    """Whether one of a faction's captives had a unique item when it was last seen."""
    return any(
        unique.id in named(thing)
        for captive in captives(world, faction)
        for thing in (piece_of(world, captive), *remembered(world, captive, Possession))
    )


def _knows_piece(world: World, faction: int, thing: Stack | Character | Unit | Agent) -> bool:
    if faction_of(world, thing) == faction or is_guest(world, faction, thing):
        return True
    if isinstance(thing, Character | Unit) and thing.captor:
        captor = world.find(Player, thing.captor)
        if captor and captor.faction == faction:
            return True
    if _is_shown(world, faction, thing):
        return True
    holder = world.at(thing.place if isinstance(thing, Stack) else thing.holder)
    if not isinstance(holder, Stack | Province):
        return False
    return _is_in(world, faction, holder.province if isinstance(holder, Stack) else holder.id)


def _is_shown(world: World, faction: int, thing: Stack | Character | Unit | Agent) -> bool:
    """Whether a sighting of the faction shows a stack or piece, and not where it knows better."""
    if isinstance(thing, Stack):
        return world.first(Sighting, "about", (faction, thing.place)) is not None
    shown = showing(world, faction, thing.place)
    return any(not tells_of_guests(world, faction, each, thing.kind) for each in shown)


def tells_of_guests(world: World, faction: int, sighting: Sighting, kind: str) -> bool:
    """Whether a sighting tells of characters or units in what is the faction's own.

    Who is there is known by itself, so who is told of there alone has gone since.
    """
    if kind not in (Character.kind, Unit.kind):
        return False
    holder = world.at(sighting.subject)
    return isinstance(holder, Stack | City) and faction_of(world, holder) == faction


def snapshot(world: World, faction: int, province: Province, turn: int) -> dict[str, Any]:
    """What is plain to see of a province, as the fields of a memory."""
    return {
        "faction": faction,
        "province": province.id,
        "turn": turn,
        "in_view": False,
        "owner": owner_of(world, province),
        "landmarks": landmarks(world, province.id),
        "fortified": province.fortification > 0,
        "sides": sides(world, province.id),
    }


def landmarks(world: World, province: int) -> tuple[Landmark, ...]:
    """What stands in a province for all to see: its city, its village, its towers."""
    found = [
        Landmark(place=settlement.place, name=settlement.name, type="")
        for cls in (City, Village)
        for settlement in world.by(cls, "province", province)
    ]
    towers = world.by(Tower, "province", province)
    found += [Landmark(place=tower.place, name="", type=tower.type) for tower in towers]
    return tuple(found)


def sides(world: World, province: int) -> tuple[int, ...]:
    """Barriers and roads on a province's six sides, by direction (`Link.side`)."""
    links = links_around(world, world.get(Map, 1).grid, province)
    return tuple([link.side if link else 0 for link in links]) if any(links) else _BARE


def remember(world: World, faction: int, provinces: Iterable[int], source: World) -> None:
    """Write that the faction now knows these provinces as they are in the source world."""
    turn = source.get(Now, 1).turn
    for id in provinces:
        shown = snapshot(source, faction, source.get(Province, id), turn)
        held = world.first(Memory, "spot", (faction, id))
        if held:
            world.put(held.replace(**shown))
        else:
            world.add(Memory, **shown)


def leave(state: State, faction: int, province: int, to: int = 0) -> None:
    """Remember what a piece may see for the last time as it departs from a province.

    That is what it does not see from the province that it goes `to`; with 0, all around it.
    """
    adjacency = state.world.get(Map, 1).grid.adjacency()
    still = (to - 1, *adjacency[to - 1]) if to else ()
    around = (province - 1, *adjacency[province - 1])
    lost = [spot + 1 for spot in around if spot >= 0 and spot not in still]
    remember(state.world, faction, lost, state.world)


def fade(state: State) -> None:
    """At the end of a tick: what left view otherwise is remembered as it was when it began."""
    for faction in state.world.all(Faction):
        content = state.module.content(Content)
        now = in_view(state.world, content, faction.id)
        then = in_view(state.before, content, faction.id)
        lost = [id for id in then if id not in now and not _noted(state, faction.id, id)]
        remember(state.world, faction.id, lost, state.before)


def _noted(state: State, faction: int, province: int) -> bool:
    """Whether who departed in this tick has remembered the province already (`leave`)."""
    spot = faction, province
    held = state.world.first(Memory, "spot", spot)
    return held != state.before.first(Memory, "spot", spot)
