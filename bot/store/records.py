"""What the store hands out and takes: plain frozen records, all times aware and in UTC.

They describe rows and nothing else; what a record's JSON means is its writer's matter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

from bot.store.calendar_records import Vacation

if TYPE_CHECKING:
    from engine.module import Module

EntityRow = tuple[str, int, bytes]
"""A record of the world: kind, id, body (JSON bytes)."""
EntityChange = tuple[str, int, bytes | None]
"""The same as a tick leaves it; a body of None means removed."""


class CampaignState(StrEnum):
    """Where a campaign stands in its life."""

    FORMING = "forming"
    OPEN = "open"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"


class MessageKind(StrEnum):
    """What an outbox message does; a later status edit takes the place of one that waits."""

    SEND = "send"
    EDIT_STATUS = "edit-status"


class MessageState(StrEnum):
    """How far an outbox message has come. SENDING after a restart means: Discord may have it."""

    PENDING = "pending"
    SENDING = "sending"
    SENT = "sent"
    PARKED = "parked"


@dataclass(frozen=True, slots=True)
class ModuleCopy:
    """A resolved module as a campaign took it."""

    digest: str
    name: str
    body: str

    @classmethod
    def of(cls, module: "Module") -> "ModuleCopy":
        """The module as a campaign keeps it."""
        body = module.to_json()
        return cls(sha256(body.encode()).hexdigest(), module.name, body)

    @property
    def sound(self) -> bool:
        """Whether the body is the one of the digest."""
        return sha256(self.body.encode()).hexdigest() == self.digest


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign's row. `cursor` is the instant up to which the calendar is done."""

    id: int
    name: str
    module_digest: str
    engine_version: str
    seed_hash: str
    state: CampaignState
    tick: int
    turn: int
    cursor: datetime | None
    created_at: datetime
    joining: bool = True
    """False where moderators let nobody in for the time being."""


@dataclass(frozen=True, slots=True)
class Wording:
    """How a campaign looks at the names and messages that players type."""

    checked: bool = True
    allowed: tuple[str, ...] = ()
    """Words that are no offence here."""


@dataclass(frozen=True, slots=True)
class DiscordPlace:
    """A channel, role, category or message on Discord that the campaign knows by its `role`.

    `parked` says why nothing is sent there at present.
    """

    campaign: int
    role: str
    snowflake: int
    parked: str | None


@dataclass(frozen=True, slots=True)
class Member:
    """A person's seat in a campaign; `player` is the id in the world once a tick has made it."""

    campaign: int
    user: int
    faction: int
    player: int | None
    joined_at: datetime
    left_at: datetime | None


@dataclass(frozen=True, slots=True)
class QueuedOrder:
    """An order in a draft: its key, stable and never given twice in this draft, and its JSON."""

    key: str
    body: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A player's list of orders. `version` rises with every edit; 0 is a draft never touched."""

    campaign: int
    user: int
    version: int
    orders: tuple[QueuedOrder, ...]


@dataclass(frozen=True, slots=True)
class Shared:
    """An immutable copy of a draft, of that version, for the faction to read."""

    campaign: int
    user: int
    version: int
    orders: tuple[QueuedOrder, ...]
    shared_at: datetime


class StandingState(StrEnum):
    """Whether a standing order is given again: on, paused by its player, or ended by itself."""

    ON = "on"
    PAUSED = "paused"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """An order of a player that is given again turn after turn.

    `repeat` is the JSON of an `engine.repeats.Repeat`; `why` says in words why it has ended.
    """

    user: int
    key: str
    body: str
    repeat: str
    state: StandingState
    why: str


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
class Submission:
    """An immutable copy of a draft, accepted at `committed_at` to run on `run_date`.

    `sequence` is a JSON list as given; `body` is `[{"key": "k1", "order": {...}}, ...]`.
    At most one of the last three is set; none is set while it waits.
    """

    id: int
    campaign: int
    user: int
    version: int
    sequence: str
    run_date: date
    body: str
    committed_at: datetime
    replaced_by: int | None
    withdrawn_at: datetime | None
    consumed_tick: int | None
    unasked: bool
    """Whether it was submitted without the player's asking: standing orders alone, or what a
    computer player gives that looks after the seat."""
    deputy: int | None = None
    """Who submitted it in the player's stead."""


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


Wish = Literal["all", "news", "digest"]
"""Which runs a faction is told of at once: all that bring it anything, those that bring it news, or
none. The rest stands in its next report, at the latest in that of the production."""


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


@dataclass(frozen=True, slots=True)
class Address:
    """Where a message goes: a place by its role, or else a channel by its snowflake."""

    role: str | None = None
    channel: int | None = None

    def __post_init__(self) -> None:
        if (self.role is None) == (self.channel is None):
            raise ValueError("an address is a role or a channel")


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message for the outbox. `key` is the visible mark, such as `T14·R3·2/5`."""

    to: Address
    key: str
    payload: str
    kind: MessageKind = MessageKind.SEND


@dataclass(frozen=True, slots=True)
class Message:
    """A message of the outbox; `number` counts within its address, `attempts` the tries begun."""

    id: int
    campaign: int
    tick: int | None
    to: Address
    number: int
    key: str
    nonce: str
    kind: MessageKind
    payload: str
    state: MessageState
    attempts: int
    not_before: datetime
    message: int | None
    error: str | None


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
class Tick:
    """The record of a tick, for verification and for people."""

    campaign: int
    number: int
    kind: str
    due_at: datetime
    local_date: date
    turn: int
    engine_version: str
    module_digest: str
    orders: str
    hash_before: str
    hash_after: str
    summary: str
    committed_at: datetime
    chain: str | None
    """What binds it to all ticks before it; None if it was made before ticks were bound."""


@dataclass(frozen=True, slots=True)
class Trace:
    """What the log keeps of an act beside who did what and why."""

    before: str | None = None
    """JSON, as `after`."""
    after: str | None = None
    tick: int | None = None
    """The tick that changed the world."""
    undoes: int | None = None
    """The entry whose act it undid."""
    open: bool = False
    """Whether anybody in the campaign may read who did what and why; else moderators alone."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """A moderator's or host's act."""

    id: int
    campaign: int | None
    at: datetime
    who: int
    what: str
    why: str
    trace: Trace


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


@dataclass(frozen=True, slots=True)
class Timer:
    """A step of a campaign: it waits for its time, and is repeated until it is done."""

    campaign: int
    name: str
    at: datetime
    what: str = "{}"
    """What it has to know, as JSON."""
    tries: int = 0
    """How often it came to nothing."""
    error: str | None = None
    """Why it did the last time, in words."""
