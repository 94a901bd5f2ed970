"""The chain that binds each tick to all before it, and its short form, the seal.

Every report shows the seal of its tick. To rewrite a stored tick one would have to rewrite every
later one with it, and their seals would no longer be those that players have already received. What
a tick is computed from and leaves is not decided here, nor is what is compared with it.

The bytes. A link is blake2b-256, keyed with the campaign's seed, over the netstrings
(`<length>:<bytes>,`) of its parts in UTF-8, in the order of `Link.parts`; lists of rows go in as
blake2b-256 over the netstrings of their fields. The key keeps the seal from telling anything to
people without the seed; with it, all of this can be computed again.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import blake2b
from typing import Final

from bot.store.records import Submission, micros
from engine.dice import Seed

_VERSION: Final = "chain/1"
_GROUPS: Final = 3
_GROUP: Final = 4
SEAL: Final = re.compile(r"[0-9a-f]{4}(?:-[0-9a-f]{4}){2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """All of a tick that its seal vouches for."""

    seed_hash: str
    """As it was published when the campaign was made."""
    module_digest: str
    engine_version: str
    number: int
    kind: str
    due_at: datetime
    local_date: date
    turn: int
    orders: str
    """The JSON of what the tick was given."""
    submissions: Sequence[Submission]
    """What players sent for it, as they sent it."""
    hash_before: str
    hash_after: str
    events: Sequence[bytes]
    events_for: Sequence[tuple[int, int, bytes]]
    """What each faction learned, as (faction, event number, body), in any order."""

    def chain(self, seed: Seed, before: str) -> str:
        """The hash of the campaign up to this tick, in hexadecimal.

        `before` is that of the tick before, empty for the first tick that is bound.
        """
        parts = (_VERSION, before, *self.parts())
        text = _joined(part.encode() for part in parts)
        return blake2b(text, key=seed, digest_size=32).hexdigest()

    def parts(self) -> Iterator[str]:
        """What is bound, in order."""
        yield self.seed_hash
        yield self.module_digest
        yield self.engine_version
        yield str(self.number)
        yield self.kind
        yield str(micros(self.due_at))
        yield self.local_date.isoformat()
        yield str(self.turn)
        yield self.orders
        yield _digest(field for each in self.submissions for field in _sent(each))
        yield self.hash_before
        yield self.hash_after
        yield _digest(self.events)
        yield _digest(
            field
            for faction, number, body in sorted(self.events_for)
            for field in (b"%d" % faction, b"%d" % number, body)
        )


def seal(chain: str) -> str:
    """The short form of a chain's hash for people, such as `3f9a-20c1-77de`: its first 48 bits."""
    return "-".join(chain[n * _GROUP : (n + 1) * _GROUP] for n in range(_GROUPS))


def _sent(submission: Submission) -> Iterator[bytes]:
    # Whose it is stands in the tick's orders; the person's Discord id may change with the server.
    yield submission.sequence.encode()
    yield submission.run_date.isoformat().encode()
    yield submission.body.encode()
    yield b"%d" % micros(submission.committed_at)


def _digest(fields: Iterable[bytes]) -> str:
    return blake2b(_joined(fields), digest_size=32).hexdigest()


def _joined(parts: Iterable[bytes]) -> bytes:
    return b"".join(b"%d:%s," % (len(part), part) for part in parts)
