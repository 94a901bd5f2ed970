"""Whatever moderators do to a world by hand, undone in reverse, gives the same bytes back.

Apart from where the campaign stands (its tick and date) and the last ids, which never go back.
"""

import datetime as dt
import json
import shutil
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.jobs.records import Proposal, propose, propose_like, propose_without
from bot.resolving import Act, ActRefused, resolve
from bot.store.ticks import DueTick, EntityRow
from bot.store.world import read_campaign, read_world
from bot.verifying import verify
from engine.corrections import FIXED, Amend, RecordChange
from engine.orders import Order, Queued
from engine.packs.cohorts.setup.renaming import Rename
from engine.rollback import Rollback
from tests.bot.test_verifying import NOON, file

__all__ = ["file"]

KINDS = ("character", "city", "player", "position", "province", "stack", "unit", "possession")
WHOLE = st.integers(0, 50)


class Desk:
    """A campaign's file with what was done to it and can be taken back."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.undo: list[tuple[Order, int | None]] = []

    @property
    def tick(self) -> int:
        return read_campaign(self.path, 1)[0].tick

    def do(self, order: Order, back: int | None = None) -> bool:
        """Whether the rules took it."""
        at = NOON + dt.timedelta(days=5)
        due = DueTick("edit" if back is None else "rollback", at, at.date(), 1, back=back)
        acts = [Act(0, Queued("a1", order).to_json())]
        try:
            resolve(self.path, 1, due, at, acts=acts)
        except ActRefused:
            return False
        return True

    def amend(self, found: Proposal) -> None:
        if found.changes and self.do(Amend(why="so", changes=found.changes)):
            back = tuple(change.reversed() for change in reversed(found.changes))
            self.undo.append((Amend(why="not so", changes=back), None))

    def roll_back(self, to: int) -> None:
        present = self.tick
        if to < present and self.do(Rollback(to=to, why="so"), to):
            self.undo.append((Rollback(to=present, why="not so"), present))

    def rename(self, called: str, name: str) -> None:
        if self.do(Rename(kind="character", called=called, name=name)):
            self.undo.append((Rename(kind="character", called=name, name=called), None))

    def rows(self) -> list[EntityRow]:
        return [row for row in read_world(self.path, 1) if row[0] not in ("now", "counters")]

    def pick(self, kind: str, nth: int) -> tuple[int, dict[str, Any]] | None:
        found = [(id, json.loads(body)) for each, id, body in self.rows() if each == kind]
        return found[nth % len(found)] if found else None


def act(desk: Desk, what: str, kind: str, nth: int, value: int) -> None:
    """One act, with any result."""
    if what == "rollback":
        desk.roll_back(1 + nth % desk.tick)
        return
    picked = desk.pick("character" if what == "rename" else kind, nth)
    if picked is None:
        return
    id, plain = picked
    if what == "rename":
        desk.rename(plain["name"], f"Wulf {value}")
    elif what == "remove":
        desk.amend(propose_without(desk.path, 1, desk.tick, kind, id))
    elif what == "add":
        desk.amend(propose_like(desk.path, 1, desk.tick, kind, id, {}))
    else:
        numbers = [name for name, held in plain.items() if type(held) is int and name != "v"]
        changed = {numbers[value % len(numbers)]: str(value)}
        desk.amend(propose(desk.path, 1, desk.tick, kind, id, changed))


@settings(
    max_examples=settings().max_examples // 10,  # each plays some ten ticks
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    acts=st.lists(
        st.tuples(
            st.sampled_from(("correct", "correct", "add", "remove", "rename", "rollback")),
            st.sampled_from(KINDS),
            WHOLE,
            WHOLE,
        ),
        min_size=3,
        max_size=6,
    )
)
def test_any_acts_undone_in_reverse_give_the_world_back(
    file: Path, acts: list[tuple[str, str, int, int]]
) -> None:
    path = file.with_name("copy.sqlite")
    path.unlink(missing_ok=True)
    shutil.copy(file, path)
    desk = Desk(path)
    before = desk.rows()
    for each in acts:
        act(desk, *each)
    for order, back in reversed(desk.undo):
        assert desk.do(order, back)
    assert desk.rows() == before
    assert [each for each in verify(path, 1) if each.faults] == []
    for beside in path.parent.glob("copy.sqlite*"):
        beside.unlink()


def test_a_correction_of_what_has_changed_meanwhile_is_refused(file: Path) -> None:
    desk = Desk(file)
    picked = desk.pick("character", 0)
    assert picked
    first, second = (
        propose(file, 1, desk.tick, "character", picked[0], {"xp": xp}) for xp in ("5", "6")
    )
    assert desk.do(Amend(why="so", changes=first.changes))
    assert not desk.do(Amend(why="so", changes=second.changes))
    stale = RecordChange(kind="now", id=1, before="{}", after="{}")
    assert not desk.do(Amend(why="so", changes=(stale,)))


def test_what_says_how_far_the_campaign_is_cannot_be_put_right(file: Path) -> None:
    for kind in FIXED:
        assert "no kind" in propose(file, 1, 4, kind, 1, {"turn": "9"}).fault
