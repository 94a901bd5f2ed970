"""A stored campaign is computed again: what holds, and whatever was meddled with."""

import datetime as dt
import json
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from bot import cli, file_commands
from bot.jobs.chain import Link, seal
from bot.resolving import resolve
from bot.store.ticks import DueTick
from bot.store.world import (
    read_events,
    read_submissions,
    read_ticks,
    read_told,
    read_world,
)
from bot.verifying import of_campaign, verify
from engine import __version__
from engine.campaign import Player
from engine.dice import Seed, seed_hash
from engine.orders import Order, Queued, Ref
from engine.packs import Rules
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.production.idling import Excuse
from engine.packs.cohorts.setup.joining import Join
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.replay import state_hash
from engine.world import World
from tests.bot.founding import founded
from tests.bot.store.scene import used
from tests.bot.tables import once_in_file
from tests.rules.scene import module

GUILD = 7
ADA = 1001
NOON = dt.datetime(2024, 5, 6, 12, tzinfo=dt.UTC)
SEED = Seed(b"a seed of thirty-two plain bytes")
SETTINGS = {"width": 16, "height": 12}


def due(kind: str, day: int, *, run: bool = False) -> DueTick:
    at = NOON + dt.timedelta(days=day)
    return DueTick(kind, at, at.date(), 1, at.date() if run else None, at)


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """A guild's file, to be meddled with."""
    path = tmp_path / f"{GUILD}.sqlite"
    await once_in_file(path, ("verified",), partial(made, tmp_path))
    return path


async def made(folder: Path) -> None:
    """Make a campaign of four ticks: founding, joining, a run, a production."""
    async with used(folder, GUILD) as store:
        campaign = await founded(store, {ADA: "Ada"}, NOON, name="March", seed=SEED)
        path, rules = store.path, Rules.of(module())
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


def meddle(file: Path, *statements: str) -> None:
    with sqlite3.connect(file) as db:
        for sql in statements:
            assert db.execute(sql).rowcount >= 1, sql
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
    return {each.number: each.faults for each in verify(file, 1) if each.faults}


def unchecked(file: Path) -> dict[int, tuple[str, ...]]:
    return {each.number: each.unchecked for each in verify(file, 1) if each.unchecked}


def sealed_anew(file: Path, first: int) -> None:
    """What a host who knows the seed can do: give ticks from one on seals that fit again."""
    chain = read_ticks(file, 1, first - 1, first - 1)[0].chain or "" if first > 1 else ""
    with sqlite3.connect(file) as db:
        (seed,) = db.execute("SELECT seed FROM campaign_seed").fetchone()
        (published,) = db.execute("SELECT seed_hash FROM campaign").fetchone()
    db.close()
    for tick in read_ticks(file, 1, first, 99):
        link = Link(
            seed_hash=published,
            module_digest=tick.module_digest,
            engine_version=tick.engine_version,
            number=tick.number,
            kind=tick.kind,
            due_at=tick.due_at,
            local_date=tick.local_date,
            turn=tick.turn,
            orders=tick.orders,
            submissions=[s for s in read_submissions(file, 1) if s.consumed_tick == tick.number],
            hash_before=tick.hash_before,
            hash_after=tick.hash_after,
            events=[body for _, body in read_events(file, 1, tick.number)],
            events_for=read_told(file, 1, tick.number),
        )
        chain = link.chain(Seed(seed), chain)
        meddle(file, f"UPDATE tick SET chain = '{chain}' WHERE number = {tick.number}")
    meddle(file, "UPDATE outbox SET payload = json_remove(payload, '$.seal') WHERE tick > 0")


def test_every_tick_from_the_founding_on_holds(file: Path) -> None:
    ticks = list(verify(file, 1))
    assert [each.what.split()[0] for each in ticks] == ["setup", "setup", "run", "monthly"]
    assert not any(each.faults or each.unchecked for each in ticks)
    assert len({each.seal for each in ticks}) == 4
    assert not list(of_campaign(file, 1))


