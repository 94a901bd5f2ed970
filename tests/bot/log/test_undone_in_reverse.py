"""Any sequence of moderators' acts, taken back in reverse, gives back what the file held.

The sequences are drawn; the ordinary run tries a few, `make soak` many.
"""

import random
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import timedelta
from typing import Any, Final

import pytest
from simcord.backend.errors import SetupError

from bot.log.undoing import UNDO
from bot.practice.table import Table
from bot.store.records import AuditEntry
from tests.bot.log.undoing import taken_back
from tests.bot.pressing import press
from tests.bot.samples import ALL_BUT_HEALTH, campaign_on, says, store_of

Held = dict[str, list[tuple[Any, ...]]]

BESIDE: Final = {
    # The books: who did what, what was said, and the ticks that made the world.
    *("audit", "outbox", "tick", "event", "event_for", "entity_past", "place", "former_seal"),
    # When the file was written, when something is looked at next, which numbers are used up.
    *("last_commit", "lease", "timer", "sqlite_sequence"),
}
"""Tables that are no part of what an undoing leads back to."""
READ: Final = {
    # A tick more was made, so the world says so.
    "campaign": "SELECT id, state, turn, joining FROM campaign",
    "entity": "SELECT kind, id, body FROM entity WHERE kind NOT IN ('now', 'counters')"
    " AND body IS NOT NULL",
    # Of what has been withdrawn, dismissed or left it stays known that it was.
    # What computers mean to do they decide anew, after whatever is done or taken back.
    "submission": "SELECT user, run_date, body, sequence FROM submission_waiting WHERE user > 0",
    "caretaker": "SELECT player, kind, wish, nature, strength, first, last FROM caretaker",
    "deputy": "SELECT user, player, power FROM deputy WHERE ended_at IS NULL",
    "member": "SELECT user, faction, player FROM member WHERE left_at IS NULL",
    # That nothing is chosen may be said, or not; channels that were made stay.
    "wording": "SELECT * FROM wording WHERE NOT checked OR allowed != '[]'",
    "run_day": "SELECT * FROM run_day WHERE coalesce(cut_off, early) OR waits OR forced",
    "setting": "SELECT * FROM setting WHERE NOT (name LIKE 'pauses:%' AND value = '[]')"
    " AND NOT (name LIKE 'readiness:%' AND value = '{\"early\": false, \"quorum\": 0}')"
    " AND name NOT LIKE 'desk%' AND name NOT LIKE 'making:%'"
    ' AND value NOT LIKE \'{"open": false, "delay": 1,%\'',
}
"""How those tables are read that say the same in several ways."""

PEOPLE: Final = ("player", "person", "old", "new")
REASON: Final = {"reason": "because"}
ADA: Final = {"player": "Ada", **REASON}
PLAYER: Final = {"kind": "player", "record": "1"}
CONFIRMED: Final = {
    "world correct": "Put it right",
    "world rollback": "Take the campaign back",
    "kick": "Take the seat away",
}
"""The second question, and the button that does it."""
HOST_ORDERS: Final[list[tuple[str, dict[str, Any]]]] = [
    ("joining", {"open": False}),
    ("words", {"check": False}),
    ("holiday-add", {"from": "2026-01-20", "name": "Feast"}),
    ("holiday-remove", {"from": "2026-01-20"}),
    ("desk extend", {"hours": 5, **REASON}),
    ("timing", {"early": True, "quorum": 70}),
    ("campaign pause", REASON),
    ("campaign resume", {}),
    ("onlookers", {"open": True, "delay": 3}),
    ("rename", {"kind": "player", "called": "Ada", "name": "Ada the Bold", **REASON}),
    ("announce", {"text": "Hear me"}),
    ("submit-for", ADA),
    ("withdraw-for", ADA),
    ("seat deputy", {"person": "Emil", "may": "look", "player": "Ada", **REASON}),
    ("seat deputy", {"person": "Emil", "may": "draft", "player": "Ada", **REASON}),
    ("seat dismiss", {"person": "Emil", **REASON}),
    ("caretaker", {"seat": "#1", "on": True, **REASON}),
    ("caretaker", {"seat": "#1", "on": False, **REASON}),
    ("desk replace", {"old": "Bram", "new": "Dagny", **REASON}),
    ("kick", {"player": "Bram", **REASON}),
    ("kick", {"player": "Dagny", **REASON}),
    ("computer", {"faction": "elderwood", "name": "Iron Elm"}),
    ("world correct", {**PLAYER, "field": "name", "value": "Ada the Fair", **REASON}),
    ("world correct", {**PLAYER, "field": "name", "value": "Ada", **REASON}),
    ("world rollback", {"to": "2", **REASON}),
    ("world rollback", {"to": "3", **REASON}),
]
"""Acts of which many fit together in many sequences; those that do not fit are refused."""

