"""The atlas of a face: the maps of its world, what can be named on them, where the eye goes first.

A system whose world has a map of hexes gives its atlas; one that is fought without a place has
none, and then there is no `/map` and no map in reports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from bot.faces.map.chart import OVERVIEW_FROM, Chart, Focus
from bot.faces.map.layers import Layer
from bot.faces.map.survey import Survey
from engine.hexes import Grid, Hex
from engine.world import World

USUAL_AROUND: Final = 4  # hexes around a centre, where nobody says how many
LEAST_AROUND: Final = 4  # around an own place, while all that is known lies near it
MOST_AROUND: Final = 8
AROUND_HOME: Final = 6  # of the near map that a report of a wide world adds
FULL_LEGEND_UNTIL: Final = 3  # turns; later the map's legend names the factions alone

Legend = Literal["full", "factions", "none"]


class Part(NamedTuple):
    """The hexes within a radius of a centre in a realm; all of the realm without a centre."""

    centre: tuple[int, int] | None
    radius: int = USUAL_AROUND
    realm: int = 0


@dataclass(frozen=True, slots=True)
class MapPlace:
    """A place that a map can be centred on."""

    name: str
    """As a menu shows it, with where it lies."""
    value: str
    """What stands for it in an option: its coordinates, with the realm if there are several."""
    hex: Hex
    called: str = ""
    """By what it may be typed besides, such as the name of a city."""


@dataclass(frozen=True, slots=True)
class ReportMap:
    """A map that stands in a faction's report."""

    part: Part
    legend: Legend


@dataclass(frozen=True, slots=True, kw_only=True)
class Atlas:
    """The maps of a system's world. Everything is read off a faction's view.

    Only `chart` may load what draws, and must do so when it is called: the event loop asks all
    else.
    """

    grid: Callable[[World], Grid]
    """The hexes of the world, with its realms."""
    realms: Callable[[World], tuple[str, ...]]
    """What its realms are called, by their numbers."""
    places: Callable[[World, int], Iterator[MapPlace]]
    """What a faction can centre a map on, its own first."""
    home: Callable[[World, int, int], Hex | None]
    """Where the eye of a player of a faction goes first; None where nothing is theirs."""
    own: Callable[[World, int], Iterable[Hex]]
    """Where something of a faction stands, the weightiest first; a hex may come more than once."""
    known: Callable[[World], Iterable[Hex]]
    """Every hex of which the view tells anything."""
    chart: Callable[[Survey], Chart]
    """What every layer shows of a realm; a layer fills in what it alone shows."""
    reported: Callable[[Atlas, World, int, int], Iterable[ReportMap]] | None = None
    """Which maps stand in a faction's report of a turn; `near_or_far` if it does not say."""
    rule_of_shape: str = ""
    """The rule that says how large the world is."""
    rule_of_realms: str = ""
    """The rule that says how realms lie beside each other."""

    def realm_names(self, view: World) -> tuple[str, ...]:
        """What the realms are called, by their numbers; none where there is but one."""
        names = self.realms(view)
        return names if len(names) > 1 else ()

    def home_or_middle(self, view: World, faction: int, player: int) -> Hex:
        """Where the eye goes first; the middle of the first realm where nothing is theirs."""
        grid = self.grid(view)
        return self.home(view, faction, player) or Hex(grid.width // 2, grid.height // 2)

    def known_part(self, view: World, faction: int) -> Part | None:
        """The part that holds all that a faction knows, if it lies close around an own place.

        Of several such places it is the one with the smallest part around it, the first of equals.
        """
        grid, known = self.grid(view), list(self.known(view))
        parts: list[Part] = []
        for own in dict.fromkeys(self.own(view, faction)):
            if all(grid.distance(own, hex_) <= MOST_AROUND for hex_ in known):
                reach = max(grid.distance(own, hex_) for hex_ in known)
                parts.append(Part(own.spot, max(reach, LEAST_AROUND), own.realm))
        return min(parts, key=lambda part: part.radius, default=None)

    def report_maps(self, view: World, faction: int, turn: int) -> tuple[ReportMap, ...]:
        """Which maps stand in a faction's report of a turn."""
        return tuple((self.reported or near_or_far)(self, view, faction, turn))

    def focus(self, view: World, part: Part, layer: Layer, legend: Legend) -> Focus:
        """How a part is drawn: a wide realm coarsely when all of it is shown."""
        if part.centre is not None:
            return Focus("zoom", part.centre, part.radius, layer, legend)
        wide = self.grid(view).realms[part.realm].width > OVERVIEW_FROM
        return Focus("overview" if wide else "whole", layer=layer, legend=legend)


def near_or_far(atlas: Atlas, view: World, faction: int, turn: int) -> Iterator[ReportMap]:
    """What the faction knows, as large as it can be shown.

    While that lies close around an own place, just this part of the world; else the whole map, and
    of a wide world, where little shows, also what lies around home. Of several realms those are
    shown in which it has something of its own.
    """
    legend: Legend = "full" if turn <= FULL_LEGEND_UNTIL else "factions"
    part = atlas.known_part(view, faction)
    if part:
        yield ReportMap(part, "factions")
        return
    homes = list(atlas.own(view, faction))
    for realm in dict.fromkeys(home.realm for home in homes) or (0,):
        yield ReportMap(Part(None, realm=realm), legend)
    if homes and atlas.grid(view).realms[homes[0].realm].width > OVERVIEW_FROM:
        yield ReportMap(Part(homes[0].spot, AROUND_HOME, homes[0].realm), "none")
