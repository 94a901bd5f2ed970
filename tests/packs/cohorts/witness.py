"""What a faction may know, worked out apart from the engine: by following what it could see.

A witness lives through the ticks of a world with one faction's eyes. It reads the truth, the moves
of its stacks and the sighting reports, and nothing of how the engine keeps knowledge. Source:
cohorts.knowledge.view.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.campaign import Player
from engine.hexes import Grid
from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.marching.march import StackMoved
from engine.packs.cohorts.pieces.ownership import Relation
from engine.packs.cohorts.pieces.records import (
    Agent,
    Character,
    City,
    Map,
    Province,
    Stack,
    Tower,
    Unit,
    Village,
)
from engine.world import Place, World
from tests.packs.cohorts.frontier import Tick

Piece = Character | Unit | Agent
PIECES: tuple[type[Piece], ...] = (Character, Unit, Agent)


@dataclass(frozen=True)
class News:
    """The last that was learned of a stack or loose piece: where, and what was in it."""

    province: int
    name: str
    message: str
    soldiers: dict[Place, int]
    """By piece in it (or itself) its soldiers; 0 for who is no unit."""


@dataclass
class Witness:
    """The eyes of one faction."""

    faction: int
    seen: dict[int, int] = field(default_factory=dict)
    """By province the last tick whose outcome was seen there."""
    villages: dict[int, list[dict[int, int]]] = field(default_factory=dict)
    """By tick the villages by province, as they stood before and after it."""
    news: dict[Place, News] = field(default_factory=dict)
    captives: dict[Place, Character | Unit] = field(default_factory=dict)
    """Its captured people, as they were when its side saw them last."""

    def live(self, tick: Tick) -> None:
        """Go through a tick."""
        number = tick.due.tick
        before, after = (
            {village.province: village.id for village in world.all(Village)}
            for world in (tick.before, tick.after)
        )
        self.villages.setdefault(number - 1, []).append(before)
        self.villages[number] = [before, after]
        self._see(in_sight(tick.before, self.faction), number - 1)
        self._see(in_sight(tick.after, self.faction), number)
        grid = tick.after.get(Map, 1).grid
        for entry in tick.entries:
            learned = entry.for_(self.faction)
            if isinstance(learned, StackMoved):
                for spot in (learned.start, *learned.route):
                    self._see(around(grid, spot, 1), number)
            elif isinstance(learned, StackSighted):
                shown = {
                    glimpse.subject: News(
                        learned.province,
                        glimpse.name,
                        glimpse.message,
                        {member.place: member.soldiers for member in glimpse.members},
                    )
                    for glimpse in learned.sightings
                }
                self._hear(learned.province, shown)
        for spot in standing(tick.after, self.faction):
            self._hear(spot, dict(_others(tick.after, self.faction, spot)))
        self._miss(tick)

    def _miss(self, tick: Tick) -> None:
        """A captive is known from the tick of the capture, or seen by friends."""
        mates = friends(tick.after, self.faction)
        shown: set[Place] = set()
        for friend in mates:
            for entry in tick.entries:
                learned = entry.for_(friend)
                if isinstance(learned, StackSighted):
                    members = (each.members for each in learned.sightings)
                    shown |= {member.place for each in members for member in each}
            for spot in standing(tick.after, friend):
                for _, news in _others(tick.after, friend, spot):
                    shown |= set(news.soldiers)
        held = {
            piece.place: piece
            for cls in (Character, Unit)
            for piece in tick.after.all(cls)
            if piece.captor and side(tick.after, piece.player) == self.faction
        }
        known = {place: each for place, each in self.captives.items() if place not in shown}
        self.captives = {place: known.get(place, piece) for place, piece in held.items()}

    def villages_seen(self, province: int) -> set[int]:
        """The villages, 0 for none, that may have stood in a province when it was seen last.

        In a tick that changed which, there may also have been none in between.
        """
        found = {stood.get(province, 0) for stood in self.villages[self.seen[province]]}
        return found | {0} if len(found) > 1 else found

    def _see(self, spots: set[int], tick: int) -> None:
        for spot in spots:
            self.seen[spot] = max(tick, self.seen.get(spot, 0))

    def _hear(self, province: int, shown: dict[Place, News]) -> None:
        """A province was shown with these in it: whatever else was noted there is gone."""
        for subject in [each for each, news in self.news.items() if news.province == province]:
            if subject not in shown:
                del self.news[subject]
        self.news.update(shown)


def side(world: World, player: int) -> int:
    """The faction of a player, 0 for nobody's."""
    found = world.find(Player, player)
    return found.faction if found else 0


def lord(world: World, city: City) -> int:
    """The faction that holds a city."""
    baron = world.find(Character, city.baron)
    return side(world, baron.player) if baron else 0


def friends(world: World, faction: int) -> set[int]:
    """The faction and its allies."""
    allies = {faction}
    for relation in world.all(Relation):
        if relation.relation == "allied" and faction in (relation.one, relation.other):
            allies |= {relation.one, relation.other}
    return allies


def around(grid: Grid, province: int, distance: int) -> set[int]:
    """The provinces at most so far away."""
    centre = grid.at(province - 1)
    return {grid.index(hex_) + 1 for hex_ in grid if grid.distance(centre, hex_) <= distance}


def standing(world: World, faction: int) -> set[int]:
    """Where the faction has a stack, a city or a loose piece."""
    spots = {s.province for s in world.all(Stack) if side(world, s.player) == faction}
    spots |= {city.province for city in world.all(City) if lord(world, city) == faction}
    for cls in PIECES:
        for piece in world.all(cls):
            if piece.holder.kind == "province" and side(world, piece.player) == faction:
                spots.add(piece.holder.id)
    return spots


def in_sight(world: World, faction: int) -> set[int]:
    """The provinces in view."""
    grid, seen = world.get(Map, 1).grid, set[int]()
    for friend in friends(world, faction):
        for spot in standing(world, friend):
            seen |= around(grid, spot, 1)
    for tower in world.all(Tower):
        barony = world.get(Province, tower.province).barony
        lords = {lord(world, city) for city in world.all(City) if city.barony == barony}
        if lords & friends(world, faction):
            seen |= around(
                grid, tower.province, tower.level if tower.type in ("watch", "wizard") else 0
            )
    return seen


def _others(world: World, faction: int, spot: int) -> list[tuple[Place, News]]:
    """The foreign stacks and loose pieces that stand in a province."""
    found: list[tuple[Place, News]] = []
    for stack in world.all(Stack):
        if stack.province == spot and side(world, stack.player) != faction:
            inside = {
                piece.place: piece.soldiers if isinstance(piece, Unit) else 0
                for cls in PIECES
                for piece in world.all(cls)
                if piece.holder == stack.place
            }
            found.append((stack.place, News(spot, stack.name, stack.message, inside)))
    for cls in PIECES:
        for piece in world.all(cls):
            if piece.holder == Place("province", spot) and side(world, piece.player) != faction:
                soldiers = piece.soldiers if isinstance(piece, Unit) else 0
                news = News(spot, piece.name, piece.message, {piece.place: soldiers})
                found.append((piece.place, news))
    return found
