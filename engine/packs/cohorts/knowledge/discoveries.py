"""What a faction learns for the first time: places of note, cities, and that others are there.

Told at the end of a tick, when it is settled what everybody has seen. Factions that had nobody in
the world before are told nothing of what is there when their first people appear: that is where
they live. Sources: cohorts.knowledge.view, cohorts.world.hot-spots.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple, Self

from engine.campaign import Faction, Player
from engine.events import Event
from engine.facts import facts
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.memories import Landmark, Memory, Sighting
from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.knowledge.views import in_view, landmarks, present
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.ownership import owner_of
from engine.packs.cohorts.pieces.records import City, Province
from engine.state import State
from engine.world import Record, World


@facts
class Meeting(Record):
    """That a faction has met another, and where it first did."""

    indexes = ("faction", "pair")

    faction: int
    other: int
    turn: int
    province: int

    @property
    def pair(self) -> tuple[int, int]:
        """Who has met whom."""
        return self.faction, self.other


@facts
class PlaceSighted(Event):
    """A faction first saw the land where a place of note is (cohorts.world.hot-spots)."""

    spot: int
    name: str
    type: str
    """A key of the module's hot spots; empty for a unique one."""
    province: int


@facts
class PlaceReached(Event):
    """People of a faction came to a place of note, and know what can be done there."""

    spot: int
    name: str
    type: str
    province: int
    quests: tuple[str, ...]
    """By their keys."""
    uses: int
    """How often it can still be used, 0 for any number of times."""


@facts
class CitySighted(Event):
    """A faction first saw the land where another's city stands (cohorts.knowledge.view)."""

    city: int
    name: str
    province: int
    faction: int
    """Whose it is, 0 for nobody's."""


@facts
class FactionMet(Event):
    """A faction first learned where people or a city of another are."""

    other: int
    province: int


def tell(state: State) -> None:
    """At the end of a tick: tell each faction what it came to know for the first time."""
    learned = _learned(state)
    for faction in state.world.all(Faction):
        news = learned.get(faction.id) or _News()
        arrived = bool(present(state.before, faction.id))
        seen = list(_new_land(state, faction.id, news.memories, arrived=arrived))
        if arrived:
            _places(state, faction.id, [land.province for land in seen])
            _cities(state, faction.id, seen)
        _meet(state, faction.id, seen, news, tell=arrived)


@dataclass(slots=True)
class _News:
    """What a faction came to remember in a tick, and whom it sighted, each in order."""

    memories: list[Memory] = field(default_factory=list[Memory])
    """The new ones."""
    sightings: list[Sighting] = field(default_factory=list[Sighting])
    told: list[StackSighted] = field(default_factory=list[StackSighted])


def _learned(state: State) -> dict[int, _News]:
    """The tick gone through once for all factions: what is new to each that has any news."""
    found: defaultdict[int, _News] = defaultdict(_News)
    for _, _, before, after in state.world.changes(Memory, Sighting):
        if isinstance(after, Memory) and before is None:
            found[after.faction].memories.append(after)
        elif isinstance(after, Sighting):
            found[after.faction].sightings.append(after)
    for entry in state.log.entries:
        if isinstance(entry.event, StackSighted):
            for faction, told in entry.audience.items():
                if isinstance(told, StackSighted):
                    found[faction].told.append(told)
    return found


class _Land(NamedTuple):
    """A province that is new to a faction, as it last saw it."""

    province: int
    cities: Sequence[Landmark] = ()
    owner: int = 0
    """Of land with a city its faction, 0 for nobody's."""

    @classmethod
    def of(cls, seen: Memory) -> Self:
        """The land as it is remembered."""
        cities = [each for each in seen.landmarks if each.place.kind == City.kind]
        return cls(seen.province, cities, seen.owner if cities else 0)


def _new_land(
    state: State, faction: int, memories: Sequence[Memory], *, arrived: bool
) -> Iterator[_Land]:
    """The provinces that a faction knows now and did not before, as it last saw them, by id.

    What has become of one since it left view is not told. Who has only now come into the world
    lives there, and knows its neighbours as the tick leaves them: they may join in the same.
    """
    world, content = state.world, state.module.content(Content)
    then, now = (in_view(each, content, faction) for each in (state.before, world))
    found: dict[int, Memory | None] = dict.fromkeys(now)
    for memory in memories:
        found.setdefault(memory.province, memory)
    for province, memory in sorted(found.items(), key=itemgetter(0)):
        if province in then:
            continue
        if state.before.first(Memory, "spot", (faction, province)) is None:
            yield _Land.of(memory) if memory and arrived else _as_it_is(world, province)


def _as_it_is(world: World, province: int) -> _Land:
    """A province as a memory of it would be now; most have no city."""
    if world.first(City, "province", province) is None:
        return _Land(province)
    cities = [each for each in landmarks(world, province) if each.place.kind == City.kind]
    return _Land(province, cities, owner_of(world, world.get(Province, province)))


def _places(state: State, faction: int, seen: list[int]) -> None:
    """Places of note on land that is new to a faction, and those that it reached."""
    world, then = state.world, present(state.before, faction)
    reached = [province for province in present(world, faction) if province not in then]
    for spot in world.among(HotSpot, "province", sorted({*seen, *reached})):
        if spot.hidden:
            continue
        event: Event
        if spot.province in reached:
            event = PlaceReached(
                spot=spot.id,
                name=spot.name,
                type=spot.type,
                province=spot.province,
                quests=spot.quests,
                uses=spot.uses,
            )
        else:
            event = PlaceSighted(
                spot=spot.id, name=spot.name, type=spot.type, province=spot.province
            )
        state.emit_to(event, own=[faction])


def _cities(state: State, faction: int, seen: list[_Land]) -> None:
    """Foreign cities on land that is new to a faction."""
    for land in seen:
        for city in land.cities:
            if land.owner != faction:
                event = CitySighted(
                    city=city.place.id,
                    name=city.name,
                    province=land.province,
                    faction=land.owner,
                )
                state.emit_to(event, own=[faction])


def _meet(state: State, faction: int, seen: list[_Land], news: _News, *, tell: bool) -> None:
    """Note whom a faction has met, by their cities on new land and by stacks that it sighted."""
    world = state.world
    found: dict[int, int] = {}
    for land in seen:
        if land.cities:
            found.setdefault(land.owner, land.province)
    for sighting in news.sightings:
        player = world.find(Player, sighting.player)
        if player:
            found.setdefault(player.faction, sighting.province)
    for told in news.told:  # of some no memory stays: they fell, or went on
        for glimpse in told.sightings:
            found.setdefault(glimpse.faction, told.province)
    for other, province in sorted(found.items()):
        if other in (0, faction) or world.first(Meeting, "pair", (faction, other)):
            continue
        world.add(Meeting, faction=faction, other=other, turn=state.now.turn, province=province)
        if tell:
            state.emit_to(FactionMet(other=other, province=province), own=[faction])


def show(rules: Rules, world: World, faction: int, seen: World) -> None:
    """Put into a view whom the faction has met."""
    seen.put_all(world.by(Meeting, "faction", faction))
