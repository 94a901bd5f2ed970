"""Every colour and size of the pictures, in one place.

Sizes are pixels on a picture 1200 wide; those named `_W` are parts of a hex's width. Colours are
chosen to stay apart for colour-blind eyes, so measure before changing a faction's.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

INK: Final = "#1B1F2A"
FRAME: Final = "#1E2330"
PANEL: Final = "#272D3C"
PARCHMENT: Final = "#F3E8CF"
MUTED: Final = "#B9B49F"
COORDINATE: Final = "#D5CCB4"
WHITE: Final = "#FFFFFF"
BRASS: Final = "#C9A35B"
RIM_OWN: Final = "#FFFFFF"
RIM_OTHER: Final = "#CDBF9F"
LABEL: Final = "#15181F"
LABEL_HALO: Final = "#FBF4E2"
REMEMBERED_LABEL: Final = "#2A2E38"
REMEMBERED_HALO: Final = "#CBC9BF"
HIGHLIGHT: Final = "#FFE05A"
FRESH: Final = "#B8F5FF"  # the rim of what was first seen this turn
BATTLE: Final = "#FFE05A"
BATTLE_EDGE: Final = "#7A1420"
RIVER: Final = "#2C74A6"
RIVER_CASING: Final = "#EAF5F0"
ROAD: Final = "#FAE8B8"
ROAD_CASING: Final = "#46311F"
COAST: Final = "#2B3F4C"
COAST_RING: Final = "#CFE8E6"
WALL: Final = "#FBF4E2"
WALL_SHADE: Final = "#D5C6A6"
WALL_DARK: Final = "#3A3028"
VIEW_EDGE: Final = "#FFF6DA"
BARONY: Final = "#2E2218"
BARRIER: Final = "#3A2A1E"
FREE_WAY: Final = "#F3E6C4"  # past a barrier that bars one way only
NEUTRAL: Final = "#8B8A84"
UNSEEN: Final = "#2A303E"
UNSEEN_GRID: Final = "#333B4B"
MIST: Final = "#424C62"
VEIL: Final = "#3A4152"
AGE: Final = "#EEEAE0"
SEA_NAME: Final = "#E4F1F4"
HULL: Final = "#A5662E"
SITE: Final = "#3B2B52"
SITE_EDGE: Final = "#E3D3FA"
PILL_REMEMBERED: Final = "#4A5264"
TROUGH: Final = "#323A4D"  # the empty part of a bar or box on a panel
BAR: Final = "#E2CE9C"
SLAVES: Final = "#8C8775"
UP: Final = "#BFD9A8"
DOWN: Final = "#F0B7A8"
BANDS: Final = ("#E2CE9C", "#B98F4B", "#8FA9BF", "#5C7590", "#C9B8A8", "#7D6B5C")
"""Bands of a stacked chart, each apart from the next in lightness; a name stands beside each."""
LINES: Final = ("#F3E8CF", "#5BB8EC", "#E8871E", "#C7A0F0", "#5FC9BE", "#F0B7A8")
"""Lines of a chart on a panel; each also has a distinct mark and name."""
PAPER: Final = "#CDC4AC"  # what faded land fades to
PAPER_WATER: Final = "#7F9AAB"
HATCH: Final = "#535D7A"  # of what was never seen, on the layer of holdings
KINGDOM: Final = "#FFF3C4"  # the light in the middle of its line
MAGIC_BARRIER: Final = "#7A2FC0"
IDLE: Final = "#555A66"  # the plate of a deposit that is not worked, dark to any eye
IDLE_INK: Final = "#DAD6CA"

WIDTH: Final = 1200
MARGIN: Final = 18
TITLE_HEIGHT: Final = 76
MAP_MARGIN: Final = 30  # left and right of a map with coordinates outside its frame
COORDINATES_HEIGHT: Final = 24
GREATEST_MAP_HEIGHT: Final = 1500
GREATEST_HEX: Final = 200.0
ZOOM_FROM: Final = 90.0  # hex widths at which detail is gained
MAP_FROM: Final = 28.0
GREATEST_RADIUS: Final = 100

WIGGLE_W: Final = 0.07  # of a side's length
GRID_ALPHA: Final = 0.13
TINT: Final = 0.10
OVERVIEW_TINT: Final = 0.46
HOLDING_TINTS: Final = ((0, 0.70), (1, 0.50), (4, 0.36), (8, 0.26))  # from this age in turns
HOLDING_VEIL: Final = 0.6  # how much of the veil is left there
PATTERN_ALPHA: Final = 0.34
SOFT_BAND_W: Final = 0.40
SOFT_BAND_ALPHA: Final = 0.30
BAND_W: Final = 0.135
BAND_ALPHA: Final = 0.95
COAST_RINGS_W: Final = ((0.40, 0.26), (0.18, 0.40))  # depth, alpha
GLOW_W: Final = 0.16
GLOW_ALPHA: Final = 0.25
RIVER_W: Final = (0.05, 0.09, 0.135, 0.19)
ROAD_W: Final = (0.075, 0.10, 0.125, 0.15)
LEVELLED_W: Final = (0.085, 0.125, 0.165, 0.23)  # of roads on their own layer
LEVELLED_DASHES_W: Final = ((0.09, 0.0767), (0.32, 0.18))  # of levels 1 and 2; a half link is .5
FAINT_RIVER: Final = 0.45
RIVER_ASIDE_W: Final = 0.15
SHIELD_W: Final = 0.64
MAP_BUILDING: Final = {"village": 1.35, "capital": 1.5, "city": 1.3}  # their scale on a map
OTHER_MAP_BUILDING: Final = 1.36
ZOOM_BUILDING: Final = 1.08
STACK_ASIDE_W: Final = (0.36, 0.34)
ROUTE_DOT_W: Final = 0.075
ROUTE_STEP_W: Final = 0.30
ROUTE_DISC_W: Final = 0.28
OUTSIDE_ALPHA: Final = 0.62  # of the veil outside the radius of a zoom
VEILS: Final = ((1, 0.26), (4, 0.40), (8, 0.54))  # from this age in turns, this alpha
HEXES_PER_AGE: Final = 14
RELIEF: Final = (0.80, 1.16)

CITY_TEXT: Final = {"capital": 29, "city": 27, "burgh": 25, "town": 24, "village": 22}
ZOOM_CITY_TEXT: Final = {"capital": 42, "city": 38, "burgh": 35, "town": 32, "village": 27}
COUNT_TEXT: Final = 19
LEGEND_TEXT: Final = 30  # 10 on a phone
TITLE_TEXT: Final = 44
SUBTITLE_TEXT: Final = 24
TURN_TEXT: Final = 34
COORDINATE_TEXT: Final = 18


@dataclass(frozen=True, slots=True)
class FactionLook:
    """A side, by its place in the palette. Beyond 7 the colours return with other rhythms."""

    key: str
    name: str
    colour: int  # 1 and up
    emblem: str | None = None  # the name of an icon; by default that of the colour


@dataclass(frozen=True, slots=True)
class Livery:
    """How a faction shows: colour, ink on it, emblem, and the rhythm of its border."""

    colour: str
    ink: str
    emblem: str
    rhythm: str


_LIVERIES: Final = (
    Livery("#B3203A", "#FFFFFF", "lion", "plain"),
    Livery("#1B2F66", "#FFFFFF", "raven", "squares"),
    Livery("#8E4FD0", "#FFFFFF", "oak-leaf", "teeth"),
    Livery("#5BB8EC", "#14202C", "anchor", "line"),
    Livery("#E8871E", "#1B1F2A", "sun", "rungs"),
    Livery("#F6F2E7", "#1B1F2A", "bull-horns", "checks"),
    Livery("#0E8C84", "#FFFFFF", "polar-star", "diamonds"),
)
_LATER_EMBLEMS: Final = ("crown", "moon", "eagle-head", "sea-dragon", "flame", "castle", "anvil")
LIVERY_COLOURS: Final = tuple(livery.colour for livery in _LIVERIES)
UNOWNED: Final = Livery(NEUTRAL, "#FFFFFF", "", "plain")


def livery(colour: int, emblem: str | None = None) -> Livery:
    """The livery of a faction's colour, from 1; beyond 7 colours return with another rhythm."""
    turn, place = divmod(max(colour, 1) - 1, len(_LIVERIES))
    first = _LIVERIES[place]
    rhythm = _LIVERIES[(place + turn) % len(_LIVERIES)].rhythm
    default = _LATER_EMBLEMS[(place + turn - 1) % len(_LATER_EMBLEMS)] if turn else first.emblem
    return Livery(first.colour, first.ink, emblem or default, rhythm)


