"""A person who is erased is found nowhere, and the record of the game still holds."""

import datetime as dt
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.erasing.traces import Erased, sweep
from bot.erasing.traces import erase as erase_from
from bot.jobs.chain import seal
from bot.jobs.opened import world_at
from bot.moving.files import make_copy
from bot.payload import (
    AccountRecipe,
    BattleRecipe,
    ChronicleRecipe,
    FilmRecipe,
    FinalRecipe,
    KeepsakeRecipe,
    MapRecipe,
    Payload,
    StandingsRecipe,
    WeekRecipe,
)
from bot.resolving import Act, resolve
from bot.store.erasing import Words
from bot.store.erasures import read_erased_names
from bot.store.moving.pouring import pour
from bot.store.numbers import STRANGERS
from bot.store.records import Address, CampaignState, NewMessage
from bot.store.world import read_campaigns, read_ticks
from bot.verifying import VerificationResult, verify
from engine.campaign import Player
from engine.orders import Queued
from engine.packs.cohorts.setup.joining import Succeed
from tests.bot.founding import created
from tests.bot.played import ADA, ADAS_NAME, BRAM, GUILD, NOON, Played, due, play

CAROL = 300_000_000_000_000_004


@pytest.fixture
async def played(tmp_path: Path) -> AsyncIterator[Played]:
    made = await play(tmp_path)
    yield made
    await made.stores.close()


def erase(
    path: Path, person: int, names: list[str], direct: int, now: dt.datetime
) -> tuple[list[Erased], bool]:
    """Erase a person from all campaigns of a file, copies before their originals."""
    done: list[Erased] = []
    for campaign in reversed(read_campaigns(path)):
        done += erase_from(path, campaign.id, person, names, direct, now)
    return done, sweep(path)


def verdict(path: Path, campaign: int) -> VerificationResult:
    found = VerificationResult()
    for each in verify(path, campaign):
        assert not each.faults, each
        found.add(each)
    return found


def traces(folder: Path, *needles: str) -> list[tuple[str, str]]:
    """In which files of a folder something stands, as bytes of whatever kind."""
    written = {needle: (needle.encode(), needle.encode("unicode_escape")) for needle in needles}
    return [
        (file.name, needle)
        for file in folder.rglob("*")
        if file.is_file()
        for needle, forms in written.items()
        if any(form in file.read_bytes() for form in forms)
    ]


async def test_nothing_is_left_of_a_person_and_all_of_it_holds(played: Played, tmp_path: Path):
    path, campaign = played.path, played.campaign
    assert traces(tmp_path, ADAS_NAME)
    with closing(sqlite3.connect(path)) as db:
        (chain,) = db.execute("SELECT chain FROM tick WHERE number = 4").fetchone()
    done, cleaned = erase(path, ADA, ["Ada of Discord"], 0, NOON)
    assert cleaned
    assert [(each.campaign, each.name, each.first) for each in done] == [
        (campaign, "Former player 1", 2)
    ]
    assert traces(tmp_path, ADAS_NAME, str(ADA), "Zwölf", "quince") == []
    with closing(sqlite3.connect(path)) as db:
        for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'"):
            for row in db.execute(f'SELECT * FROM "{table}"'):
                assert ADA not in row, table
    found = verdict(path, campaign)
    assert str(found) == "All of it holds."
    assert found.expect(4, seal(chain))  # what stands under a report of before
    assert not found.expect(1, seal(chain))


async def test_who_else_plays_keeps_everything(played: Played):
    erase(played.path, ADA, [], 0, NOON)
    async with played.stores.use(GUILD) as store:
        members = await store.members.of_campaign(played.campaign)
        assert [each.user for each in members] == [BRAM]
        (entry,) = [e for e in await store.audit.latest() if e.what == "seat given"]
    assert entry.why == "for Former player 1"
    assert json.loads(entry.trace.before or "") == {
        "user": STRANGERS - 1,
        "name": "Former player 1",
    }


async def test_one_after_the_other_can_be_erased(played: Played, tmp_path: Path):
    erase(played.path, ADA, [], 0, NOON)
    first = verdict(played.path, played.campaign)
    assert str(first) == "All of it holds."
    erase(played.path, BRAM, [], 0, NOON)
    assert str(verdict(played.path, played.campaign)) == "All of it holds."
    assert traces(tmp_path, '"Bram"', str(BRAM)) == []
    assert read_erased_names(played.path, played.campaign) == ("Former player 1", "Former player 2")


