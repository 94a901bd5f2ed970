"""Events of a faction read one by one, and the large ones without what makes them large."""

import json
from pathlib import Path

import pytest

from bot.store.connection import reading
from bot.store.errors import NotFound
from bot.store.world import read_event_for, read_outlines, read_told
from tests.bot.store.scene import RUN_DAY, make_tick

PART, KEPT, FILLED = "$.event.course", "$.event.course[#-1].end", "$.deeds"


def body(**event: object) -> bytes:
    return json.dumps({"kind": "x", "event": event}).encode()


LONG = body(place=7, course=[{"end": "lost", "deeds": [1]}, {"end": "won", "deeds": []}])
EMPTY = body(place=7, course=[{"end": "won", "deeds": []}])


async def test_large_events_are_outlined_the_latest_first(number: int, path: Path) -> None:
    make_tick(path, number, events=[LONG, b"{}"], events_for=[(1, 0, LONG), (1, 1, EMPTY)])
    make_tick(path, number, due=RUN_DAY, events=[LONG], events_for=[(1, 0, LONG), (2, 0, LONG)])
    found = read_outlines(path, number, 1, 2, PART, KEPT, FILLED)
    assert [(tick, turn, number, kept) for tick, turn, number, _, kept in found] == [
        (2, 1, 0, "won"),
        (1, 1, 0, "won"),
    ]
    assert json.loads(found[0][3]) == {"kind": "x", "event": {"place": 7}}
    assert [each[0] for each in read_outlines(path, number, 1, 1, PART, KEPT, FILLED)] == [1]
    assert [each[0] for each in read_outlines(path, number, 2, 2, PART, KEPT, FILLED)] == [2]
    assert read_outlines(path, number, 3, 2, PART, KEPT, FILLED) == []


async def test_an_event_is_read_by_whoever_learned_of_it_alone(number: int, path: Path) -> None:
    make_tick(path, number, events=[LONG], events_for=[(1, 0, LONG)])
    assert read_event_for(path, number, 1, 1, 0) == LONG
    for faction, tick, number in ((2, 1, 0), (1, 2, 0), (1, 1, 1)):
        with pytest.raises(NotFound):
            read_event_for(path, number, faction, tick, number)


async def test_what_was_learned_word_for_word_is_stored_once(number: int, path: Path) -> None:
    learned = [(1, 0, LONG), (2, 0, EMPTY)]
    make_tick(path, number, events=[LONG], events_for=learned)
    assert read_told(path, number, 1) == learned
    with reading(path) as db:
        kept = db.execute("SELECT body FROM event_for ORDER BY faction").fetchall()
    assert [row["body"] for row in kept] == [None, EMPTY]