COGS = ALL_BUT_HEALTH


def held(table: Table) -> Held:
    """What the guild's file holds, as far as an undoing brings it back."""
    path = table.bot.host.path(table.guild.handle.id)
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        names = [n for (n,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        asked = {name: READ.get(name, f'SELECT * FROM "{name}"') for name in names}
        return {
            name: sorted(db.execute(sql), key=repr)
            for name, sql in asked.items()
            if name not in BESIDE
        }


async def log(table: Table) -> list[AuditEntry]:
    """The entries that can be taken back, the latest first."""
    async with store_of(table) as store:
        return [each for each in await store.audit.latest(last=200) if each.what in UNDO]


async def act(table: Table, command: str, options: dict[str, Any]) -> list[AuditEntry]:
    """Do it; what has been done by it, the latest first, nothing if it was refused."""
    people, before = table.guild.people, len(await log(table))
    given = {k: people[v] if k in PEOPLE else v for k, v in options.items()}
    try:
        asked = await says(table, "Morgan", command, **given)
    except SetupError:
        return []  # not offered as things stand
    if command in CONFIRMED and asked.response and asked.response.message.components:
        await press(table, "Morgan", asked, CONFIRMED[command])
    now = await log(table)
    return now[: len(now) - before]


async def check(table: Table, draws: Iterable[random.Random], length: int) -> set[str]:
    """Do drawn sequences and take each back; the kinds of acts that were taken back."""
    kinds: set[str] = set()
    for draw in draws:
        done: list[tuple[AuditEntry, Held]] = []
        for command, options in draw.choices(HOST_ORDERS, k=length):
            await table.move_to(table.clock.now() + timedelta(seconds=1))
            before = held(table)
            done += [(entry, before) for entry in await act(table, command, options)]
        for entry, before in reversed(done):
            await taken_back(table, entry)
            now = held(table)
            assert now == before, (entry, [name for name in now if now[name] != before[name]])
            kinds.add(entry.what)
    return kinds


async def begin(table: Table) -> None:
    """A running campaign in which Ada has an order in her list."""
    campaign = await campaign_on(table, ["Ada", "Bram"], start=True)
    async with store_of(table) as store:
        await store.drafts.add(campaign, table.guild.people["Ada"].id, ORDER)


ORDER: Final = (
    '{"order": "stack activate", "phase": "", "values": {"name": "A", "province": "province:1"}}'
)


async def test_acts_are_taken_back_in_reverse_whatever_their_sequence(table: Table) -> None:
    await begin(table)
    kinds = await check(table, [random.Random(seed) for seed in (1, 2)], 14)
    assert len(kinds) > 8, kinds


async def test_a_correction_and_a_rollback_are_taken_back_among_other_acts(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(table)
    others = (
        *("campaign pause", "campaign resume", "computer"),
        *("world correct", "world rollback"),
    )
    few = [each for each in HOST_ORDERS if each[0] in others]
    monkeypatch.setitem(globals(), "HOST_ORDERS", few)
    kinds = await check(table, [random.Random(seed) for seed in (1, 9)], 7)
    assert {"world corrected", "campaign taken back", "computer seated"} <= kinds, kinds


@pytest.mark.soak
@pytest.mark.parametrize("first", range(10, 60, 5))
async def test_many_sequences_of_acts_are_taken_back(table: Table, first: int) -> None:
    await begin(table)
    kinds = await check(table, [random.Random(first + n) for n in range(5)], 12)
    assert len(kinds) > 8, kinds
