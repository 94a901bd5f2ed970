"""From what a faction knows to what its map shows.

Everything is read off the faction's view, which holds no more than the faction knows; where the
view says how old something is, the chart does too. Drawing is in `bot.images`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.images import chart
from bot.images.chart import Chart
from bot.images.shapes import icon
from engine.campaign import Faction, Now
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.contents import pieces_in
from engine.packs.cohorts.movement import StackMoved
from engine.packs.cohorts.ownership import faction_of
from engine.packs.cohorts.people import head_count
from engine.packs.cohorts.records import (
    Agent,
    City,
    Kingdom,
    Link,
    Map,
    Memory,
    Province,
    Sighting,
    Stack,
    Tower,
    Unit,
    Village,
)
from engine.preview import Planned
from engine.world import World

# Taste: from how many people on a city is drawn as the next larger one.
BURGH, CITY = 5_000, 10_000
_HIGHEST: Final = 1000  # of `Province.height`


def chart_of(rules: Rules, view: World, faction: int, planned: Sequence[Planned] = ()) -> Chart:
    """The chart of a faction's view; `planned` are the outcomes of orders whose routes are drawn.

    The title is the faction's name, the subtitle the world's own date.
    """
    return _Reader(rules, view, faction).chart(planned)


class _Reader:
    """A view being read."""

    def __init__(self, rules: Rules, view: World, faction: int) -> None:
        self.rules = rules
        self.content = rules.module.content(Content)
        self.view = view
        self.me = view.get(Faction, faction)
        self.turn = view.get(Now, 1).turn
        self.keys = {each.id: each.key for each in view.all(Faction)}
        self.capitals = {each.capital for each in view.all(Kingdom) if each.knows("capital")}

    def chart(self, planned: Sequence[Planned]) -> Chart:
        size = self.view.get(Map, 1)
        return Chart(
            size.width,
            size.height,
            tuple(self.cells()),
            factions=tuple(self.factions()),
            own=self.me.key,
            links=tuple(self.links()),
            settlements=(*self.cities(), *self.villages()),
            towers=tuple(self.towers()),
            stacks=tuple(self.stacks()),
            sites=tuple(self.gates()),
            resources=tuple(self.resources()),
            routes=tuple(self.routes(planned)),
            title=self.me.name,
            subtitle=self.rules.module.year.date_of(self.turn),
            turn=self.turn,
        )

    # ------------------------------------------------------------------ land

    def cells(self) -> Iterator[chart.Cell]:
        for province in self.view.all(Province):
            yield chart.Cell(
                province.x,
                province.y,
                self.content.terrains[province.terrain].family,
                province.terrain,
                height=province.height / _HIGHEST,
                age=self.age(province.id),
                owner=self.owner(province.id),
                barony=province.barony or None,
            )

    def links(self) -> Iterator[chart.Link]:
        grid = self.view.get(Map, 1).grid
        for link in self.view.all(Link):
            side, direction = divmod(link.id - 1, 3)  # the opposite of `link_id`
            x, y = grid.at(side)
            if link.river:
                yield chart.Link(x, y, direction, "river", link.river)
            if link.road:
                yield chart.Link(x, y, direction, "road", link.road)
            if link.barrier:
                yield chart.Link(x, y, direction, "barrier")

    def gates(self) -> Iterator[chart.Site]:
        for province in self.view.all(Province):
            if province.gate:
                yield chart.Site(province.x, province.y, "gate")

    def resources(self) -> Iterator[chart.Resource]:
        for province in self.view.all(Province):
            for name in dict.fromkeys(province.deposits if province.knows("deposits") else ()):
                category = self.content.resources[name].class_
                yield chart.Resource(province.x, province.y, name, category)

    def age(self, province: int) -> int:
        """Turns since the province was in view, 0 if it is; at least 1 of a remembered one."""
        memory = self.view.find(Memory, province)
        if memory is None:  # known without being seen, as land of an own barony
            return 1
        return 0 if memory.in_view else max(1, self.turn - memory.turn)

    def owner(self, province: int) -> str | None:
        """The key of the faction that held the province when it was seen last."""
        memory = self.view.find(Memory, province)
        if memory is None:
            return self.me.key
        return self.keys.get(memory.owner)

    # ------------------------------------------------------------------ what stands there

    def factions(self) -> Iterator[chart.Faction]:
        for each in self.view.all(Faction):
            emblem = each.emblem.replace("'s ", "-").replace(" ", "-")
            known = emblem if icon(emblem) is not None else None
            yield chart.Faction(each.key, each.name, each.colour, known)

    def cities(self) -> Iterator[chart.Settlement]:
        for city in self.view.all(City):
            x, y = self.spot(city.province)
            owner = self.owner(city.province)
            yield chart.Settlement(x, y, self.size(city), city.name, owner)

    def size(self, city: City) -> chart.SettlementKind:
        if city.id in self.capitals:
            return "capital"
        # How many live in the cities of others is not known; they are drawn as the smallest.
        people = head_count(city) if city.knows("population") else 0
        return "city" if people >= CITY else "burgh" if people >= BURGH else "town"

    def villages(self) -> Iterator[chart.Settlement]:
        for each in self.view.all(Village):
            x, y = self.spot(each.province)
            yield chart.Settlement(x, y, "village", each.name, self.owner(each.province))

    def towers(self) -> Iterator[chart.Tower]:
        for each in self.view.all(Tower):
            x, y = self.spot(each.province)
            yield chart.Tower(x, y, each.type, self.owner(each.province))

    def spot(self, province: int) -> tuple[int, int]:
        found = self.view.get(Province, province)
        return found.x, found.y

    # ------------------------------------------------------------------ stacks and their ways

    def stacks(self) -> Iterator[chart.Stack]:
        for each in self.view.all(Stack):
            if self.view.find(Province, each.province) is None:
                continue
            x, y = self.spot(each.province)
            pieces = [
                piece for piece in pieces_in(self.view, each.place) if not isinstance(piece, Agent)
            ]
            yield chart.Stack(
                x,
                y,
                each.name,
                self.keys.get(faction_of(self.view, each)),
                count=len(pieces) if pieces or self.mine(each) else None,
                fleet=any(isinstance(piece, Unit) and piece.arm == "ship" for piece in pieces),
                age=self.since(each),
            )

    def mine(self, stack: Stack) -> bool:
        return faction_of(self.view, stack) == self.me.id

    def since(self, stack: Stack) -> int:
        """Turns since a stack of others was sighted; 0 for own ones."""
        if self.mine(stack):
            return 0
        sighting = self.view.first(Sighting, "about", (self.me.id, stack.place))
        return self.turn - sighting.turn if sighting else 0

    def routes(self, planned: Sequence[Planned]) -> Iterator[chart.Route]:
        """The ways of planned moves; those of one stack that follow each other are one."""
        ways: list[tuple[int, list[int]]] = []
        for order in planned:
            for entry in order.entries:
                event = entry.for_(self.me.id)
                if not isinstance(event, StackMoved):
                    continue
                if ways and ways[-1][0] == event.stack and ways[-1][1][-1] == event.start:
                    ways[-1][1].extend(event.route)
                else:
                    ways.append((event.stack, [event.start, *event.route]))
        for _, way in ways:
            yield from self.drawn(way)

    def drawn(self, way: Sequence[int]) -> Iterator[chart.Route]:
        """A way as routes of neighbours: a gate's far end begins another."""
        grid = self.view.get(Map, 1).grid
        part = [grid.at(way[0] - 1)]
        for province in way[1:]:
            hex_ = grid.at(province - 1)
            if grid.distance(part[-1], hex_) > 1:
                yield _route(part)
                part = []
            part.append(hex_)
        yield _route(part)


def _route(hexes: Sequence[tuple[int, int]]) -> chart.Route:
    return chart.Route(tuple((x, y) for x, y in hexes), (len(hexes) - 1,))
