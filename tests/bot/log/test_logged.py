"""The log says what was done to whom, opens each entry with before and after, and takes it back."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.diplomacy.notes import REPORTED
from bot.log.entries import Names, Sought, line, opened, readable
from bot.practice.table import Table
from bot.store.records import AuditEntry, Trace
from bot.world import on_behalf
from tests.bot.pressing import fill, press
from tests.bot.samples import EXTENSIONS, campaign_on, says, told, words
from tests.bot.world.test_correcting import of_ada, rows

NAMES = Names({4: "Ada_the_Bold"}, ["Ashmark", "Elderwood"])
AT = datetime(2026, 1, 5, tzinfo=UTC)

COGS = [*EXTENSIONS, "bot.world.commands"]


def entry(what: str, before: object, after: object, *, open: bool = True) -> AuditEntry:
    was, now = (json.dumps(side) if side is not None else None for side in (before, after))
    return AuditEntry(7, 1, AT, 70, what, "because", Trace(was, now, open=open))


async def test_an_entry_is_found_by_person_opened_and_taken_back_by_taps(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    before = await rows(table, campaign)
    id, hero = of_ada(before, "character")
    piece = {"kind": "character", "record": str(id), "field": "xp", "value": "77"}
    asked: Any = await says(table, "Morgan", "world correct", **piece, reason="lost in a bug")
    morgan: Any = table.guild.people["Morgan"]
    ada = table.guild.people["Ada"]
    await press(table, morgan, asked, "Put it right")
    sought: Any = await says(table, "Morgan", "log", about=ada, kind="world corrected")
    assert f"world corrected · character {id} ({hero['name']}): lost in a bug" in told(sought)
    assert "campaign created" not in told(sought)
    assert "Nothing of that kind" in told(await says(table, "Ada", "log", about=ada, kind="world"))
    assert "Nothing of that kind" in told(
        await says(table, "Morgan", "log", by=ada, kind="world corrected")
    )

    (menu,) = sought.response.message.components[0].children
    shown = await morgan.select(sought.response.message, [menu.options[0].value])
    card = shown.followups[-1] if shown.followups else shown.response
    assert f"character {id} ({hero['name']}), xp: `{hero['xp']}` → `77`" in words(card)
    question = await fill(table, morgan, card, "Take it back …", reason="it was right")
    last = question.followups[-1] if question.followups else question.response
    assert "Take this back?" in words(last)
    await press(table, morgan, last, "Take it back")
    assert await rows(table, campaign) == before


def test_each_kind_names_its_object_and_what_changed() -> None:
    held = {"player": 4, "user": 70, "name": "Ada"}
    replaced = entry("player replaced", held, {**held, "user": 71, "name": "Cora"})
    assert "player replaced · Cora, <@71>: because" in line(replaced, NAMES, whole=True)
    assert "• user: <@70> → <@71>" in opened(replaced, NAMES, None, whole=True)
    tended = entry("caretaker set", {"player": 4}, {"player": 4, "wish": "grow"})
    assert "caretaker set · Ada\\_the\\_Bold: because" in line(tended, NAMES, whole=True)
    assert "wish: nothing → `grow`" in opened(tended, NAMES, None, whole=True)
    assert "grow" not in opened(tended, NAMES, None, whole=False)
    looked = entry("looked as a faction", None, {"faction": 2, "tick": 9}, open=False)
    assert "looked as a faction · Elderwood" in line(looked, NAMES, whole=True)
    renamed = entry(
        "renamed",
        {"kind": "city", "name": "Old", "player": 0},
        {"kind": "city", "name": "New", "player": 0},
        open=False,
    )
    assert "renamed · city Old" in line(renamed, NAMES, whole=True)
    assert "name: `Old` → `New`" in opened(renamed, NAMES, None, whole=True)
    order = {"key": "k1", "order": {"order": "stack move", "values": {"to": "province:3"}}}
    sent = {"run_date": "2026-01-05", "sequence": "", "orders": [order]}
    turn = entry(on_behalf.SUBMITTED, {"user": 70, "sent": None}, {"user": 70, "sent": sent})
    assert f"{on_behalf.SUBMITTED} · <@70>" in line(turn, NAMES, whole=True)
    by_name = replace(NAMES, words=lambda order: f"Move: {order['values']['to']}")
    assert "`Move: province:3`" in opened(turn, by_name, None, whole=True)
    assert "`/stack move`" in opened(turn, NAMES, None, whole=True), "whose names nobody knows"
    closed = opened(entry("campaign closed to players", True, False), NAMES, None, whole=True)
    assert "• yes → no" in closed


def test_of_what_is_secret_a_player_learns_author_and_kind_alone() -> None:
    secret = entry("turn submitted for a player", None, {"user": 70, "player": 4}, open=False)
    told_players = line(secret, NAMES, 12, whole=False)
    assert "<@70> · turn submitted for a player (more would tell secrets)" in told_players
    assert "because" not in opened(secret, NAMES, None, whole=False)
    about = Sought(about=70, seats=frozenset({4}))
    assert about.takes(secret, whole=True)
    assert not about.takes(secret, whole=False)
    reported = entry(REPORTED, None, {"note": 1, "faction": 2}, open=False)
    assert readable([secret, reported], whole=False) == [secret]
    assert readable([secret, reported], whole=True) == [secret, reported]