async def test_nobody_gets_a_name_that_somebody_bears(played: Played):
    with closing(sqlite3.connect(played.path)) as db, db:
        # As if Bram had chosen it; the record of that is not what is looked at here.
        db.execute(
            "UPDATE entity SET body = CAST(replace(CAST(body AS TEXT), 'Bram', ?) AS BLOB)",
            ("Former player 1",),
        )
    (done,), _ = erase(played.path, ADA, [], 0, NOON)
    assert done.name == "Former player 2"


async def test_whoever_has_left_no_trace_is_erased_in_no_campaign(played: Played):
    before = read_ticks(played.path, played.campaign, 1, 9)
    done, _ = erase(played.path, 5_000_000_000_000_000_000, ["March"], 0, NOON)
    assert done == []
    assert read_ticks(played.path, played.campaign, 1, 9) == before


async def test_a_copy_forgets_the_person_too(played: Played, tmp_path: Path):
    own = tmp_path / "own.sqlite"
    brought = make_copy(played.path, played.campaign, own, NOON)
    async with played.stores.use(GUILD) as store:
        made = await created(store, "Copy", brought.module)
        pour(played.path, own, made.id, CampaignState.PAUSED)
        await store.campaigns.note_copy(made.id, played.campaign, brought.ticks, "x")
    own.unlink()
    done, _ = erase(played.path, ADA, [], 0, NOON)
    assert [each.campaign for each in done] == [made.id, played.campaign]
    assert traces(tmp_path, ADAS_NAME, str(ADA)) == []


@pytest.mark.parametrize(
    "text, left",
    [
        ("Ann", "Former player 1"),
        ("Ann's host, which is Annabel's now", "Former player 1's host, which is Annabel's now"),
        ("Ann's Guard of the East", "Former player 1"),  # a name may not grow too long
        ("<@77> and 77", "Former player 1 and 77"),
        ("so says Ann\nAnn", "Former player 1"),
        (
            "so says the Lady of the Marches\nAnn",
            "so says the Lady of the Marches\nFormer player 1",
        ),
        ("she wrote: meet me at dawn!", "she wrote: (erased)!"),
        ("Granny", "Granny"),
        ("", ""),
    ],
)
def test_only_whole_names_are_replaced(text: str, left: str):
    words = Words(77, -3, ("Ann",), ("meet me at dawn",), "Former player 1")
    assert words.without(text, sealed=True) == left


def test_everything_but_the_texts_stays_to_the_byte():
    words = Words(77, -3, ("Zoë",), (), "Former player 1")
    for written in ('{"a":"Zo\\u00eb & \\u00fc", "n": 1.50}', '{"a":"Zoë & ü", "n": 1.50}'):
        assert words.without_in_json(written) == written.replace("Zo\\u00eb", "Zoë").replace(
            "Zoë", "Former player 1"
        )


async def test_a_successor_in_the_seat_keeps_name_words_messages(played: Played, tmp_path: Path):
    path, campaign, later = played.path, played.campaign, NOON + dt.timedelta(days=40)
    succeed = Queued("a1", Succeed(player=1, name="Carol")).to_json()
    resolve(path, campaign, due("setup", 40), later, acts=[Act(0, succeed)])
    played.clock.move_to(later + dt.timedelta(seconds=1))
    async with played.stores.use(GUILD) as store:
        await store.seats.vacate(campaign, ADA)
        await store.seats.occupy(campaign, 1, CAROL)
        await store.places.put(campaign, "player:1", CAROL)
        hello = Payload(text="Welcome, Carol").model_dump_json()
        await store.outbox.add(campaign, NewMessage(Address(role="player:1"), "W1", hello))
    erase(path, ADA, [], 0, later + dt.timedelta(days=1))
    assert traces(tmp_path, ADAS_NAME, str(ADA)) == []
    assert str(verdict(path, campaign)) == "All of it holds."
    async with played.stores.use(GUILD) as store:
        (place,) = [p for p in await store.places.of_campaign(campaign) if p.role == "player:1"]
        assert place.snowflake == CAROL
        assert any(
            "Carol" in each.payload
            for each in await store.outbox.ready(later + dt.timedelta(hours=1))
        )
    assert world_at(path, campaign, 6).get(Player, 1).name == "Carol"