def test_the_reports_of_a_tick_bear_its_seal(file: Path) -> None:
    seals = {each.number: each.seal for each in verify(file, 1)}
    with sqlite3.connect(file) as db:
        borne = db.execute("SELECT tick, json_extract(payload, '$.seal') FROM outbox").fetchall()
    db.close()
    assert {tick for tick, _ in borne} >= {2, 3, 4}
    assert all(seals[tick] == mark for tick, mark in borne)


SEALED = "it is not what was sealed"


@pytest.mark.parametrize(
    "sql, tick, says",
    [
        (renamed("Foot", "Feet"), 3, "the stored state after"),
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
            'UPDATE event_for SET body = CAST(\'{"kind": "hose"}\' AS BLOB) WHERE tick = 3',
            3,
            "computed again the factions learn other things",
        ),
        ("DELETE FROM event_for WHERE tick = 3 AND seq = 0", 3, "computed again the factions"),
        ("UPDATE campaign_seed SET seed = zeroblob(32)", 1, "computed again it leaves another"),
        ("UPDATE campaign_seed SET seed = zeroblob(3)", 1, "it cannot be computed again"),
        ("UPDATE campaign_seed SET seed = zeroblob(99)", 1, "it cannot be computed again"),
        ("UPDATE tick SET engine_version = '0.9' WHERE number = 3", 3, SEALED),
        ("UPDATE tick SET kind = 'gift' WHERE number = 3", 3, "there is no such kind of tick"),
        ("UPDATE tick SET kind = 'edit' WHERE number = 4", 4, SEALED),
        ("UPDATE tick SET kind = 'weekly' WHERE number = 4", 4, SEALED),
        ("UPDATE tick SET turn = 2 WHERE number = 4", 4, SEALED),
        ("UPDATE tick SET due_at = due_at + 1 WHERE number = 3", 3, SEALED),
        ("UPDATE tick SET local_date = '2024-05-09' WHERE number = 3", 3, SEALED),
        ("UPDATE tick SET local_date = 'soon' WHERE number = 3", 3, "its record cannot be read"),
        ("UPDATE tick SET orders = '{}' WHERE number = 3", 3, "it cannot be computed again (Key"),
        ("UPDATE tick SET chain = NULL WHERE number = 3", 3, "it has no seal, though it must"),
        ("UPDATE tick SET chain = 'aa' WHERE number = 3", 3, SEALED),
        ("UPDATE tick SET number = -1 WHERE number = 3", 3, "it is missing"),
        ("DELETE FROM tick WHERE number = 1", 1, "it is missing"),
        ("UPDATE campaign SET tick = 3", 4, "it is more than the campaign has had"),
        ("UPDATE campaign SET tick = 9", 5, "it is missing"),
        (
            "UPDATE module SET body = replace(body, 'growth', 'grouth')",
            1,
            "the stored module is not the one of its digest",
        ),
        (
            "UPDATE outbox SET payload = json_set(payload, '$.seal', 'aaaa-bbbb-cccc')"
            " WHERE tick = 3",
            3,
            "its messages have another seal (aaaa-bbbb-cccc)",
        ),
        (
            "UPDATE submission SET body = '[]'",
            3,
            "the orders of player 1 are not those that were submitted",
        ),
        (
            "UPDATE submission SET sequence = '[2, 1]'",
            3,
            "the orders of player 1 are not those that were submitted",
        ),
        ("DELETE FROM submission", 3, "orders of player 1 were run that nobody submitted"),
        ("UPDATE submission SET consumed_tick = NULL", 3, "it left out submission 1, which was in"),
        ("UPDATE submission SET consumed_tick = 4", 4, "it took submissions, and is no run"),
        (
            "UPDATE submission SET committed_at = (SELECT due_at FROM tick WHERE number = 3)",
            3,
            "it took submission 1, which came too late",
        ),
        (
            "UPDATE tick SET orders = json_set(orders, '$.submissions', json('[]'))"
            " WHERE number = 3",
            3,
            "the orders that player 1 submitted were not run",
        ),
    ],
)
def test_what_was_meddled_with_is_in_its_tick(file: Path, sql: str, tick: int, says: str) -> None:
    meddle(file, sql)
    found = wrong(file)
    assert min(found) <= tick
    assert any(fault.startswith(says) for fault in found[tick]), found
    assert cli.main(["verify", str(file)]) == 1


