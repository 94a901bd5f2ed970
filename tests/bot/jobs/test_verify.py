"""A stored campaign is computed again: what holds, and whatever was meddled with."""

import datetime as dt
import json
import sqlite3
from pathlib import Path

import pytest

from bot import cli
from bot.clock import MovableClock
from bot.jobs.resolve import Act, resolve
from bot.jobs.verify import Verified, seed_holds, verify
from bot.store.records import Due, ModuleCopy
from bot.store.stores import Stores
from bot.store.world import read_world
from engine import __version__
from engine.campaign import Player
from engine.dice import Seed, seed_hash
from engine.orders import Queued, Ref
from engine.packs import Rules
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.ownership import player_of
from engine.packs.cohorts.records import City
from engine.packs.cohorts.setup.joining import Join
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.world import World
from tests.rules.scene import module

GUILD = 7
ADA = 1001
NOON = dt.datetime(2024, 5, 6, 12, tzinfo=dt.UTC)
SEED = Seed(b"a seed of thirty-two plain bytes")
SETTINGS = {"width": 16, "height": 12}


def due(kind: str, day: int, *, run: bool = False) -> Due:
    at = NOON + dt.timedelta(days=day)
    return Due(kind, at, at.date(), 1, at.date() if run else None, at)


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """A guild's file with a campaign of four ticks: founding, joining, a run, a production."""
    rules = Rules.of(module())
    clock = MovableClock(NOON)
    stores = Stores(tmp_path, clock)
    await stores.open()
    async with stores.use(GUILD) as store:
        copy = ModuleCopy(rules.module.digest(), "cohorts", rules.module.to_json())
        campaign = await store.campaigns.create(
            "March", copy, engine_version=__version__, seed=SEED, seed_hash=seed_hash(SEED)
        )
        path = stores.path(GUILD)
        resolve(path, campaign.id, due("setup", 0), NOON, settings=SETTINGS)
        await store.members.join(campaign.id, ADA, faction=1)
        join = Join(faction="ashmark", name="Ada", party="harrow_banner")
        act = Act(ADA, Queued("a1", join).to_json())
        resolve(path, campaign.id, due("setup", 1), NOON, acts=[act])
        world = World.load(rules.records, read_world(path, campaign.id))
        (player,) = world.all(Player)
        city = next(c for c in world.all(City) if player_of(world, c) == player.id)
        here = Ref(*city.place)
        for order in (
            ActivateStack(province=Ref("province", city.province), name="Host"),
            TrainMilitaryUnits(city=here, race="human", quantity=25, name="Foot"),
        ):
            await store.drafts.add(campaign.id, ADA, Queued("", order).to_json())
        strange = json.dumps({"order": "no such", "phase": "", "values": {}})
        await store.drafts.add(campaign.id, ADA, strange)
        day = due("run", 2, run=True)
        await store.submissions.submit(campaign.id, ADA, lambda _: day.local_date)
        resolve(path, campaign.id, day, NOON)
        resolve(path, campaign.id, due("monthly", 3), NOON)
    await stores.close()
    return path


def meddle(file: Path, sql: str) -> None:
    with sqlite3.connect(file) as db:
        assert db.execute(sql).rowcount == 1
    db.close()


def rewritten(old: str, new: str) -> str:
    """SQL that writes something else into bodies, which are JSON bytes."""
    return f"body = CAST(replace(CAST(body AS TEXT), '{old}', '{new}') AS BLOB)"


def renamed(old: str, new: str) -> str:
    """SQL that renames the one unit that has the text in it."""
    return f"UPDATE entity SET {rewritten(old, new)} WHERE kind = 'unit' AND {holds(old)}"


def holds(text: str) -> str:
    """SQL that is true of a body with the text in it."""
    return f"instr(CAST(body AS TEXT), '{text}') > 0"


def wrong(file: Path) -> dict[int, tuple[str, ...]]:
    return {each.tick.number: each.faults for each in verify(file, 1) if each.faults}


