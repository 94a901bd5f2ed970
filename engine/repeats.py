"""Standing orders: orders that are given again turn after turn, and what ends them.

A standing order is an order of its player's list with a `Repeat` beside it. It is checked and
carried out as any other; after a tick `judged` says, from what its player then knows, whether it
is given again. Who keeps it and gives it again is the host.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal

from pydantic import BaseModel, ConfigDict

from engine.events import Event, OrderFailed
from engine.facts import NotKnown
from engine.orders import Order
from engine.state import State
from engine.stored import Upcaster, upcast

MOST_WEEKS: Final = 52
"""The most turns that an order may be given again by number."""


class Until(BaseModel, ABC):
    """Something that a player may wait for; once it holds, the standing order ends.

    It asks what the player knows and nothing else. A pack brings its own (`Pack.untils`).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: ClassVar[str]
    form: ClassVar[int] = 1
    upcasters: ClassVar[Mapping[int, Upcaster]] = {}

    @abstractmethod
    def holds(self, state: State) -> bool:
        """Whether it is so, on the player's view. It may raise `NotKnown`: then it is not yet."""

    @classmethod
    @abstractmethod
    def offers(cls, state: State, order: Order, amount: int | None) -> Iterator[Until]:
        """What may be waited for with an order, likeliest first.

        `amount` is a number that the player typed, if any: a level, a stock, a distance.
        """


@dataclass(frozen=True, slots=True)
class Repeat:
    """How long an order is given again; without a bound until it has nothing left to do."""

    weeks: int | None = None
    """How many turns it runs yet, this one included, from 1 to `MOST_WEEKS`."""
    until: Until | None = None

    def to_json(self) -> str:
        """As it is stored; `read` reads it."""
        plain: dict[str, Any] = {}
        if self.weeks is not None:
            plain["weeks"] = self.weeks
        if self.until:
            values = self.until.model_dump(mode="json")
            plain["until"] = {"kind": self.until.kind, "v": self.until.form, "values": values}
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

    @classmethod
    def read(cls, kinds: Mapping[str, type[Until]], text: str) -> Repeat:
        """A stored one.

        Raises:
            ValueError: it waits for something that these rules do not know.
        """
        plain: dict[str, Any] = json.loads(text)
        until = None
        if stored := plain.get("until"):
            if stored["kind"] not in kinds:
                raise ValueError(f"the rules know no {stored['kind']!r} to wait for")
            found = kinds[stored["kind"]]
            until = found.model_validate(upcast(found, stored["values"], stored["v"]))
        return cls(plain.get("weeks"), until)


Why = Literal["failed", "halted", "done", "until", "weeks"]
"""Why a standing order ends: it was refused, something stands in its way, it has nothing left to
do, what it waited for is so, or it was given as often as was asked."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a standing order after a tick."""

    repeat: Repeat
    """How it goes on."""
    why: Why | None = None
    """Why it ends; None if it goes on."""
    event: Event | None = None
    """What ended it, as its faction learned it; only of one that failed or was halted."""


def judged(
    state: State, order: Order, repeat: Repeat, events: Iterable[Event], *, ran: bool
) -> Verdict:
    """What becomes of a standing order.

    `state` is what its player knows after the tick, `events` what the faction learned of the order
    in it, `ran` whether the player's turn was in it.
    """
    for event in events:
        if isinstance(event, OrderFailed):
            return Verdict(repeat, "failed", event)
        if order.halted(event):
            return Verdict(repeat, "halted", event)
    if _so(order.done, state):
        return Verdict(repeat, "done")
    if repeat.until and _so(repeat.until.holds, state):
        return Verdict(repeat, "until")
    if not ran or repeat.weeks is None:
        return Verdict(repeat)
    if repeat.weeks <= 1:
        return Verdict(repeat, "weeks")
    return Verdict(replace(repeat, weeks=repeat.weeks - 1))


def _so(asked: Any, state: State) -> bool:
    try:
        return bool(asked(state))
    except NotKnown:
        return False
