"""What a practice table can play: a campaign of a module, who sits where in it, and a script."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.host import Seat
from bot.practice import growth, hollow, intrigue, mounds, script, siege, voyage
from bot.practice.table import Table

Script = Callable[[Table, Mapping[str, Seat]], Awaitable[None]]
"""Plays some turns as players by name; the computer plays those it was not told to play."""


@dataclass(frozen=True, slots=True)
class Story:
    """A campaign of the practice table. Whoever of its people has no seat may watch, or join."""

    name: str
    module: str
    size: Mapping[str, int]
    """The map's width and height, if not the module's."""
    seats: Mapping[str, tuple[str, str]]
    """Faction and party by player, in order of joining."""
    script: Script
    scripted: tuple[str, ...]
    """Whom the script plays."""
    turns: str
    """How many turns the script has, in words."""


MARCHES: Final = Story(
    name="The Unquiet Marches",
    module="cohorts",
    size={"width": 24, "height": 18},
    seats={
        "Ada": ("ashmark", "harrow_banner"),
        "Bram": ("ashmark", "ash_raiders"),
        "Cora": ("elderwood", "green_wardens"),
        "Dagny": ("elderwood", "lantern_circle"),
        "Emil": ("salt_ports", "tide_captains"),
        "Freya": ("salt_ports", "drowned_bell"),
    },
    script=script.play,
    scripted=("Ada",),
    turns="three",
)
BANNERS: Final = Story(
    name="The Grey Banners",
    module="veterans",
    size={},
    seats={
        "Ada": ("ashmark", "lantern_circle"),
        "Cora": ("elderwood", "green_wardens"),
        "Emil": ("salt_ports", "tide_captains"),
        "Freya": ("hornhelm", "first_drum"),
    },
    script=growth.play,
    scripted=("Ada", "Cora"),
    turns="five",
)
NARROWS: Final = Story(
    name="The Narrow Sea",
    module="narrows",
    size={},
    seats={
        "Ada": ("ashmark", "harrow_banner"),
        "Cora": ("elderwood", "green_wardens"),
        "Freya": ("salt_ports", "drowned_bell"),
    },
    script=voyage.play,
    scripted=("Ada", "Cora", "Emil"),
    turns="four",
)
CONCLAVE: Final = Story(
    name="The Broken Conclave",
    module="conclave",
    size={},
    seats={
        "Ada": ("open_book", "reading_circle"),
        "Cora": ("sealed_book", "locked_shelf"),
    },
    script=intrigue.play,
    scripted=("Ada", "Cora"),
    turns="three",
)
SIEGE: Final = Story(
    name="The Siege of Thornwall",
    module="thornwall",
    size={},
    seats={
        "Ada": ("stag_crown", "lantern_circle"),
        "Cora": ("thorn_league", "green_wardens"),
        "Emil": ("ferry_towns", "tide_captains"),
    },
    script=siege.play,
    scripted=("Ada", "Cora"),
    turns="four",
)
MOUNDS: Final = Story(
    name="The Eight Mounds",
    module="barrow",
    size={},
    seats={
        "Ada": ("sunhold", "broken_ring"),
        "Cora": ("ironmaw", "marrow_court"),
    },
    script=mounds.play,
    scripted=("Ada", "Cora"),
    turns="four",
)
HOLLOW: Final = Story(
    name="The Hollow Hill",
    module="hollowhill",
    size={},
    seats={
        "Ada": ("orchard_towns", "harrow_banner"),
        "Cora": ("kettle_court", "first_drum"),
    },
    script=hollow.play,
    scripted=("Ada",),
    turns="three",
)
STORIES: Final = {
    story.module: story for story in (MARCHES, BANNERS, NARROWS, CONCLAVE, SIEGE, MOUNDS, HOLLOW)
}