def test_every_tick_from_the_founding_on_holds(file: Path) -> None:
    ticks = list(verify(file, 1))
    assert [each.tick.kind for each in ticks] == ["setup", "setup", "run", "monthly"]
    assert not any(each.faults or each.passed_over for each in ticks)
    assert seed_holds(file, 1)


@pytest.mark.parametrize(
    "sql, tick, says",
    [
        (
            renamed("Foot", "Feet"),
            3,
            "the stored state after",
        ),
        (
            f"UPDATE entity_past SET {rewritten('actions', 'factions')}"
            " WHERE kind = 'city' AND until = 3",
            2,
            "the stored state after",
        ),
        (
            "UPDATE tick SET orders = replace(orders, 'Foot', 'Feet') WHERE number = 3",
            3,
            "computed again it leaves another state",
        ),
        (
            f"UPDATE event SET {rewritten('Host', 'Hose')}"
            " WHERE tick = 3 AND instr(CAST(body AS TEXT), 'stack-activated')",
            3,
            "computed again other things happen",
        ),
        (
            "UPDATE campaign_seed SET seed = zeroblob(32)",
            1,
            "computed again it leaves another state",
        ),
    ],
    ids=["entity", "past entity", "orders", "event", "seed"],
)
def test_what_was_meddled_with_is_found_in_its_tick(
    file: Path, sql: str, tick: int, says: str
) -> None:
    meddle(file, sql)
    first = wrong(file)
    assert min(first) == tick
    assert any(fault.startswith(says) for fault in first[tick])


def test_a_seed_other_than_the_published_one_is_found(file: Path) -> None:
    meddle(file, "UPDATE campaign_seed SET seed = zeroblob(32)")
    assert not seed_holds(file, 1)


def test_orders_that_nobody_can_read_are_a_fault_and_no_crash(file: Path) -> None:
    meddle(file, "UPDATE tick SET orders = '{}' WHERE number = 3")
    assert wrong(file) == {3: ("it cannot be computed again (KeyError: 'submissions')",)}


def test_a_tick_is_not_computed_from_a_state_that_is_wrong(file: Path) -> None:
    meddle(file, "UPDATE entity_past SET body = x'7b' WHERE kind = 'city' AND until = 3")
    assert list(wrong(file)) == [2, 3]
    assert list(verify(file, 1))[2].passed_over == "what it starts from is wrong"


def test_a_tick_of_another_engine_is_told_as_such_and_its_state_still_compared(file: Path) -> None:
    meddle(file, "UPDATE tick SET engine_version = '0.0.1' WHERE number = 3")
    assert wrong(file) == {}
    told = [str(each) for each in verify(file, 1)]
    assert "not computed again: engine 0.0.1 made it" in told[2]
    meddle(file, "UPDATE tick SET hash_after = 'aa' WHERE number = 3")
    assert list(wrong(file)) == [3]


def test_a_tick_made_by_hand_is_told_as_such(file: Path) -> None:
    meddle(file, "UPDATE tick SET kind = 'edit' WHERE number = 4")
    last: Verified = list(verify(file, 1))[-1]
    assert (last.faults, last.passed_over) == ((), "it came by hand, not by the rules")


def test_the_command_prints_a_line_per_tick_and_a_verdict(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["verify", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Campaign 1, March:"
    assert lines[3] == "tick 3, run of 2024-05-08: holds"
    assert lines[-1] == "All of it holds."
    meddle(
        file,
        renamed("Foot", "Feet"),
    )
    assert cli.main(["verify", str(file), "--campaign", "1"]) == 1
    out = capsys.readouterr().out
    assert "tick 3, run of 2024-05-08: WRONG: the stored state after it is not" in out
    assert out.endswith("2 of these are wrong.\n")


def test_the_command_says_what_is_wrong_with_the_file(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["verify", str(file), "--campaign", "9"]) == cli.FAULT
    assert "There is no such campaign" in capsys.readouterr().err
    assert cli.main(["verify", str(tmp_path / "none.db")]) == cli.FAULT
    assert "none.db" in capsys.readouterr().err
