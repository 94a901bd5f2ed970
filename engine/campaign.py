"""The records that every campaign has, whatever its rules: the date, the factions, the players."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, ClassVar

from engine.facts import LAID, facts, unless_plain
from engine.world import Record


@facts
class Now(Record):
    """Where the campaign stands; there is one, with id 1."""

    tick: int
    """The atomic change that made this state."""
    turn: int
    """The week, from 1; a weekly production ends it (cohorts.turn.weekly-turn)."""
    month: int
    """The month, from 1; a monthly production ends it."""
    date: dt.date
    """The calendar date of the last run day or production."""
    over: Annotated[bool, unless_plain()] = False
    """Whether the campaign has ended by its rules (`engine.ending`): no tick follows."""


@facts
class Faction(Record):
    """A side; its players share all that they know (cohorts.world.faction-membership)."""

    key: str
    """Its name in the module."""
    name: str
    colour: int
    """1 to 7, the number in the palette of the images."""
    emblem: str


@facts
class Kept(Record):
    """An order that a run put by for the weekly production (cohorts.production.orders).

    Those of a player are carried out in the order of their ids.
    """

    indexes = ("player",)

    player: int
    key: str
    phase: str
    body: str
    """As `engine.orders.Queued.to_json` writes it."""


@facts
class Player(Record):
    """A position in the campaign."""

    laid = True
    indexes = ("faction",)
    unknown: ClassVar[Mapping[str, str]] = {
        "last_run": "when that player played last",
        "excused": "when that player is away",
        "missed": "how often that player stayed away",
    }

    faction: Annotated[int, LAID]
    name: str
    active: Annotated[bool, LAID]
    """False for one who has left; the position stays, its orders end."""
    last_run: int
    """The turn whose run was used last; 0 before the first (cohorts.turn.weekly-turn)."""
    excused: int = 0
    """The last turn that need not have been run, as on a vacation; 0 for none."""
    missed: int = 0
    """Weeks in a row that were ended without a run and without an excuse."""
    idle: bool = False
    """Whether there are too many of those for anybody to wait for the player any more
    (cohorts.turn.missed-turn)."""
    out: Annotated[int, unless_plain()] = 0
    """The turn in which the player had lost all (cohorts.campaign.elimination); 0 until then."""
