"""A campaign goes back to an earlier state, as a tick that replays and can itself be undone."""

import datetime as dt
import json
from pathlib import Path

import pytest

from bot.resolving import Act, ActRefused, Amendment, Unbearable, resolve
from bot.store.records import ModuleCopy, Trace
from bot.store.ticks import Deed, DueTick, EntityRow
from bot.store.world import read_campaign, read_seats, read_told, read_world
from bot.verifying import verify
from bot.world.rollback_preview import look_back
from engine.module import Module
from engine.orders import Queued
from engine.rollback import Rollback
from tests.bot.test_verifying import ADA, NOON, due, file

__all__ = ["file"]


def back(path: Path, to: int, day: int, **more: object) -> None:
    at = NOON + dt.timedelta(days=day)
    act = Act(0, Queued("a1", Rollback(to=to, why="a mistake of ours")).to_json())
    tick = DueTick("rollback", at, at.date(), 1, back=to)
    resolve(path, 1, tick, at, acts=[act], **more)  # type: ignore[arg-type]


def world(path: Path, tick: int | None = None) -> list[EntityRow]:
    """All rows but where the campaign stands and the last ids, which never go back."""
    return [row for row in read_world(path, 1, tick) if row[0] not in ("now", "counters")]


def test_the_world_is_as_it_was_and_every_tick_replays(file: Path) -> None:
    assert world(file, 4) != world(file, 2)
    back(file, 2, 4)
    assert world(file) == world(file, 2)
    campaign, _ = read_campaign(file, 1)
    assert (campaign.tick, campaign.turn) == (5, 1)
    resolve(file, 1, due("monthly", 5), NOON + dt.timedelta(days=5))
    assert [each for each in verify(file, 1) if each.faults or each.unchecked] == []


def test_a_rollback_is_undone_by_another(file: Path) -> None:
    back(file, 2, 4)
    back(file, 4, 5)
    assert world(file) == world(file, 4)
    assert read_campaign(file, 1)[0].turn == 2
    assert [each for each in verify(file, 1) if each.faults] == []


def test_every_faction_is_told_why(file: Path) -> None:
    back(file, 3, 4)
    told = read_told(file, 1, 5)
    assert told
    assert all(b"a mistake of ours" in body for _, _, body in told)


def test_who_joined_after_it_loses_the_seat_and_gets_it_back_with_the_world(file: Path) -> None:
    deed = Deed(9, "campaign taken back", "a mistake", Trace(open=True))
    back(file, 1, 4, deed=deed)
    (seat,) = read_seats(file, 1)
    assert seat.left_at is not None
    back(file, 4, 5, deed=Deed(9, "undone", seats=[(ADA, 1, seat.player or 0)]))
    now = [each for each in read_seats(file, 1) if each.left_at is None]
    assert [(each.user, each.player) for each in now] == [(ADA, seat.player)]
    assert [each for each in verify(file, 1) if each.faults] == []


def other(path: Path, **changes: object) -> ModuleCopy:
    """The campaign's module with other content or another year; `changes` of its stored form."""
    _, present = read_campaign(path, 1)
    tree = json.loads(present.body)
    tree.update(changes)
    return ModuleCopy.of(Module.from_json(json.dumps(tree)))


def amended(path: Path, module: ModuleCopy, day: int) -> None:
    """A tick that gives the campaign another module."""
    _, present = read_campaign(path, 1)
    change = Amendment(module, present.digest, Deed(9, "module amended", "a test", Trace()))
    resolve(path, 1, due("setup", day), NOON + dt.timedelta(days=day), amends=change)


def test_it_goes_back_across_another_module_that_the_old_world_bears(file: Path) -> None:
    _, present = read_campaign(file, 1)
    contents = json.loads(present.body)["contents"]
    contents["cohorts"]["winning"]["points"]["city"] += 7
    amended(file, other(file, contents=contents), 4)
    found = look_back(file, 1, 2)
    assert found.module_changed
    assert found.reasons == ()
    assert found.kept, "what becomes of orders is foretold all the same"
    back(file, 2, 5)
    assert world(file) == world(file, 2)
    row, module = read_campaign(file, 1)
    assert module.digest != present.digest, "the present module stays"
    resolve(file, 1, due("monthly", 6), NOON + dt.timedelta(days=6))
    assert [each for each in verify(file, 1) if each.faults or each.unchecked] == []
    assert not look_back(file, 1, row.tick - 1).module_changed


def test_a_way_back_that_the_present_module_could_not_bear_is_refused_with_reasons(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, present = read_campaign(file, 1)
    year = json.loads(present.body)["year"]
    with monkeypatch.context() as patch:  # as a campaign of an earlier version might have it
        patch.setattr("bot.resolving.unbearable", lambda *_: [])
        amended(file, other(file, year={**year, "days_per_turn": 2}), 4)
    found = look_back(file, 1, 2)
    (why,) = found.reasons
    assert why.startswith("Its year is counted otherwise")
    assert found.kept == ()
    with pytest.raises(Unbearable, match="Its year is counted otherwise"):
        back(file, 2, 5)
    assert read_campaign(file, 1)[0].tick == 5


def test_nobody_goes_back_to_the_present(file: Path) -> None:
    with pytest.raises(ActRefused, match="no earlier one"):
        back(file, 4, 4)
    assert read_campaign(file, 1)[0].tick == 4
