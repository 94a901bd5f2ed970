"""A campaign as a file: what goes along, what does not, and files that are no campaign's."""

import asyncio
import hashlib
import json
import sqlite3
import zipfile
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from bot.campaign.watched import Watch, put_watch, watch_of
from bot.clock import MovableClock
from bot.moving.files import look_through, make_copy, take_out
from bot.resolving import resolve
from bot.store.errors import NotFound
from bot.store.moving import shape
from bot.store.moving.packing import ABOUT, entry
from bot.store.moving.pouring import empty_seats, pour
from bot.store.moving.unpacking import BadFile, Limits, unpack
from bot.store.numbers import STRANGERS, computer_of
from bot.store.records import CampaignState
from bot.store.stores import Stores
from bot.store.world import read_campaign
from bot.terms.changing import Pending, pending_of
from bot.verifying import VerificationResult, verify
from engine.module.terms import terms_of
from engine.packs import Rules
from tests.bot.founding import created
from tests.bot.played import ADA, ADAS_NAME, BRAM, GUILD, MORGAN, NOON, Played, due, play

OTHER = 8


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("played")


@pytest.fixture
async def played(tmp_path: Path) -> AsyncIterator[Played]:
    made = await play(tmp_path / "old")
    yield made
    await made.stores.close()


def rows_of(file: Path) -> dict[str, list[Any]]:
    with zipfile.ZipFile(file) as zipped:
        return {
            name: [json.loads(line) for line in zipped.read(name).splitlines()]
            for name in zipped.namelist()
            if name != ABOUT
        }


async def move(played: Played, folder: Path, file: Path) -> tuple[Stores, int]:
    """Take the campaign into a server that has one already."""
    brought = look_through(file, folder / "own.sqlite", NOON)
    stores = Stores(folder, MovableClock(NOON))
    await stores.open()
    async with stores.use(OTHER) as store:
        for name in ("Another", brought.about.name):
            made = await created(store, name, brought.module)
    pour(stores.path(OTHER), folder / "own.sqlite", made.id, CampaignState.PAUSED)
    return stores, made.id


async def test_it_goes_out_in_and_out_again_the_same(played: Played, tmp_path: Path):
    first, second = tmp_path / "1.zip", tmp_path / "2.zip"
    packed = take_out(played.path, played.campaign, first, NOON)
    assert packed.about.ticks == 5
    for secret in (ADA, BRAM, MORGAN):
        with zipfile.ZipFile(first) as zipped:
            assert not any(str(secret).encode() in zipped.read(n) for n in zipped.namelist())
    stores, campaign = await move(played, tmp_path / "new", first)
    path = stores.path(OTHER)
    verdict = VerificationResult()
    for each in verify(path, campaign):
        verdict.add(each)
    assert str(verdict) == "All of it holds."
    seats = empty_seats(path, campaign)
    assert [(each.user, each.player) for each in seats] == [(STRANGERS - 1, 1), (STRANGERS - 2, 2)]
    async with stores.use(OTHER) as store:
        # Nobody sits in it but the computer, which looks after its seat until somebody comes.
        assert await store.members.of_campaign(campaign) == []
        holder = await store.seats.holder(campaign, 2)
        assert holder
        assert holder.user == computer_of(2)
        assert await store.deputies.appointed(campaign) == []
        draft = await store.drafts.get(campaign, computer_of(1))
        assert len(draft.orders) == 1
        assert await store.outbox.ready(NOON) == []
        assert await store.submissions.all_pending(campaign) == []
    await stores.close()
    take_out(path, campaign, second, NOON)
    before, after = rows_of(first), rows_of(second)
    assert before.keys() == after.keys()
    # What ends with the move: seats, what waited, and messages to be sent.
    assert len(before.pop(entry("member"))) + 1 == len(after.pop(entry("member")))  # the computer
    assert before.pop(entry("told_idle"))[1:]
    assert not after.pop(entry("told_idle"))[1:]
    ended = ("submission", "outbox", "campaign", "deputy", "draft", "draft_order", "paper")
    for name in map(entry, ended):
        assert len(before.pop(name)) == len(after.pop(name))
    assert before == after
    assert all(before[entry(name)][1:] for name in ("note", "note_to", "note_report", "look"))
    assert all(before[entry(name)][1:] for name in ("treaty", "treaty_party", "deputy_deed"))


