"""The atlas of a face: the maps of its world, what can be named on them, where the eye goes first.

A system whose world has a map of hexes gives its atlas; one that is fought without a place has
none, and then there is no `/map` and no map in reports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from bot.faces.map.chart import OVERVIEW_FROM, Chart, Focus
from bot.faces.map.frame import MapFrame, around, holding, zoomed
from bot.faces.map.layers import Layer
from bot.faces.map.survey import Survey
from bot.faces.travel import Marches
from engine.events import Event
from engine.hexes import Grid, Hex
from engine.world import World

USUAL_AROUND: Final = 4  # hexes around a centre, where nobody says how many
MARGIN: Final = 2  # hexes around what is known
HOME_WIDE: Final = 15  # columns around home
HOME_TALL: Final = 13  # and rows
PLAIN_UNTIL: Final = 30  # columns; what is known farther than that is too small to read on a phone
LEAST_KNOWN: Final = 0.3  # of a frame; where less is known, it shows mostly darkness
_SHRINK: Final = 0.8  # from one frame that is tried to the next
_AROUND_NEWS: Final = 5  # hexes around what happened last
FULL_LEGEND_UNTIL: Final = 3  # turns; later the map's legend names the factions alone

Legend = Literal["full", "factions", "none"]


class MapPart(NamedTuple):
    """The part of a realm that a map shows: a frame, the hexes about a centre, or everything."""

    centre: tuple[int, int] | None
    """In the middle of the hexes within the radius; with a frame, the place that is marked."""
    radius: int = USUAL_AROUND
    realm: int = 0
    frame: MapFrame | None = None


@dataclass(frozen=True, slots=True)
class MapPlace:
    """A place that a map can be centred on."""

    name: str
    """As a menu shows it, with where it lies."""
    value: str
    """What stands for it in an option: its coordinates, with the realm if there are several."""
    hex: Hex
    called: str = ""
    """Further texts that name it, such as the name of a city."""


@dataclass(frozen=True, slots=True)
class ReportMap:
    """A map that stands in a faction's report."""

    part: MapPart
    legend: Legend


def nowhere(view: World, told: Iterable[Event]) -> tuple[Hex, ...]:
    """The places of what is not marked on any map."""
    return ()


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
    marked: tuple[type[Event], ...] = ()
    """Events whose places a map marks; what a faction was told of them goes into the survey."""
    happened: Callable[[World, Iterable[Event]], Iterable[Hex]] = nowhere
    """Where such events happened, as far as the view knows the place; in their order."""
    reported: Callable[[Atlas, World, int, int, Sequence[Event]], Iterable[ReportMap]] | None = None
    """Which maps stand in a faction's report of a turn; `near_or_far` if it does not say."""
    marches: Marches | None = None
    """How pieces are sent about the map; None where nobody is."""
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

    def home_part(self, view: World, faction: int, player: int = 0) -> MapPart:
        """What lies around home."""
        home = self.home_or_middle(view, faction, player)
        frame = around(self.size(view, home.realm), home.spot, HOME_WIDE, HOME_TALL)
        return MapPart(None, realm=home.realm, frame=frame)

    def known_part(self, view: World, faction: int, realm: int | None = None) -> MapPart:
        """The smallest part that holds what the faction knows of a realm, or of that of its home.

        Where most of that would be darkness, it is what it knows around home, as far as that may
        reach; where it is the whole realm, all of it.
        """
        home = self.home_or_middle(view, faction, 0)
        realm = home.realm if realm is None else realm
        size = self.size(view, realm)
        known = [hex_.spot for hex_ in self.known(view) if hex_.realm == realm]
        frame = holding(size, known, MARGIN)
        if frame is None or frame.covers(size):
            return MapPart(None, realm=realm)
        middle = home.spot if home.realm == realm else frame.middle(size.width)
        return MapPart(None, realm=realm, frame=_lit(size, frame, middle, known))

    def size(self, view: World, realm: int) -> Grid:
        """The hexes of one realm."""
        return self.grid(view).realms[realm]

    def report_maps(
        self, view: World, faction: int, turn: int, told: Iterable[Event] = ()
    ) -> tuple[ReportMap, ...]:
        """Which maps stand in a faction's report of a turn, in which it was told these events."""
        return tuple((self.reported or near_or_far)(self, view, faction, turn, tuple(told)))

    def focus(self, view: World, part: MapPart, layer: Layer, legend: Legend) -> Focus:
        """How a part is drawn: a wide realm coarsely when all of it is shown."""
        if part.frame is not None:
            return Focus("window", part.centre, part.radius, part.frame, layer, legend)
        if part.centre is not None:
            return Focus("zoom", part.centre, part.radius, layer=layer, legend=legend)
        wide = self.size(view, part.realm).width > OVERVIEW_FROM
        return Focus("overview" if wide else "whole", layer=layer, legend=legend)


def _lit(
    size: Grid, frame: MapFrame, middle: tuple[int, int], known: Sequence[tuple[int, int]]
) -> MapFrame:
    """The frame, or about the middle the greatest of its shape that is not mostly darkness.

    None is made smaller than what is shown around home: there little else can be known yet.
    """
    fitting, share = frame, 1.0
    while len(known) < LEAST_KNOWN * fitting.wide * fitting.tall and _is_wide(fitting):
        share *= _SHRINK
        fitting = zoomed(size, frame, share, middle)  # within the one before
        known = [spot for spot in known if fitting.holds(*spot, size.width)]
    return fitting


def _is_wide(frame: MapFrame) -> bool:
    return frame.wide > HOME_WIDE or frame.tall > HOME_TALL


def near_or_far(
    atlas: Atlas, view: World, faction: int, turn: int, told: Sequence[Event] = ()
) -> Iterator[ReportMap]:
    """What the faction knows, as large as it can be shown.

    Where that is too wide to be read on a phone, also what lies around home and, farther off, what
    has happened. Of several realms those are shown in which it has something.
    """
    legend: Legend = "full" if turn <= FULL_LEGEND_UNTIL else "factions"
    homes = list(atlas.own(view, faction))
    for realm in dict.fromkeys(home.realm for home in homes) or (0,):
        size = atlas.size(view, realm)
        part = atlas.known_part(view, faction, realm)
        yield ReportMap(part, legend)
        legend = "factions"
        wide = part.frame.wide if part.frame else size.width
        own = next((home for home in homes if home.realm == realm), None)
        if own is None or wide <= PLAIN_UNTIL:
            continue
        near = around(size, own.spot, HOME_WIDE, HOME_TALL)
        yield ReportMap(MapPart(None, realm=realm, frame=near), "none")
        news = [hex_.spot for hex_ in atlas.happened(view, told) if hex_.realm == realm]
        far = [spot for spot in news if not near.holds(*spot, size.width)]
        frame = holding(size, far[-1:], _AROUND_NEWS)
        if frame:
            yield ReportMap(MapPart(None, realm=realm, frame=frame), "none")