def edge_on_panel(colour: str) -> str:
    """The edge that keeps a faction's colour apart from a dark ground."""
    return PARCHMENT if colour in LIVERY_COLOURS[:3] else INK


STRIDES: Final = ("#FFE94D", "#FF8A2B", "#D63384", "#4A1A7A")
"""The bounds of a reach step by step, each darker than the one before for any eye."""
REACH_W: Final = 0.085  # the width of an area's border
REACH_GAP_W: Final = 0.02  # between those of two kinds
REACH_ALPHA: Final = 0.13


@lru_cache(maxsize=512)
def rgb(colour: str) -> tuple[int, int, int]:
    """The red, green and blue of a #RRGGBB colour, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def exact_colours() -> list[str]:
    """The flat colours that a picture's palette must hold exactly."""
    interface = (
        INK, FRAME, PANEL, PARCHMENT, MUTED, COORDINATE, WHITE, BRASS, RIM_OTHER, LABEL, LABEL_HALO,
        REMEMBERED_LABEL, REMEMBERED_HALO, HIGHLIGHT, BATTLE_EDGE, RIVER, ROAD, COAST, WALL,
        WALL_SHADE, WALL_DARK, VIEW_EDGE, UNSEEN, UNSEEN_GRID, MIST,
    )  # fmt: skip
    return [*interface, *LIVERY_COLOURS, NEUTRAL]