async def test_what_moderators_chose_goes_along_but_no_onlookers(played: Played, tmp_path: Path):
    watch = Watch(open=True, delay=3, shown=5)
    readiness = '{"early": true, "quorum": 40}'
    async with played.stores.use(GUILD) as store:
        _, module = read_campaign(played.path, played.campaign)
        terms = terms_of(Rules.read(module.body).module).to_json()
        pending = Pending(terms, MORGAN, "a slower pace", 2)
        await put_watch(store, played.campaign, watch)
        await store.settings.put(f"terms:{played.campaign}", json.dumps(asdict(pending)))
        await store.settings.put(f"readiness:{played.campaign}", readiness)
    file = tmp_path / "1.zip"
    take_out(played.path, played.campaign, file, NOON)
    stores, campaign = await move(played, tmp_path / "new", file)
    async with stores.use(OTHER) as store:
        assert await watch_of(store, campaign) == watch
        found = await pending_of(store, campaign)
        assert found
        assert found == replace(pending, who=found.who)
        assert found.who != MORGAN
        assert await store.settings.get(f"readiness:{campaign}") == readiness
    await stores.close()
    own = tmp_path / "copy.sqlite"
    make_copy(played.path, played.campaign, own, NOON)
    with closing(sqlite3.connect(own)) as db:
        names = {name.partition(":")[0] for (name,) in db.execute("SELECT name FROM setting")}
    assert "terms" in names
    assert "onlookers" not in names


async def test_whoever_is_put_into_an_empty_seat_has_it_alone(played: Played, tmp_path: Path):
    file = tmp_path / "1.zip"
    take_out(played.path, played.campaign, file, NOON)
    stores, campaign = await move(played, tmp_path / "new", file)
    first, second = empty_seats(stores.path(OTHER), campaign)
    async with stores.use(OTHER) as store:
        assert [each.player for each in await store.seats.free(campaign)] == [1, 2]
        await store.seats.fill(campaign, second, ADA)
        assert await store.seats.caretakers(campaign) == {}  # no computer plays beside a person
        await store.seats.occupy(campaign, 1, BRAM)  # who takes it as a free seat
        assert empty_seats(stores.path(OTHER), campaign) == []
        assert len((await store.drafts.get(campaign, BRAM)).orders) == 1
        with pytest.raises(NotFound, match="meanwhile"):
            await store.seats.fill(campaign, first, MORGAN)
        held = [(m.user, m.player) for m in await store.members.of_campaign(campaign)]
        assert held == [(ADA, 2), (BRAM, 1)]
        (note, answer) = reversed(await store.notes.of_faction(campaign, 1, 9))
        assert (note.user, dict(note.to), answer.answers) == (STRANGERS - 1, {2: 0}, note.id)
        (treaty,) = await store.treaties.of_faction(campaign, 2)
        assert set(treaty.parties) == {1, 2}
    await stores.close()


async def test_every_table_and_person_of_the_schema_is_known(played: Played):
    with closing(sqlite3.connect(played.path)) as db:
        tables = {
            name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        }
        moved = {*shape.tables(db), shape.MODULES, shape.SETTINGS}
        guilds = {"last_commit", "sqlite_sequence", "module_upload"}
        assert tables - moved - shape.LEFT_OUT - guilds - {"chosen"} == set()
        plain = {"campaign", "faction", "player", "version", "key", "position", "number", "tick"}
        plain |= {"seq", "turn", "id", "next_key", "hours", "attempts", "begun", "unasked", "open"}
        plain |= {"joining", "silent", "asked_turn", "asked_version", "until", "consumed_tick"}
        plain |= {"runs", "productions", "waits", "forced", "checked", "erasure", "first", "last"}
        plain |= {"original", "channel", "message", "answers", "sealed", "ended_faction", "until"}
        plain |= {"vacation", "undoes"}
        for table in shape.tables(db):
            for column in shape.columns(db, table):
                known = column.person or column.refers or column.name in plain
                instant = shape._INSTANTS.fullmatch(column.name)
                assert column.type != "INTEGER" or known or instant, (table, column.name)


