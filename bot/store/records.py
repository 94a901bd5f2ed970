"""What the store hands out and takes: plain frozen records, all times aware and in UTC.

Each is made of its row, alike on the event loop's side and on the worker's. They describe rows and
nothing else; what a record's JSON means is its writer's matter. What a tick is made from and what
it writes is in `ticks`.
"""

import sqlite3
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from engine.module import Module

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def micros(instant: datetime) -> int:
    """An instant as it is stored: whole microseconds since 1970, UTC.

    Raises ValueError for one without a time zone.
    """
    if instant.tzinfo is None:
        raise ValueError("an instant needs a time zone")
    return (instant - _EPOCH) // _MICROSECOND


def instant(stored: int) -> datetime:
    """The instant, in UTC, of a stored number."""
    return _EPOCH + stored * _MICROSECOND


def micros_or_none(moment: datetime | None) -> int | None:
    """As `micros`, for a column that may be empty."""
    return None if moment is None else micros(moment)


def instant_or_none(stored: int | None) -> datetime | None:
    """As `instant`, for a column that may be empty."""
    return None if stored is None else instant(stored)


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

    @classmethod
    def of(cls, row: sqlite3.Row) -> "Campaign":
        """A row of `campaign`."""
        return cls(
            id=row["id"],
            name=row["name"],
            module_digest=row["module_digest"],
            engine_version=row["engine_version"],
            seed_hash=row["seed_hash"],
            state=CampaignState(row["state"]),
            tick=row["tick"],
            turn=row["turn"],
            cursor=instant_or_none(row["cursor"]),
            created_at=instant(row["created_at"]),
            joining=bool(row["joining"]),
        )


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

    @classmethod
    def of(cls, row: sqlite3.Row) -> "DiscordPlace":
        """A row of `place`."""
        return cls(row["campaign"], row["role"], row["snowflake"], row["parked"])


@dataclass(frozen=True, slots=True)
class Member:
    """A person's seat in a campaign; `player` is the id in the world once a tick has made it."""

    campaign: int
    user: int
    faction: int
    player: int | None
    joined_at: datetime
    left_at: datetime | None

    @classmethod
    def of(cls, row: sqlite3.Row) -> "Member":
        """A row of `member`."""
        return cls(
            campaign=row["campaign"],
            user=row["user"],
            faction=row["faction"],
            player=row["player"],
            joined_at=instant(row["joined_at"]),
            left_at=instant_or_none(row["left_at"]),
        )


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

    @classmethod
    def of(cls, row: sqlite3.Row, orders: tuple[QueuedOrder, ...]) -> "Shared":
        """A row of `shared_draft` with its orders."""
        return cls(row["campaign"], row["user"], row["version"], orders, instant(row["shared_at"]))


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

    @classmethod
    def of(cls, row: sqlite3.Row) -> "StandingOrder":
        """A row of `standing_order`, with the body that its order has in the draft if it is on."""
        return cls(
            user=row["user"],
            key=f"k{row['key']}",
            body=row["body"],
            repeat=row["repeat"],
            state=StandingState(row["state"]),
            why=row["why"],
        )


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

    @classmethod
    def of(cls, row: sqlite3.Row) -> "Submission":
        """A row of `submission` or `submission_waiting`."""
        return cls(
            id=row["id"],
            campaign=row["campaign"],
            user=row["user"],
            version=row["version"],
            sequence=row["sequence"],
            run_date=date.fromisoformat(row["run_date"]),
            body=row["body"],
            committed_at=instant(row["committed_at"]),
            replaced_by=row["replaced_by"],
            withdrawn_at=instant_or_none(row["withdrawn_at"]),
            consumed_tick=row["consumed_tick"],
            unasked=bool(row["unasked"]),
            deputy=row["deputy"],
        )


Wish = Literal["all", "news", "digest"]
"""Which runs a faction is told of at once: all that bring it anything, those that bring it news, or
none. The rest stands in its next report, at the latest in that of the production."""


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

    @classmethod
    def of(cls, row: sqlite3.Row) -> "Message":
        """A row of `outbox` or `outbox_next`."""
        return cls(
            id=row["id"],
            campaign=row["campaign"],
            tick=row["tick"],
            to=Address(row["role"], row["channel"]),
            number=row["number"],
            key=row["key"],
            nonce=row["nonce"],
            kind=MessageKind(row["kind"]),
            payload=row["payload"],
            state=MessageState(row["state"]),
            attempts=row["attempts"],
            not_before=instant(row["not_before"]),
            message=row["message"],
            error=row["error"],
        )


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

    @classmethod
    def of(cls, row: sqlite3.Row) -> "Tick":
        """A row of `tick`."""
        return cls(
            campaign=row["campaign"],
            number=row["number"],
            kind=row["kind"],
            due_at=instant(row["due_at"]),
            local_date=date.fromisoformat(row["local_date"]),
            turn=row["turn"],
            engine_version=row["engine_version"],
            module_digest=row["module_digest"],
            orders=row["orders"],
            hash_before=row["hash_before"],
            hash_after=row["hash_after"],
            summary=row["summary"],
            committed_at=instant(row["committed_at"]),
            chain=row["chain"],
        )


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

    @classmethod
    def of(cls, row: sqlite3.Row) -> "AuditEntry":
        """A row of `audit`."""
        return cls(
            id=row["id"],
            campaign=row["campaign"],
            at=instant(row["at"]),
            who=row["who"],
            what=row["what"],
            why=row["why"],
            trace=Trace(
                row["before"], row["after"], row["tick"], row["undoes"], open=bool(row["open"])
            ),
        )


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

    @classmethod
    def of(cls, row: sqlite3.Row) -> "Timer":
        """A row of `timer`."""
        at = instant(row["at"])
        return cls(row["campaign"], row["name"], at, row["what"], row["tries"], row["error"])


@dataclass(frozen=True, slots=True)
class Vacation:
    """Days, the last included, in which nobody waits for a player."""

    user: int
    first: date
    last: date

    def holds(self, day: date) -> bool:
        """Whether the day lies in it."""
        return self.first <= day <= self.last

    @classmethod
    def of(cls, row: sqlite3.Row) -> "Vacation":
        """A row of `vacation`."""
        first, last = (date.fromisoformat(row[name]) for name in ("first", "last"))
        return cls(row["user"], first, last)
