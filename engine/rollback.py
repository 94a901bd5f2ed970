"""Going back to an earlier state of a campaign, as a separate tick that can be undone like any.

The old rows are written anew; nothing is deleted, and neither ids nor ticks go back. Which tick is
meant, and what becomes of seats and orders on the host, is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from pydantic import Field

from engine.campaign import Now, Player
from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Refusal
from engine.world import Record, Row, World

if TYPE_CHECKING:
    from engine.state import State

REASON: Final = 500
"""The most letters of a moderator's reason."""
_COUNTERS: Final = "counters"  # the kind of the row that keeps the last ids, which stay


@facts
class RolledBack(Event):
    """The moderators took the campaign back; what was told since then did not happen."""

    tick: int
    """The one whose state holds again."""
    turn: int
    """The turn that it is again."""
    was: int
    """The turn that it had been."""
    why: str


class Rollback(Order):
    """Make the state after an earlier tick the present one.

    Whether a player is active is no matter of the world but of who has a seat, and stays.
    """

    path = ("host", "rollback")
    rule = ""
    phases = ("setup",)

    to: int = Field(ge=1, description="The tick whose state holds again")
    why: str = Field(max_length=REASON, description="Why, for all to read")

    def conditions(self, state: State) -> Iterator[Refusal]:
        if self.to >= state.now.tick - 1:
            yield self.refusal(
                "not_allowed",
                f"Tick {self.to} is no earlier one.",
                "Choose one from the list that appears as you type.",
            )

    def perform(self, state: State) -> None:
        world, now = state.world, state.now
        active = {each.id: each.active for each in world.all(Player)}
        for record, gone in _records(world, state.back):
            if gone:
                world.remove(record)
            elif isinstance(record, Now):
                world.put(record.replace(tick=now.tick, date=now.date))
            elif isinstance(record, Player):
                world.put(record.replace(active=active.get(record.id, record.active)))
            else:
                world.put(record)
        turn = state.now.turn
        told = RolledBack(tick=self.to, turn=turn, was=now.turn, why=self.why)
        state.emit(told, public=True)


def way_back(rows: Sequence[Row], past: Sequence[Row]) -> list[Row]:
    """The rows in which an earlier state differs from the present one; None for what is gone."""
    then = {(kind, id): body for kind, id, body in past if kind != _COUNTERS}
    back: list[Row] = []
    for kind, id, body in rows:
        if kind == _COUNTERS:
            continue
        old = then.pop((kind, id), None)
        if old != body:
            back.append((kind, id, old))
    back.extend((kind, id, body) for (kind, id), body in then.items())
    return sorted(back, key=lambda row: row[:2])


def _records(world: World, back: Sequence[Row]) -> Iterator[tuple[Record, bool]]:
    """Each record of the way back, and whether it is gone: then it is the present one.

    Raises:
        ValueError: the earlier state has what no rule pack in use knows.
    """
    past = World.load(world.kinds.values(), back)
    for kind, id, body in back:
        cls = world.kinds[kind]
        found = (past if body is not None else world).find(cls, id)
        if found is not None:
            yield found, body is None