async def test_a_copy_lacks_the_seed_and_says_what_is_not_checked(played: Played, tmp_path: Path):
    own = tmp_path / "own" / "copy.sqlite"
    brought = make_copy(played.path, played.campaign, own, NOON)
    assert brought.seats == 2
    with closing(sqlite3.connect(own)) as db:
        assert db.execute("SELECT count(*) FROM campaign_seed").fetchone() == (0,)
    assert [each.name for each in own.parent.iterdir()] == ["copy.sqlite"]


async def test_a_copy_goes_on_under_dice_of_its_own(played: Played, tmp_path: Path):
    own = tmp_path / "copy"
    brought = make_copy(played.path, played.campaign, own, NOON)
    async with played.stores.use(GUILD) as store:
        made = await created(store, "Copy", brought.module)
        pour(played.path, own, made.id, CampaignState.PAUSED)
        await store.campaigns.note_copy(made.id, played.campaign, brought.ticks, "x")
    resolve(played.path, made.id, due("monthly", 31), NOON)
    found = list(verify(played.path, made.id))
    assert [bool(each.unchecked) for each in found] == [True] * 5 + [False]
    assert not any(each.faults for each in found)


# ---------------------------------------------------------------- hostile files

Change = Callable[[dict[str, list[Any]], dict[str, Any]], None]


def rewritten(file: Path, target: Path, change: Change, *, honest: bool = False) -> Path:
    """The file with other rows; its digests fit them unless it is `honest` about the change."""
    rows = rows_of(file)
    with zipfile.ZipFile(file) as zipped:
        about = json.loads(zipped.read(ABOUT))
    change(rows, about)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, lines in rows.items():
            data = "".join(json.dumps(line) + "\n" for line in lines).encode()
            if not honest and name in about["digests"]:
                about["digests"][name] = hashlib.sha256(data).hexdigest()
            zipped.writestr(name, data)
        zipped.writestr(ABOUT, json.dumps(about))
    return target


def _set(table: str, column: str, value: Any, row: int = 1) -> Change:
    def change(rows: dict[str, list[Any]], _: dict[str, Any]) -> None:
        lines = rows[entry(table)]
        lines[row][lines[0].index(column)] = value

    return change


def _column(name: str) -> Change:
    def change(rows: dict[str, list[Any]], _: dict[str, Any]) -> None:
        for number, line in enumerate(rows[entry("member")]):
            line.append(name if not number else 1)

    return change


def _add(name: str) -> Change:
    def change(rows: dict[str, list[Any]], about: dict[str, Any]) -> None:
        rows[name] = [["name", "sql"], ["x", "DROP TABLE campaign"]]
        about["digests"][name] = ""

    return change


def _about(**values: Any) -> Change:
    return lambda _, about: about.update(values)


def _drop(table: str) -> Change:
    def change(rows: dict[str, list[Any]], about: dict[str, Any]) -> None:
        del rows[entry(table)]
        del about["digests"][entry(table)]

    return change


def _again(table: str) -> Change:
    return lambda rows, _: rows[entry(table)].append(rows[entry(table)][1])


