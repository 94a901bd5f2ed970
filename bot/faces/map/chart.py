"""What a map may show: plain records, already limited to what one faction knows.

The renderer draws what a `Chart` holds and nothing else, so whatever is left out of it cannot leak.
Places are (x, y) in the odd-r offset coordinates of `engine.hexes`; no rule is applied here.
"""

from dataclasses import dataclass
from typing import Final, Literal

from bot.faces.map.frame import MapFrame
from bot.faces.map.layers import USUAL, Layer
from bot.faces.paint.looks import UNKNOWN, Badge, Land, natural
from bot.faces.paint.palette import FactionLook

SettlementKind = Literal["village", "town", "burgh", "city", "capital"]
TowerKind = Literal["watch", "guard", "wizard", "castle"]
SiteKind = Literal["gate", "hot-spot"]
LinkKind = Literal["river", "road", "barrier", "one-way", "magic-barrier"]
BarrierMode = Literal["land", "air", "water"]
Seat = Literal["kingdom", "territory"]
ReachKind = Literal["presence", "watch", "wizard", "guard", "castle"]
State = Literal["", "empty", "bodies"]
OverlayKind = Literal["shade", "hatch", "mark"]
OVERVIEW_FROM: Final = 48
"""Hexes; a wider world is drawn as an overview when it is drawn whole."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A hex that the faction has seen. One never seen is simply absent from the chart."""

    x: int
    y: int
    terrain: str  # the key of one of the chart's lands, else the name of a symbol
    height: float = 0.5  # 0 (lowest) to 1 (highest); shades the overview
    age: int = 0  # turns since it was last seen; 0 is in view
    heard: bool = False  # whether it was never seen, and only its land is known; it has no age
    fresh: bool = False  # whether it was first seen this turn
    owner: str | None = None  # the key of a faction
    barony: int | None = None
    territory: int | None = None
    kingdom: int | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A river or road from a hex to its neighbour, or a barrier on the side between them.

    A magic barrier and one that is one-way bar only the way from this hex into that neighbour, a
    barrier both ways.
    """

    x: int
    y: int
    direction: int  # as `engine.hexes`: 0 is north-east, then clockwise
    kind: LinkKind
    level: int = 1  # 1 to 4
    modes: tuple[BarrierMode, ...] = ()  # the only mode that a natural barrier bars; empty for all


@dataclass(frozen=True, slots=True)
class Settlement:
    """A place where people live."""

    x: int
    y: int
    kind: SettlementKind
    name: str
    owner: str | None = None
    level: int | None = None  # of a village, 1 to 4; None where it is not known
    seat: Seat | None = None  # what it is the capital of, apart from its barony


@dataclass(frozen=True, slots=True)
class Tower:
    """A tower or castle; it may share its hex with a settlement."""

    x: int
    y: int
    kind: TowerKind
    owner: str | None = None
    level: int | None = None  # 1 to 4; None where it is not known, and of castles


@dataclass(frozen=True, slots=True)
class Fortification:
    """The walls of a hex."""

    x: int
    y: int
    level: int | None = None  # 1 to 4; None where it is not known


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack in view, or with an age the memory of one last seen here that many turns ago."""

    x: int
    y: int
    name: str
    owner: str | None
    count: int | None = None  # units; None where the number is not known, or not told
    counted: bool = True  # whether it is of many; no number is drawn on a single piece
    fleet: bool = False
    age: int = 0
    state: State = ""  # whether nobody is in it, or only the dead are
    idle: bool = False  # whether it could act and has no order
    sign: str = ""  # the icon on a shield of nobody's, which has no emblem


@dataclass(frozen=True, slots=True)
class RecentBattle:
    """Where a battle was fought lately."""

    x: int
    y: int
    ago: int = 0  # turns
    told: str = ""  # between whom, and who won


@dataclass(frozen=True, slots=True)
class Fallen:
    """Where somebody of name fell lately."""

    x: int
    y: int
    name: str
    ago: int = 0  # turns


@dataclass(frozen=True, slots=True)
class Site:
    """Something that stands in the wild."""

    x: int
    y: int
    kind: SiteKind
    icon: str | None = None  # the name of an icon; by default that of its kind
    leads: tuple[int, int] | None = None  # where a gate comes out
    leads_realm: str = ""  # the realm of that place, if it is another
    name: str = ""


@dataclass(frozen=True, slots=True)
class Resource:
    """The deposits of one resource in a hex."""

    x: int
    y: int
    name: str
    category: str  # such as food; those of one stand together in the legend
    copies: int = 1
    worked: bool = False
    level: int = 1  # of the village that it takes to work them
    badge: Badge = UNKNOWN


@dataclass(frozen=True, slots=True)
class Reach:
    """What a tower sees or shoots at, what a castle guards, or what all pieces and cities see."""

    kind: ReachKind
    hexes: tuple[tuple[int, int], ...]
    centre: tuple[int, int] | None = None  # where the tower stands
    radius: int = 1
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Stride:
    """A hex in the reach of a stack or spell."""

    x: int
    y: int
    step: int  # which of the chart's steps it belongs to, from 0
    number: int = 0  # written into it, such as the turn or what it takes; nothing for 0


@dataclass(frozen=True, slots=True)
class Route:
    """A planned way: hexes from the start, each next to the one before."""

    hexes: tuple[tuple[int, int], ...]
    turn_ends: tuple[int, ...] = ()  # indexes of the hexes in which a turn ends, ascending
    first_turn: int = 1  # which of the planned turns it begins in


@dataclass(frozen=True, slots=True)
class Water:
    """The name of a sea, written across the hex in which its middle lies."""

    x: int
    y: int
    name: str


