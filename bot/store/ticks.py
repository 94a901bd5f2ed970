"""What a tick is made from and what it writes, as the store hands it out and takes it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from bot.store.records import (
    Campaign,
    CampaignState,
    Member,
    ModuleCopy,
    NewMessage,
    StandingOrder,
    Submission,
    Trace,
    Vacation,
    Wish,
)

EntityRow = tuple[str, int, bytes]
"""A record of the world: kind, id, body (JSON bytes)."""
EntityChange = tuple[str, int, bytes | None]
"""The same as a tick leaves it; a body of None means removed."""


@dataclass(frozen=True, slots=True)
class StandingChange:
    """What a tick makes of a standing order that is on."""

    user: int
    key: str
    body: str
    """The order as it goes on, with what it named bound."""
    repeat: str | None
    """How it goes on; None if it has ended."""
    why: str = ""
    ran: bool = False
    """Whether it was carried out in the tick."""


@dataclass(frozen=True, slots=True)
class DueTick:
    """A tick to be made.

    A run day takes the submissions for `run_date` or an earlier date that were committed strictly
    before `at` (cohorts.turn.cut-off); with `run_date` None the tick takes none. `cursor` is where
    the calendar then stands; None for a tick outside the calendar.
    """

    kind: str
    at: datetime
    local_date: date
    turn: int
    run_date: date | None = None
    cursor: datetime | None = None
    back: int | None = None
    """The tick to whose state a rollback goes back."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to resolve a campaign, until it expires and another takes it."""

    campaign: int
    token: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class PastEvent:
    """What a faction learned in an earlier tick."""

    faction: int
    tick: int
    number: int
    """Of the event in its tick."""
    body: bytes


@dataclass(frozen=True, slots=True)
class ReadPoint:
    """All that a tick is computed from, read at one moment. `world` is in order of kind and id."""

    campaign: Campaign
    module: ModuleCopy
    due: DueTick
    members: tuple[Member, ...]
    submissions: tuple[Submission, ...]
    vacations: tuple[Vacation, ...]
    world: Sequence[EntityRow]
    chain: str
    """That of the tick before; empty where there is none to go on from."""
    standing: tuple[StandingOrder, ...] = ()
    """Every player's standing orders that are on."""
    wishes: Mapping[int, Wish] = field(default_factory=dict[int, Wish])
    """By faction, how much of runs it wants to be told; all where it has said nothing."""
    told: Mapping[int, int] = field(default_factory=dict[int, int])
    """By faction, the last tick that it had a report of."""
    past: Sequence[PastEvent] = ()
    """What factions learned since the last production, by faction and in order: of all for a
    production, else of those alone that do not want to be told all."""
    back: Sequence[EntityRow] = ()
    """The world as it was after the tick to which a rollback goes back."""
    drafted: Mapping[int, int] = field(default_factory=dict[int, int])
    """By player, how many orders stand in the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TickResult:
    """What a resolved tick writes.

    `changes` names each record once. An event's number is its place in `events`; `events_for`
    holds (faction, event number, body). `chain` binds the tick to those before. `timers` sets a
    timer, or clears it with None. `players` gives members (by user) the player that the tick made.
    `state` is the campaign's new state; `module` the one it was made under, where from now on that
    is another than before; `deed` what the audit log says of it.
    """

    engine_version: str
    hash_before: str
    hash_after: str
    chain: str
    changes: Sequence[EntityChange]
    events: Sequence[bytes] = ()
    events_for: Sequence[tuple[int, int, bytes]] = ()
    outbox: Sequence[NewMessage] = ()
    orders: str = "[]"
    summary: str = "{}"
    timers: Mapping[str, datetime | None] = field(default_factory=dict[str, datetime | None])
    players: Mapping[int, int] = field(default_factory=dict[int, int])
    standing: Sequence[StandingChange] = ()
    state: CampaignState | None = None
    deed: "Deed | None" = None
    unseated: Sequence[int] = ()
    """Members (by user) who lose their seats, since a rollback left the world without them."""
    steps: Mapping[str, str] = field(default_factory=dict[str, str])
    """Steps that must follow its commit, by name: what each has to know, as JSON."""
    reseated: Sequence[tuple[int, int, int]] = ()
    """Members (user, faction, player) who get their seats back with what had taken them."""
    module: ModuleCopy | None = None


@dataclass(frozen=True, slots=True)
class CommittedTick:
    """A tick that is written, and for how many seconds the file was locked for it."""

    number: int
    locked_seconds: float


@dataclass(frozen=True, slots=True)
class Returned:
    """Orders of a run that a rollback undoes: back into the player's list, unless it has others.

    `told` says so to the player. Without orders it is said in any case.
    """

    user: int
    orders: Sequence[tuple[int, str]]
    """The number of each one's key, and its stored form."""
    told: NewMessage


@dataclass(frozen=True, slots=True)
class Deed:
    """An entry for the audit log that is written with a tick, or not at all."""

    who: int
    what: str
    why: str = ""
    trace: Trace = field(default_factory=Trace)
    """Its tick is filled in."""
    asked_of: int | None = None
    """The tick that its question was asked of: it is not done if another came between."""
    seats: Sequence[tuple[int, int, int]] = ()
    """Those (user, faction, player) that a rollback gives back with what had taken them."""
    returned: Sequence[Returned] = ()
    retaken: Sequence[int] = ()
    """Submissions that hold again by a rollback: their orders leave the lists once more."""
    timers: Mapping[str, datetime] = field(default_factory=dict[str, datetime])
    """What to look at after it."""
