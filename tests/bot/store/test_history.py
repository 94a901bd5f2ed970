"""The states in which records ever were: what the growth of a city is read from."""

import json
from pathlib import Path

from bot.store.ticks import EntityChange
from bot.store.world import read_history, read_turns
from tests.bot.store.scene import EDIT, GUILD, RUN_DAY, found_campaign, make_tick


def row(kind: str, id: int, **values: object) -> EntityChange:
    body = json.dumps({"v": 1, "id": id, **values}).encode() if values else None
    return (kind, id, body)


def told(path: Path, campaign: int, kind: str, where: str, equals: str | int):
    rows = read_history(path, campaign, kind, where, equals)
    return [(id, tick, json.loads(body)["n"] if body else None) for id, tick, body in rows]


async def test_every_state_of_the_matching_records_is_read_in_order(number, path) -> None:
    make_tick(path, number, changes=[row("guild", 1, city=3, n=1), row("guild", 2, city=4, n=9)])
    make_tick(path, number, changes=[row("guild", 1, city=3, n=2), row("city", 3, city=3, n=0)])
    make_tick(path, number, changes=[row("guild", 5, city=3, n=7)])
    make_tick(path, number, changes=[row("guild", 1, city=3, n=3)])
    found = told(path, number, "guild", "$.city", 3)
    assert found == [(1, 1, 1), (1, 2, 2), (1, 4, 3), (5, 3, 7)]
    assert told(path, number, "guild", "$.id", 2) == [(2, 1, 9)]


async def test_what_is_gone_or_matches_no_more_ends_with_nothing(number, path) -> None:
    make_tick(path, number, changes=[row("item", n, holder=["city", 3], n=n) for n in (1, 2)])
    make_tick(path, number, changes=[row("item", 1)])
    make_tick(path, number, changes=[row("item", 2, holder=["stack", 3], n=5)])
    found = told(path, number, "item", "$.holder", '["city",3]')
    assert found == [(1, 1, 1), (1, 2, None), (2, 1, 2), (2, 3, None)]


async def test_other_campaigns_of_the_file_are_apart(number, path, stores) -> None:
    make_tick(path, number, changes=[row("guild", 1, city=3, n=1)])
    async with stores.use(GUILD) as store:
        other = (await found_campaign(store, "Another")).id
    make_tick(path, other, changes=[row("guild", 1, city=3, n=4)])
    make_tick(path, other, changes=[row("guild", 1, city=3, n=5)])
    assert told(path, number, "guild", "$.city", 3) == [(1, 1, 1)]
    assert told(path, other, "guild", "$.city", 3) == [(1, 1, 4), (1, 2, 5)]


async def test_ticks_are_told_with_their_kind_and_turn(number, path) -> None:
    make_tick(path, number)
    make_tick(path, number, due=RUN_DAY)
    assert read_turns(path, number) == [(1, EDIT.kind, 1), (2, RUN_DAY.kind, 1)]
