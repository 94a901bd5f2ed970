"""A tick that was resolved, and what all its messages say about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot import faces
from bot.faces.face import Faces
from bot.faces.until_texts import EndedOrder
from bot.payload import Payload
from bot.store.records import Address, NewMessage
from engine.campaign import Now
from engine.packs import Rules
from engine.turn import Due, TickOutcome

MOST_TITLE: Final = 256
"""Characters that Discord takes in the title of an embed."""
PRODUCTIONS: Final = ("weekly", "monthly")
_FACTION: Final = "faction:"  # begins the place of a faction's channel
_WHAT: Final = {
    "run": "Run of {day}.",
    "weekly": "Weekly production.",
    "monthly": "Weekly and monthly production.",
}


@dataclass(frozen=True, slots=True)
class ReportedTick:
    """A tick that was resolved, and what all its messages say about it."""

    rules: Rules
    due: Due
    outcome: TickOutcome
    seal: str
    ended: Mapping[int, Sequence[EndedOrder]]
    """By faction, the standing orders that ended with it."""

    @property
    def faces(self) -> Faces:
        """What the campaign's packs show."""
        return faces.of(self.rules)

    @property
    def produced(self) -> bool:
        """Whether it was a production, which ends a turn."""
        return self.due.kind in PRODUCTIONS

    @property
    def turn(self) -> int:
        """The turn to which it belongs; a production has ended it, so the world is one ahead."""
        now = self.outcome.world.get(Now, 1).turn
        return now - 1 if self.produced else now

    @property
    def date(self) -> str:
        """The turn by the world's own date."""
        return str(self.rules.module.year.date_of(self.turn))

    @property
    def title(self) -> str:
        """The turn by its number and by the world's own date."""
        return f"Turn {self.turn} · {self.date}"

    @property
    def what(self) -> str:
        """Which tick of the turn it was; empty for a setup, whose news say it all."""
        date = self.due.date
        day = f"{date:%A}, {date.day} {date:%B}"
        what = _WHAT.get(self.due.kind, "").format(day=day)
        now = self.outcome.world.get(Now, 1)
        goes_on = now.turn > self.turn and not now.over
        return f"{what} Turn {now.turn} begins." if goes_on else what

    def small_print(self, *, dated: bool, more: bool) -> Iterator[str]:
        """What stands below a report: which tick it was, the date unless its title is `dated`.

        `more` is whether the file holds more than the pages.
        """
        if not dated:
            yield f"{self.date}."
        if self.what:
            yield self.what
        if more:
            yield "The file has it line by line."

    def to(self, role: str, payloads: Sequence[Payload]) -> Iterator[NewMessage]:
        """The messages to one place, each with its visible key."""
        for place, payload in enumerate(payloads, 1):
            key = f"T{self.due.tick}·R{self.turn}·{place}/{len(payloads)}"
            last = role.startswith(_FACTION) and place == len(payloads)
            opens = int(role.removeprefix(_FACTION)) if last else None
            sealed = payload.model_copy(update={"seal": self.seal, "opens_turn": opens})
            yield NewMessage(Address(role=role), key, sealed.model_dump_json())


def colour_of(code: str) -> int:
    """A colour of the palette as Discord takes it."""
    return int(code.removeprefix("#"), 16)