@dataclass(frozen=True, slots=True)
class Costs:
    """What steps by land cost, for the legend of the roads."""

    terrains: tuple[tuple[str, int], ...] = ()  # movement points to enter each, the least first
    roads: tuple[int, ...] = ()  # percent that a road changes that by, by level from 1
    rivers: tuple[int, ...] = ()  # and a river


@dataclass(frozen=True, slots=True)
class Samples:
    """Where a full legend explains what this very chart shows."""

    lands: tuple[Land, ...] = ()
    coarse: tuple[Land, ...] = ()  # on an overview
    goods: tuple[tuple[str, Badge], ...] = ()


@dataclass(frozen=True, slots=True)
class Spot:
    """A hex of an overlay."""

    x: int
    y: int
    share: float = 1.0  # 0 to 1: how strong it is there; nothing is drawn at 0
    text: str = ""  # a few letters, written into the hex where there is room, and in the alt text


@dataclass(frozen=True, slots=True)
class Overlay:
    """Something that a system's own layer lays upon hexes, and the legend explains.

    A `shade` washes the hex, a `hatch` strews it with lines, both the more the greater its share;
    a `mark` puts an icon there. A hatch and a mark are told apart without their colours.
    """

    name: str  # in the legend and in the alt text
    kind: OverlayKind
    colour: str  # as #RRGGBB
    spots: tuple[Spot, ...] = ()
    icon: str = ""  # of a mark: one of `data/art/icons.json`
    scaled: bool = False  # whether shares mean something, so that the legend explains them


@dataclass(frozen=True, slots=True)
class MapTerms:
    """A system's words for things on a map, in small letters as within a sentence."""

    hexes: str = "hexes"
    settlements: str = "settlements"
    forces: str = "forces"
    force: str = "force"
    unnamed: str = "unnamed"  # a force without a name
    step: str = "turn"  # what each numbered part of a planned route takes
    strongholds: str = "strongholds"  # towers of every kind
    levelled: str = "settlements"  # those that have a level, which can work deposits
    level: str = "level"  # what that is called
    kinds: tuple[tuple[str, str], ...] = ()  # of things drawn, where not as the kind itself
    classes: tuple[tuple[str, str], ...] = ()  # of resources, in the order of a legend
    reaches: tuple[tuple[ReachKind, str], ...] = ()  # what those of a kind do

    def kind(self, kind: str) -> str:
        """What things of a kind are called: one of a settlement, tower, site, bound or fleet."""
        return dict(self.kinds).get(kind, kind.replace("-", " "))

    def reach(self, kind: ReachKind) -> str:
        """What the legend says of reaches of a kind."""
        return dict(self.reaches).get(kind, kind.capitalize())


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything that a map picture may show."""

    width: int
    height: int
    cells: tuple[Cell, ...] = ()
    wrap: bool = True  # east to west
    realm: str = ""  # which of several this is the map of
    factions: tuple[FactionLook, ...] = ()
    own: str | None = None  # the key of the faction whose map this is
    links: tuple[Link, ...] = ()
    settlements: tuple[Settlement, ...] = ()
    towers: tuple[Tower, ...] = ()
    fortifications: tuple[Fortification, ...] = ()
    stacks: tuple[Stack, ...] = ()
    battles: tuple[RecentBattle, ...] = ()  # oldest first
    fallen: tuple[Fallen, ...] = ()
    sites: tuple[Site, ...] = ()
    resources: tuple[Resource, ...] = ()
    reaches: tuple[Reach, ...] = ()
    routes: tuple[Route, ...] = ()
    strides: tuple[Stride, ...] = ()  # the reach of one stack or spell; most charts show none
    steps: tuple[str, ...] = ()  # what the steps of that reach are called, the nearest first
    steps_are: str = ""  # what they tell apart, such as "Reached in"
    waters: tuple[Water, ...] = ()
    costs: Costs = Costs()
    lands: tuple[Land, ...] = ()  # how the terrains of the cells are drawn, in a fixed order
    samples: Samples = Samples()
    overlays: tuple[Overlay, ...] = ()  # from the lowest to the topmost
    title: str = ""
    subtitle: str = ""  # the date, or what the picture is centred on
    turn: int | None = None
    terms: MapTerms = MapTerms()

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise ValueError(f"a chart of {self.width} by {self.height} holds no hexes")

    def every_land(self) -> tuple[Land, ...]:
        """Its lands, and behind them those of cells of which it does not say how to draw them."""
        known = {land.key: land for land in self.lands}
        for cell in self.cells:
            if cell.terrain not in known:
                known[cell.terrain] = natural(cell.terrain)
        return tuple(known.values())


@dataclass(frozen=True, slots=True)
class Focus:
    """Which part of a chart to draw, and how.

    `whole` draws all of it, in the detail that fits. `window` draws the hexes of `frame`, with the
    `centre` marked if given. `zoom` draws the hexes within `radius` of `centre`. `overview` draws
    all of it coarsely, with a box around that neighbourhood if given.
    """

    kind: Literal["whole", "window", "zoom", "overview"] = "whole"
    centre: tuple[int, int] | None = None
    radius: int = 4
    frame: MapFrame | None = None
    layer: Layer = USUAL
    legend: Literal["full", "factions", "none"] = "full"

    def __post_init__(self) -> None:
        if self.kind == "zoom" and self.centre is None:
            raise ValueError("a zoom needs a centre")
        if self.kind == "window" and self.frame is None:
            raise ValueError("a window needs a frame")
        if self.radius < 0:
            raise ValueError(f"a radius cannot be negative: {self.radius}")