def test_ticks_that_changed_places_are_found(file: Path) -> None:
    for old, new in ((3, -3), (4, 3), (-3, 4)):
        meddle(file, f"UPDATE tick SET number = {new} WHERE number = {old}")
    assert SEALED in wrong(file)[3]
    assert SEALED in wrong(file)[4]


def test_a_seed_other_than_the_published_one_is_found(file: Path) -> None:
    meddle(file, "UPDATE campaign_seed SET seed = zeroblob(32)")
    assert list(of_campaign(file, 1)) == ["the seed is not the one whose hash was published"]
    meddle(file, f"UPDATE campaign SET seed_hash = '{seed_hash(Seed(bytes(32)))}'")
    assert list(of_campaign(file, 1)) == []
    assert SEALED in wrong(file)[1]
    meddle(file, "DELETE FROM campaign_seed")
    assert list(of_campaign(file, 1)) == ["it has no seed"]
    assert SEALED in wrong(file)[1]


def test_an_engine_that_made_none_of_its_ticks_is_found(file: Path) -> None:
    meddle(file, "UPDATE campaign SET engine_version = '0.9'")
    assert list(of_campaign(file, 1)) == [
        f"it names engine 0.9, and its last tick was made by {__version__}"
    ]


def test_axes_under_a_state_whose_hashes_were_written_anew_are_found(file: Path) -> None:
    """A tick that is said to be of another engine is not computed again, but it is sealed."""
    meddle(file, renamed("Foot", "Feet"))
    after = state_hash(read_world(file, 1, 3))
    last = state_hash(read_world(file, 1, 4))
    meddle(
        file,
        f"UPDATE tick SET hash_after = '{after}', engine_version = '0.9' WHERE number = 3",
        f"UPDATE tick SET hash_before = '{after}', hash_after = '{last}', engine_version = '0.9'"
        " WHERE number = 4",
    )
    assert wrong(file) == {
        3: (SEALED,),
        4: (SEALED,),
    }