async def test_notes_and_treaties_stay_with_the_factions_without_the_person(played: Played):
    erase(played.path, ADA, [], 0, NOON)
    async with played.stores.use(GUILD) as store:
        notes = await store.notes.of_faction(played.campaign, 1, 9)
        assert {(each.user, each.body) for each in notes} == {
            (STRANGERS - 1, "The ford is yours."),
            (BRAM, "It is."),
        }
        (treaty,) = await store.treaties.of_campaign(played.campaign)
        assert treaty.why == "Former player 1 is tired of it"
        signed = treaty.parties[1]
        assert signed
        assert signed.user == STRANGERS - 1
        (deputy,) = await store.deputies.of_campaign(played.campaign)
        assert (deputy.user, deputy.appointed_by) == (STRANGERS - 1, STRANGERS - 1)
        assert deputy.ended_at
        (look,) = await store.looks.of_campaign(played.campaign)
        assert look.why == "what has Former player 1?"


@pytest.mark.parametrize("under_way", [True, False])
async def test_a_direct_message_on_its_way_is_emptied_and_known_until_it_is_taken_away(
    played: Played, under_way: bool
):
    path, campaign = played.path, played.campaign
    async with played.stores.use(GUILD) as store:
        await store.places.put(campaign, "player:1", ADA)
        body = Payload(text=f"{ADAS_NAME} is late").model_dump_json()
        note = await store.outbox.add(campaign, NewMessage(Address(role="player:1"), "P1", body))
        if under_way:
            await store.outbox.sending(note.id)
        erase(path, ADA, [], 99, NOON)
        left = await store.outbox.get(note.id)
        assert left
        assert (left.to, left.key, left.payload) == (Address(channel=99), "P1", "{}")
        assert note.id not in [each.id for each in await store.outbox.ready(NOON)]
        (found,) = [e for e in await store.outbox.unsaid(campaign) if e.outbox == note.id]
        assert (found.channel, found.message) == (99, 0)
        await store.outbox.sent(note.id, 888)
        there = await store.outbox.get(note.id)
        assert there
        assert there.message == 888  # which is taken away
        await store.outbox.taken_back(found.id)
        assert await store.outbox.get(note.id) is None
        assert found.id not in [each.id for each in await store.outbox.unsaid(campaign)]


async def test_what_is_on_its_way_to_discord_is_rewritten_once_it_is_there(played: Played):
    path, campaign = played.path, played.campaign
    async with played.stores.use(GUILD) as store:
        await store.places.put(campaign, "moderators", 77)
        (sent,) = await store.outbox.ready(NOON)
        while sent.key != "M1":  # those before it in the channel
            await store.outbox.sent(sent.id, 800 + sent.id)
            (sent,) = await store.outbox.ready(NOON)
        await store.outbox.sending(sent.id)
        erase(path, ADA, [], 0, NOON)
        found = {each.outbox: each for each in await store.outbox.unsaid(campaign)}
        assert (found[sent.id].channel, found[sent.id].message) == (77, 0)
        await store.outbox.sent(sent.id, 888)
        there = await store.outbox.get(sent.id)
        assert there
        assert there.message == 888  # the edit of it


RECIPES: list[Payload] = [
    Payload(images=(BattleRecipe(tick=4, faction=1, event=0),)),
    Payload(images=(StandingsRecipe(tick=5),)),
    Payload(images=(WeekRecipe(tick=5, faction=1),)),
    Payload(images=(KeepsakeRecipe(tick=5, faction=1, event=0),)),
    Payload(images=(FinalRecipe(),)),
    Payload(images=(FilmRecipe(),)),
    Payload(files=(AccountRecipe(tick=4, faction=1, event=0, name="a.txt"),)),
    Payload(files=(ChronicleRecipe(faction=1, name="c.txt"),)),
]


@pytest.mark.parametrize("payload", RECIPES, ids=lambda each: str(each.images or each.files))
async def test_every_file_in_which_people_may_stand_is_made_anew(played: Played, payload: Payload):
    campaign = played.campaign
    async with played.stores.use(GUILD) as store:
        await store.places.put(campaign, "herald", 55)
        body = payload.model_dump_json()
        added = await store.outbox.add(campaign, NewMessage(Address(role="herald"), "P1", body))
        await store.outbox.sent(added.id, 888)
        erase_from(played.path, campaign, ADA, [], 0, NOON)
        assert added.id in [each.outbox for each in await store.outbox.unsaid(campaign)]


async def test_what_bears_no_name_is_left_as_it_stands(played: Played):
    campaign = played.campaign
    async with played.stores.use(GUILD) as store:
        await store.places.put(campaign, "herald", 55)
        body = Payload(images=(MapRecipe(tick=5, faction=1),)).model_dump_json()
        added = await store.outbox.add(campaign, NewMessage(Address(role="herald"), "P1", body))
        await store.outbox.sent(added.id, 888)
        erase_from(played.path, campaign, BRAM, [], 0, NOON)
        assert added.id not in [each.outbox for each in await store.outbox.unsaid(campaign)]
