"""From what a faction knows to what its map shows.

Everything is read off the faction's view, which holds no more than the faction knows; where the
view says how old something is, the chart does too. Drawing is in `bot.faces.map`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from bot.faces.cohorts.looks import looks_of, samples_of
from bot.faces.cohorts.map.deposits import deposits
from bot.faces.cohorts.map.land_history import Holders
from bot.faces.cohorts.map.ways import Way
from bot.faces.map import chart
from bot.faces.map.chart import Chart
from engine.campaign import Faction, Now
from engine.hexes import Hex, opposite
from engine.module.art import emblem_icon
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.land import MODES, Mode
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.movement.steps import MAGIC_HERE, MAGIC_THERE, barred_modes
from engine.packs.cohorts.pieces.contents import PIECES, pieces_in
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.links import Link
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.records import (
    Agent,
    Character,
    City,
    Map,
    Piece,
    Province,
    Stack,
    Tower,
    Unit,
    Village,
)
from engine.packs.cohorts.pieces.territories import Barony, Kingdom, Territory
from engine.world import Place, World

# Taste: from how many people on a city is drawn as the next larger one.
BURGH, CITY = 5_000, 10_000
# How many known hexes in a row a sea's name needs to be written across them.
LEAST_SEA = 4
TERMS: Final = chart.MapTerms(
    hexes="provinces",
    settlements="cities",
    forces="stacks",
    force="stack",
    strongholds="towers and castles",
    levelled="villages",
    level="village level",
    kinds=(
        ("watch", "watch tower"),
        ("guard", "guard tower"),
        ("wizard", "wizard tower"),
        ("hot-spot", "place of note"),
    ),
    classes=(("food", "Food"), ("resource", "Resources"), ("flora", "Flora"), ("herd", "Herds")),
    reaches=(
        ("presence", "Pieces and cities see"),
        ("watch", "Watch towers see"),
        ("wizard", "Wizard towers see the invisible"),
        ("guard", "Guard towers shoot"),
        ("castle", "Castles draw battles"),
    ),
)
"""The system's names for things on its maps."""
BODIES = "Bodies"
"""What several dead in no stack are called together."""
IN_THE_OPEN = "In the open"
"""What several pieces in no stack are called together."""
_HIGHEST: Final = 1000  # of `Province.height`


def chart_of(
    rules: Rules,
    view: World,
    faction: int,
    ways: Iterable[Way] = (),
    realm: int = 0,
    idle: Container[int] = (),
) -> Chart:
    """The chart of a realm in a faction's view, with the ways that are planned there.

    `idle` are the ids of stacks that could act and have no order. What one layer alone shows is
    filled in by it (`atlas.LAYERS`). The title is the faction's name, empty for nobody's view (0),
    the subtitle the world's own date.
    """
    return _Reader(rules, view, faction, realm, idle).chart(ways)