def test_a_past_that_was_rewritten_and_sealed_anew_is_found_by_an_old_report(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = {each.number: each.seal for each in verify(file, 1)}
    feet = "body = replace(body, 'Foot', 'Feet')"
    meddle(file, f"UPDATE submission SET {feet}")
    meddle(file, "UPDATE tick SET orders = replace(orders, 'Foot', 'Feet') WHERE number = 3")
    meddle(file, "UPDATE tick SET engine_version = '0.9' WHERE number > 2")
    meddle(file, "UPDATE campaign SET engine_version = '0.9'")
    sealed_anew(file, 3)
    assert wrong(file) == {}
    assert list(unchecked(file)) == [3, 4]
    foot = f"T{4}·R1·1/2 · seal {old[4]}"
    capsys.readouterr()
    assert cli.main(["verify", str(file), "--expect", foot]) == 1
    told = capsys.readouterr().out
    assert f"seal {old[4]}: WRONG: not tick 4 of this file has it" in told
    assert cli.main(["verify", str(file), "--expect", f"T2·R1·1/1 · seal {old[2]}"]) == 3
    assert cli.main(["verify", str(file), "--expect", f"T3·R1·1/1 · seal {old[2]}"]) == 1
    assert cli.main(["verify", str(file), "--expect", old[2]]) == 3


def test_a_tail_that_was_cut_off_is_found_by_an_old_report(file: Path) -> None:
    old = {each.number: each.seal for each in verify(file, 1)}
    meddle(
        file,
        "DELETE FROM tick WHERE number = 4",
        "DELETE FROM outbox WHERE tick = 4",
        "UPDATE campaign SET tick = 3",
    )
    assert cli.main(["verify", str(file), "--expect", old[4]]) == 1


def test_what_is_no_seal_is_refused_with_what_one_looks_like(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cli.main(["verify", str(file), "--expect", "T3"])
    assert "a seal looks like 3f9a-20c1-77de" in capsys.readouterr().err


@pytest.mark.parametrize(
    "order",
    [Join(faction="ashmark", name="Eve", party="harrow_banner"), Excuse(player=99)],
    ids=["join", "nobody"],
)
def test_orders_that_the_rules_do_not_give_a_host_are_found(file: Path, order: Order) -> None:
    act = json.loads(Queued("a1", order).to_json())
    given = {"player": 0, "sequence": [], "orders": [{"key": "a1", "order": act}]}
    orders = json.dumps({"settings": {}, "submissions": [given]})
    meddle(file, f"UPDATE tick SET orders = '{orders}' WHERE number = 4")
    sealed_anew(file, 4)
    assert "it was given other acts of the host than to excuse players" in wrong(file)[4]


def test_a_tick_is_not_computed_from_a_state_that_is_wrong(file: Path) -> None:
    meddle(file, "UPDATE entity_past SET body = x'7b' WHERE kind = 'city' AND until = 3")
    assert wrong(file) == {
        2: ("the stored state after it is not the one it left",),
        3: ("the stored state before it is not the one it was computed from",),
    }


def test_a_tick_of_another_engine_is_counted_as_not_checked(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    meddle(file, "UPDATE tick SET engine_version = '0.0.1' WHERE number = 3")
    sealed_anew(file, 3)
    assert wrong(file) == {}
    assert unchecked(file) == {
        3: (f"engine 0.0.1 made it and this is {__version__}, so that it was not computed again",)
    }
    assert cli.main(["verify", str(file)]) == file_commands.UNCHECKED == 3
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "Nothing wrong was found, but 1 of 4 ticks could not be checked in full."
    meddle(file, "UPDATE tick SET hash_after = 'aa' WHERE number = 3")
    sealed_anew(file, 3)
    assert list(wrong(file)) == [3]


def test_ticks_made_before_ticks_were_sealed_are_counted_as_not_checked(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    meddle(file, "UPDATE tick SET chain = NULL")
    meddle(file, "UPDATE outbox SET payload = json_remove(payload, '$.seal')")
    resolve(file, 1, due("run", 9, run=True), NOON)
    assert wrong(file) == {}
    assert unchecked(file) == dict.fromkeys((1, 2, 3, 4), ("it was made before ticks were sealed",))
    assert cli.main(["verify", str(file)]) == file_commands.UNCHECKED
    assert "4 of 5 ticks could not be checked in full." in capsys.readouterr().out


def test_the_command_prints_a_line_per_tick_and_a_verdict(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["verify", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Campaign 1, March:"
    assert lines[1].endswith(seed_hash(SEED))
    mark = seal(read_ticks(file, 1, 3, 3)[0].chain or "")
    assert lines[4] == f"tick 3, run of 2024-05-08: holds · seal {mark}"
    assert lines[-1] == "All of it holds."
    meddle(file, renamed("Foot", "Feet"))
    assert cli.main(["verify", str(file), "--campaign", "1"]) == 1
    out = capsys.readouterr().out
    assert "tick 3, run of 2024-05-08: WRONG: the stored state after it is not" in out
    assert out.endswith("2 of these are wrong.\n")


def test_the_command_says_what_is_wrong_with_the_file(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["verify", str(file), "--campaign", "9"]) == file_commands.FAULT
    assert "There is no such campaign" in capsys.readouterr().err
    assert cli.main(["verify", str(tmp_path / "none.db")]) == file_commands.FAULT
    assert "none.db" in capsys.readouterr().err