HOSTILE: dict[str, Change] = {
    "another table": _add("rows/sqlite_schema.jsonl"),
    "a path out": _add("../../evil.jsonl"),
    "a trigger": _add("rows/trigger.jsonl"),
    "a column that is not known": _column("password"),
    "SQL for a column": _column('x") SELECT 1; --'),
    "two campaigns": _again("campaign"),
    "the same record twice": _again("entity"),
    "a part too few": _drop("tick"),
    "a later schema": _about(schema=9_999),
    "a schema of long ago": _about(schema=1),
    "another kind": _about(format=2),
    "a head of the wrong shape": _about(surprise=1),
    "a number for a text": _set("campaign", "name", 5),
    "a text for a number": _set("entity", "id", "1; DROP TABLE entity"),
    "a number too large": _set("entity", "id", 2**70),
    "a person of Discord": _set("member", "user", ADA),
    "no date": _set("tick", "local_date", "yesterday"),
    "no instant": _set("tick", "committed_at", -5),
    "a text that is no text": _set("campaign", "name", "\ud800"),
    "a name that calls": _set("campaign", "name", "@everyone"),
    "an empty name": _set("campaign", "name", " "),
    "no JSON": _set("submission", "body", "{"),
    "no JSON in an event": _set("event", "body", "{"),
    "another state of the world": _set("entity", "body", '{"schema": 1}'),
    "an unknown state": _set("campaign", "state", "won"),
    "more ticks than there are": _set("campaign", "tick", 900),
    "another seed": _set("campaign_seed", "seed", {"hex": "00" * 32}),
    "half a seed": _set("campaign_seed", "seed", {"hex": "00"}),
    "a tick that was meddled with": _set("tick", "due_at", 5, row=3),
    "orders that nobody gave": _set("tick", "orders", "[]", row=4),
    "a module that was meddled with": _set("module", "body", "{}"),
    "a message that cannot be read": _set("outbox", "payload", '{"text": 5}'),
    "an answer to nothing": _set("submission", "replaced_by", 77),
    "a hexadecimal that is none": _set("entity", "body", {"hex": "zz"}),
    "a past before its time": lambda rows, _: rows[entry("entity_past")].append(
        [1, "player", 900, 9, "{}"]
    ),
    "settings that break the calendar": lambda rows, _: rows[entry("setting")].append(
        ["pauses", "[[1, 2]]"]
    ),
    "onlookers who never see anything": lambda rows, _: rows[entry("setting")].append(
        ["onlookers", '{"open": true, "delay": 999, "shown": 0, "over": false}']
    ),
    "waiting terms that are none": lambda rows, _: rows[entry("setting")].append(
        ["terms", '{"terms": "{}", "who": 1, "why": "", "turn": "x"}']
    ),
    "waiting terms that cannot be read": lambda rows, _: rows[entry("setting")].append(
        ["terms", '{"terms": "{]", "who": 1, "why": "", "turn": 1}']
    ),
    "a setting of the server": lambda rows, _: rows[entry("setting")].append(["token", "x"]),
}


@pytest.fixture(scope="module")
def file(folder: Path) -> Path:
    async def begin() -> Path:
        made = await play(folder)
        await made.stores.close()
        return made.path

    target = folder / "sound.zip"
    take_out(asyncio.run(begin()), 1, target, NOON)
    return target


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_refused_in_words(file: Path, tmp_path: Path, what: str):
    target = rewritten(file, tmp_path / "hostile.zip", HOSTILE[what])
    own = tmp_path / "own.sqlite"
    with pytest.raises(BadFile, match=r"^It|^A |^The |^Its|^Unp"):
        look_through(target, own, NOON)
    assert [each.name for each in tmp_path.iterdir()] == ["hostile.zip"]


def test_a_file_that_was_changed_on_the_way_is_refused(file: Path, tmp_path: Path):
    change = _set("tick", "turn", 3)
    target = rewritten(file, tmp_path / "x.zip", change, honest=True)
    with pytest.raises(BadFile, match="was changed since"):
        look_through(target, tmp_path / "own.sqlite", NOON)


@pytest.mark.parametrize(
    "content", [b"", b"PK\x05\x06" + bytes(18), b"SQLite format 3\x00" + bytes(90), b"x" * 900]
)
def test_what_is_no_zip_is_refused(tmp_path: Path, content: bytes):
    (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(BadFile, match=r"zip|says nothing"):
        look_through(tmp_path / "x.zip", tmp_path / "own.sqlite", NOON)


@pytest.mark.parametrize("limits", [Limits(bytes=50_000), Limits(rows=50), Limits(entries=3)])
def test_a_file_that_grows_beyond_its_limits_is_refused(file: Path, tmp_path: Path, limits: Limits):
    with pytest.raises(BadFile, match=r"more|too large"):
        unpack(file, tmp_path / "own.sqlite", limits)


def test_nothing_of_the_names_is_lost(file: Path, tmp_path: Path):
    brought = look_through(file, tmp_path / "own.sqlite", NOON)
    assert brought.about.name == "March"
    with closing(sqlite3.connect(tmp_path / "own.sqlite")) as db:
        named = db.execute(
            "SELECT count(*) FROM entity WHERE instr(CAST(body AS TEXT), ?)", (ADAS_NAME,)
        ).fetchone()
    assert named[0] >= 1