class _Reader:
    """A view being read."""

    def __init__(
        self, rules: Rules, view: World, faction: int, realm: int, idle: Container[int]
    ) -> None:
        self.realm = realm
        self.idle = idle
        self.grid = view.get(Map, 1).grid
        self.only_realm = len(self.grid.realms) == 1
        self.land = [each for each in view.all(Province) if self.is_here(each.id)]
        """The known provinces of the realm."""
        self.rules = rules
        self.content = rules.module.content(Content)
        self.looks = looks_of(self.content)
        self.view = view
        self.faction = faction
        self.me = view.find(Faction, faction)
        self.turn = view.get(Now, 1).turn
        self.keys = {each.id: each.key for each in view.all(Faction)}
        self.holders = Holders(view, faction)
        self.memories = {each.id: each for each in view.all(Memory)}
        self.kings, self.lords = (
            {each.capital for each in view.all(cls) if each.knows("capital")}
            for cls in (Kingdom, Territory)
        )

    def chart(self, ways: Iterable[Way]) -> Chart:
        size, realms = self.grid.realms[self.realm], self.view.get(Map, 1).realms
        return Chart(
            size.width,
            size.height,
            tuple(self.cells()),
            wrap=size.wraps,
            realm=realms[self.realm].name if len(realms) > 1 else "",
            factions=tuple(self.factions()),
            own=self.me.key if self.me else "",
            links=tuple(self.links()),
            settlements=(*self.cities(), *self.villages()),
            towers=tuple(self.towers()),
            fortifications=tuple(self.fortifications()),
            stacks=(*self.stacks(), *self.loose()),
            sites=(*self.gates(), *self.hot_spots()),
            resources=tuple(deposits(self.content, self.looks, self.view, self.land)),
            routes=tuple(route for way in ways for route in self.routes(way)),
            waters=tuple(self.waters()),
            lands=tuple(self.looks.lands.values()),
            samples=samples_of(self.content),
            title=self.me.name if self.me else "",
            subtitle=self.rules.module.year.date_of(self.turn),
            turn=self.turn,
            terms=TERMS,
        )

    def is_here(self, province: int) -> bool:
        """Whether a province lies in the realm of the chart."""
        return self.only_realm or self.grid.at(province - 1).realm == self.realm

    # ------------------------------------------------------------------ land

    def cells(self) -> Iterator[chart.Cell]:
        realms, none = self.realms(), (0, 0)
        keys, holder_of, age_of = self.keys, self.holders.of, self.age
        for province in self.land:
            territory, kingdom = realms.get(province.barony, none)
            yield chart.Cell(
                province.x,
                province.y,
                province.terrain,
                height=province.height / _HIGHEST,
                age=age_of(province.id),
                owner=keys.get(holder_of(province)),
                barony=province.barony or None,
                territory=territory or None,
                kingdom=kingdom or None,
            )

    def realms(self) -> dict[int, tuple[int, int]]:
        """The territory and kingdom of each known barony, 0 for none."""
        kingdoms = {each.id: each.kingdom for each in self.view.all(Territory)}
        return {
            each.id: (each.territory, kingdoms.get(each.territory, 0))
            for each in self.view.all(Barony)
        }

    def links(self) -> Iterator[chart.Link]:
        grid = self.grid
        for link in self.view.all(Link):
            side, direction = divmod(link.id - 1, 3)  # the opposite of `link_id`
            if not self.is_here(side + 1):
                continue
            x, y = grid.at(side).spot
            there = grid.neighbour(grid.at(side), direction)
            if link.river:
                yield chart.Link(x, y, direction, "river", link.river)
            if link.road:
                yield chart.Link(x, y, direction, "road", link.road)
            if there and link.barrier:
                yield from _natural(link.barrier, (x, y), there.spot, direction)
            if link.barrier & MAGIC_THERE:
                yield chart.Link(x, y, direction, "magic-barrier")
            if link.barrier & MAGIC_HERE and there:
                yield chart.Link(there.x, there.y, opposite(direction), "magic-barrier")

    def gates(self) -> Iterator[chart.Site]:
        grid = self.grid
        for province in self.land:
            if province.gate:
                far, realms = grid.at(province.gate - 1), self.view.get(Map, 1).realms
                there = realms[far.realm].name if far.realm != self.realm else ""
                yield chart.Site(province.x, province.y, "gate", leads=far.spot, leads_realm=there)

    def hot_spots(self) -> Iterator[chart.Site]:
        for spot in self.view.all(HotSpot):
            if not self.is_here(spot.province):
                continue
            x, y = self.spot(spot.province)
            yield chart.Site(x, y, "hot-spot", spot.icon, name=spot.name)

    def fortifications(self) -> Iterator[chart.Fortification]:
        """The walls; of foreign ones only that there are some (cohorts.knowledge.view)."""
        for province in self.land:
            if province.knows("fortification"):
                level = province.fortification
                if level:
                    yield chart.Fortification(province.x, province.y, level)
            elif (memory := self.memories.get(province.id)) and memory.fortified:
                yield chart.Fortification(province.x, province.y)

    def age(self, province: int) -> int:
        """Turns since the province was in view, 0 if it is; at least 1 of a remembered one."""
        memory = self.memories.get(province)
        if memory is None:  # known without being seen, as land of an own barony
            return 1
        return 0 if memory.in_view else max(1, self.turn - memory.turn)

    def owner(self, province: int) -> str | None:
        """The key of the faction that held the province when it was seen last."""
        return self.keys.get(self.holders.of(self.view.get(Province, province)))

    def waters(self) -> Iterator[chart.Water]:
        """The names of seas, one for each part that is known and wide enough for it.

        A name is written where the part has most hexes in a row, in the middle of these.
        """
        for name, part in self.seas():
            rows = sum(hex_.y for hex_ in part)
            length, _, first = max(
                (run, -abs(hex_.y * len(part) - rows), hex_) for hex_, run in self.runs(part)
            )
            if length >= LEAST_SEA:
                x = (first.x + length // 2) % self.grid.realms[self.realm].width
                yield chart.Water(x, first.y, name)

    def seas(self) -> Iterator[tuple[str, dict[Hex, None]]]:
        """The known hexes of each sea, connected, with its name."""
        grid = self.grid
        left = {
            Hex(province.x, province.y, self.realm): province.region
            for province in self.land
            if province.region and self.content.terrains[province.terrain].is_water
        }
        while left:
            start, name = left.popitem()
            part: dict[Hex, None] = {start: None}
            edge = [start]
            while edge:
                for hex_ in grid.neighbours(edge.pop()):
                    if hex_ and left.get(hex_) == name:
                        del left[hex_]
                        part[hex_] = None
                        edge.append(hex_)
            yield name, part

    def runs(self, part: dict[Hex, None]) -> Iterator[tuple[Hex, int]]:
        """The westernmost hexes of a part, with how many lie in a row from there."""
        width = self.grid.realms[self.realm].width
        for start in part:
            if start.x and Hex(start.x - 1, start.y, self.realm) in part:
                continue
            run = 1
            while run < width and Hex((start.x + run) % width, start.y, self.realm) in part:
                run += 1
            yield start, run

    # ------------------------------------------------------------------ what stands there

    def factions(self) -> Iterator[chart.FactionLook]:
        yield from factions_of(self.view)

    def cities(self) -> Iterator[chart.Settlement]:
        for city in self.view.all(City):
            if not self.is_here(city.province):
                continue
            x, y = self.spot(city.province)
            owner = self.owner(city.province)
            yield chart.Settlement(x, y, self.size(city), city.name, owner, seat=self.seat_in(city))

    def seat_in(self, city: City) -> chart.Seat | None:
        if city.id in self.kings:
            return "kingdom"
        return "territory" if city.id in self.lords else None

    def size(self, city: City) -> chart.SettlementKind:
        if city.id in self.kings:
            return "capital"
        # The number of people in foreign cities is not known; they are drawn as the smallest.
        people = head_count(city) if city.knows("population") else 0
        return "city" if people >= CITY else "burgh" if people >= BURGH else "town"

    def villages(self) -> Iterator[chart.Settlement]:
        for each in self.view.all(Village):
            if not self.is_here(each.province):
                continue
            x, y = self.spot(each.province)
            owner, level = self.owner(each.province), each.level if each.knows("level") else None
            yield chart.Settlement(x, y, "village", each.name, owner, level=level)

    def towers(self) -> Iterator[chart.Tower]:
        for each in self.view.all(Tower):
            if not self.is_here(each.province):
                continue
            x, y = self.spot(each.province)
            raised = each.type != "castle" and each.knows("level")
            level = each.level if raised else None
            yield chart.Tower(x, y, each.type, self.owner(each.province), level)

    def spot(self, province: int) -> tuple[int, int]:
        found = self.view.get(Province, province)
        return found.x, found.y

    # ------------------------------------------------------------------ stacks and their ways

    def stacks(self) -> Iterator[chart.Stack]:
        for each in self.view.all(Stack):
            if not (self.is_here(each.province) and self.view.find(Province, each.province)):
                continue
            x, y = self.spot(each.province)
            inside = list(pieces_in(self.view, each.place))
            fighters = [piece for piece in inside if _fights(piece)]
            agents = [piece for piece in inside if isinstance(piece, Agent)]
            owner = faction_of(self.view, each)
            state: chart.State = ""
            if owner == self.faction and not (fighters or agents):
                state = "bodies" if any(map(_is_dead, inside)) else "empty"
            yield chart.Stack(
                x,
                y,
                each.name,
                self.keys.get(owner),
                count=len(fighters or agents) if inside or owner == self.faction else None,
                counted=not state,
                fleet=_sails(fighters),
                age=self.since(owner, each.place),
                state=state,
                idle=each.id in self.idle,
            )

    def loose(self) -> Iterator[chart.Stack]:
        """Who stands in the open in no stack: one figure for all of a faction, sighted alike.

        The dead among them make a figure of their own.
        """
        taken = {
            piece.holder.id
            for cls in PIECES
            for piece in self.view.all(cls)
            if piece.knows("holder") and piece.holder.kind == "province"
        }
        for province in (each for each in self.land if each.id in taken):
            groups: dict[tuple[int, int, bool], list[Piece]] = {}
            for piece in pieces_in(self.view, Place("province", province.id)):
                dead = _is_dead(piece)
                if dead or _fights(piece):
                    owner = faction_of(self.view, piece)
                    group = owner, self.since(owner, piece.place), dead
                    groups.setdefault(group, []).append(piece)
            for (owner, age, dead), pieces in groups.items():
                one = pieces[0].name if len(pieces) == 1 else ""
                name = one or (BODIES if dead else IN_THE_OPEN)
                yield chart.Stack(
                    province.x,
                    province.y,
                    name,
                    self.keys.get(owner),
                    count=len(pieces),
                    counted=not dead,
                    fleet=_sails(pieces),
                    age=age,
                    state="bodies" if dead else "",
                )

    def since(self, owner: int, thing: Place) -> int:
        """Turns since a stack or piece of that faction was sighted; 0 for own ones."""
        if owner == self.faction:
            return 0
        sighting = self.view.first(Sighting, "about", (self.faction, thing))
        return self.turn - sighting.turn if sighting else 0

    def routes(self, way: Way) -> Iterator[chart.Route]:
        """A way as routes of neighbours: a gate's far end begins another."""
        grid = self.grid
        hexes = [grid.at(province - 1) for province in way.provinces]
        jumps = [at for at in range(1, len(hexes)) if grid.distance(hexes[at - 1], hexes[at]) > 1]
        for first, after in pairwise((0, *jumps, len(hexes))):
            if hexes[first].realm != self.realm:
                continue
            ends = tuple(end - first for end in way.ends if first < end < after)
            turn = 1 + sum(end <= first for end in way.ends)
            yield chart.Route(tuple(hex_.spot for hex_ in hexes[first:after]), ends, turn)


def factions_of(world: World) -> Iterator[chart.FactionLook]:
    """All sides, with their colours and emblems."""
    for each in world.all(Faction):
        yield chart.FactionLook(each.key, each.name, each.colour, emblem_icon(each.emblem))


def _natural(
    barrier: int, here: tuple[int, int], there: tuple[int, int], direction: int
) -> Iterator[chart.Link]:
    """The natural part of a barrier between two neighbours: what bars both ways, what bars one."""
    out = barred_modes(barrier, direction)
    back = barred_modes(barrier, opposite(direction))
    both: tuple[Mode, ...] = tuple(mode for mode in out if mode in back)
    only_out: tuple[Mode, ...] = tuple(mode for mode in out if mode not in back)
    only_back: tuple[Mode, ...] = tuple(mode for mode in back if mode not in out)
    for link, modes in (
        (chart.Link(*here, direction, "barrier"), both),
        (chart.Link(*here, direction, "one-way"), only_out),
        (chart.Link(*there, opposite(direction), "one-way"), only_back),
    ):
        if modes:
            yield link if modes == MODES else replace(link, modes=modes)


def _fights(piece: Piece) -> bool:
    """Whether a piece counts in a stack: no agent, and not known to be a prisoner or dead.

    As `levels.counts`, but on a view, which may know neither of foreign pieces.
    """
    if isinstance(piece, Character):
        return not (
            (piece.knows("captor") and piece.captor) or (piece.knows("dead") and piece.dead)
        )
    return isinstance(piece, Unit)


def _is_dead(piece: Piece) -> bool:
    return isinstance(piece, Character) and piece.knows("dead") and piece.dead


def _sails(pieces: Iterable[Piece]) -> bool:
    return any(isinstance(piece, Unit) and piece.arm == "ship" for piece in pieces)
