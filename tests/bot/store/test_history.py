"""What is read of the past: the states that records had, and what a faction learned.

Large events are read without what makes them large.
"""

import json
from pathlib import Path

import pytest

from bot.store.connection import reading
from bot.store.errors import NotFound
from bot.store.ticks import EntityChange
from bot.store.world import read_event_for, read_history, read_outlines, read_told, read_turns
from tests.bot.store.scene import CAMPAIGN, EDIT, GUILD, RUN_DAY, found_campaign, make_tick


def row(kind: str, id: int, **values: object) -> EntityChange:
    body = json.dumps({"v": 1, "id": id, **values}).encode() if values else None
    return (kind, id, body)


def told(path: Path, campaign: int, kind: str, where: str, equals: str | int):
    rows = read_history(path, campaign, kind, where, equals)
    return [(id, tick, json.loads(body)["n"] if body else None) for id, tick, body in rows]


async def test_every_state_of_the_matching_records_is_read_in_order(path) -> None:
    make_tick(path, CAMPAIGN, changes=[row("guild", 1, city=3, n=1), row("guild", 2, city=4, n=9)])
    make_tick(path, CAMPAIGN, changes=[row("guild", 1, city=3, n=2), row("city", 3, city=3, n=0)])
    make_tick(path, CAMPAIGN, changes=[row("guild", 5, city=3, n=7)])
    make_tick(path, CAMPAIGN, changes=[row("guild", 1, city=3, n=3)])
    found = told(path, CAMPAIGN, "guild", "$.city", 3)
    assert found == [(1, 1, 1), (1, 2, 2), (1, 4, 3), (5, 3, 7)]
    assert told(path, CAMPAIGN, "guild", "$.id", 2) == [(2, 1, 9)]


async def test_what_is_gone_or_matches_no_more_ends_with_nothing(path) -> None:
    make_tick(path, CAMPAIGN, changes=[row("item", n, holder=["city", 3], n=n) for n in (1, 2)])
    make_tick(path, CAMPAIGN, changes=[row("item", 1)])
    make_tick(path, CAMPAIGN, changes=[row("item", 2, holder=["stack", 3], n=5)])
    found = told(path, CAMPAIGN, "item", "$.holder", '["city",3]')
    assert found == [(1, 1, 1), (1, 2, None), (2, 1, 2), (2, 3, None)]


async def test_other_campaigns_of_the_file_are_apart(path, stores) -> None:
    make_tick(path, CAMPAIGN, changes=[row("guild", 1, city=3, n=1)])
    async with stores.use(GUILD) as store:
        other = (await found_campaign(store, "Another")).id
    make_tick(path, other, changes=[row("guild", 1, city=3, n=4)])
    make_tick(path, other, changes=[row("guild", 1, city=3, n=5)])
    assert told(path, CAMPAIGN, "guild", "$.city", 3) == [(1, 1, 1)]
    assert told(path, other, "guild", "$.city", 3) == [(1, 1, 4), (1, 2, 5)]


async def test_ticks_are_told_with_their_kind_and_turn(path) -> None:
    make_tick(path, CAMPAIGN)
    make_tick(path, CAMPAIGN, due=RUN_DAY)
    assert read_turns(path, CAMPAIGN) == [(1, EDIT.kind, 1), (2, RUN_DAY.kind, 1)]


PART, KEPT, FILLED = "$.event.course", "$.event.course[#-1].end", "$.deeds"


def body(**event: object) -> bytes:
    return json.dumps({"kind": "x", "event": event}).encode()


LONG = body(place=7, course=[{"end": "lost", "deeds": [1]}, {"end": "won", "deeds": []}])
EMPTY = body(place=7, course=[{"end": "won", "deeds": []}])


async def test_large_events_are_outlined_the_latest_first(path: Path) -> None:
    make_tick(path, CAMPAIGN, events=[LONG, b"{}"], events_for=[(1, 0, LONG), (1, 1, EMPTY)])
    make_tick(path, CAMPAIGN, due=RUN_DAY, events=[LONG], events_for=[(1, 0, LONG), (2, 0, LONG)])
    found = read_outlines(path, CAMPAIGN, 1, 2, PART, KEPT, FILLED)
    assert [(tick, turn, number, kept) for tick, turn, number, _, kept in found] == [
        (2, 1, 0, "won"),
        (1, 1, 0, "won"),
    ]
    assert json.loads(found[0][3]) == {"kind": "x", "event": {"place": 7}}
    assert [each[0] for each in read_outlines(path, CAMPAIGN, 1, 1, PART, KEPT, FILLED)] == [1]
    assert [each[0] for each in read_outlines(path, CAMPAIGN, 2, 2, PART, KEPT, FILLED)] == [2]
    assert read_outlines(path, CAMPAIGN, 3, 2, PART, KEPT, FILLED) == []


async def test_an_event_is_read_by_whoever_learned_of_it_alone(path: Path) -> None:
    make_tick(path, CAMPAIGN, events=[LONG], events_for=[(1, 0, LONG)])
    assert read_event_for(path, CAMPAIGN, 1, 1, 0) == LONG
    for faction, tick, number in ((2, 1, 0), (1, 2, 0), (1, 1, 1)):
        with pytest.raises(NotFound):
            read_event_for(path, CAMPAIGN, faction, tick, number)


async def test_what_was_learned_word_for_word_is_stored_once(path: Path) -> None:
    learned = [(1, 0, LONG), (2, 0, EMPTY)]
    make_tick(path, CAMPAIGN, events=[LONG], events_for=learned)
    assert read_told(path, CAMPAIGN, 1) == learned
    with reading(path) as db:
        kept = db.execute("SELECT body FROM event_for ORDER BY faction").fetchall()
    assert [row["body"] for row in kept] == [None, EMPTY]
