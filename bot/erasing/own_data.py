"""All that is kept of a person in a guild's file, for the person to read."""

import json
import sqlite3
from pathlib import Path
from typing import Any, Final

from bot.store.connection import reading
from bot.store.moving import shape
from bot.store.records import instant
from engine.campaign import Player

_TIMES: Final = frozenset(
    {
        "at",
        "joined_at",
        "left_at",
        "committed_at",
        "withdrawn_at",
        "shared_at",
        "not_before",
        "since",
        "first",
        "until",
        "ended_at",
        "signed_at",
    }
)
_IN_WORDS: Final = {
    "member": "seats you have or had",
    "draft": "your drafts",
    "submission": "the turns you submitted",
    "standing_order": "your standing orders",
    "shared_draft": "drafts you share with your faction",
    "paper": "designs and coats of arms",
    "vacation": "your vacations",
    "extension": "cut-offs you put off",
    "reminder": "when you want to be reminded",
    "reminded": "of what you were reminded",
    "turn_note": "what you were asked and shown in Your turn",
    "audit": "what you did that the log keeps",
    "chosen": "the campaign you mean where no channel tells",
    "told_idle": "that you were told you are idle",
    "deputy": "deputies: you for others, and those whom you appointed",
    "note": "diplomatic notes you wrote",
    "note_report": "notes you reported to the moderators",
    "treaty": "treaties you declined or renounced",
    "treaty_party": "treaties you signed",
    "look": "what you looked at as a moderator",
    "players": "your players in the worlds",
    "messages": "messages of the bot that mention or name you",
    "log entries about you": "entries of the log that name you",
}


def own_data(path: Path, person: int) -> tuple[str, str]:
    """What is kept of the person, as JSON, and in words what it is. Raises StoreError."""
    campaigns: list[dict[str, Any]] = []
    counts: dict[str, int] = {}
    with reading(path) as db:
        for row in db.execute("SELECT id, name, state FROM campaign ORDER BY id").fetchall():
            kept = _of_campaign(db, row["id"], person)
            if any(kept.values()):
                for what, rows in kept.items():
                    counts[what] = counts.get(what, 0) + len(rows)
                campaigns.append({"campaign": row["name"], "state": row["state"], **kept})
        chosen = _rows(db, "chosen", "user = ?", (person,))
        if chosen:
            counts["chosen"] = len(chosen)
    found = {"you": str(person), "campaigns": campaigns, "chosen": chosen}
    words = [
        f"{_IN_WORDS.get(what, what)}: {count}" for what, count in sorted(counts.items()) if count
    ]
    return json.dumps(found, indent=1, ensure_ascii=False), "\n".join(words)


def _of_campaign(db: sqlite3.Connection, campaign: int, person: int) -> dict[str, list[Any]]:
    kept: dict[str, list[Any]] = {}
    for table in shape.tables(db)[1:]:
        for column in shape.columns(db, table):
            if column.person:
                rows = _rows(db, table, f'campaign = ? AND "{column.name}" = ?', (campaign, person))
                kept.setdefault(table, []).extend(rows)
    players = {each["player"] for each in kept.get("member", ()) if each["player"] is not None}
    kept["players"] = [_player(db, campaign, each) for each in sorted(players)]
    names = [each["name"] for each in kept["players"] if each.get("name")]
    addresses = {f"player:{player}" for player in players}
    needles = [str(person), *names]
    kept["messages"] = [
        {"place": row["role"], "message": json.loads(row["payload"])}
        for row in db.execute(
            "SELECT role, payload FROM outbox WHERE campaign = ? ORDER BY id", (campaign,)
        )
        if row["role"] in addresses
        or (_open_to(row["role"], kept) and any(each in row["payload"] for each in needles))
    ]
    kept["log entries about you"] = [
        each
        for each in _rows(db, "audit", "campaign = ?", (campaign,))
        if each not in kept.get("audit", ()) and str(person) in json.dumps(each)
    ]
    return kept


def _open_to(role: str | None, kept: dict[str, list[Any]]) -> bool:
    """Whether the person may read the place anyway: others' secrets are not the person's data."""
    own = {f"faction:{m['faction']}" for m in kept.get("member", ()) if m["left_at"] is None}
    return role == "herald" or role in own


def _player(db: sqlite3.Connection, campaign: int, player: int) -> dict[str, Any]:
    row = db.execute(
        "SELECT body FROM entity WHERE campaign = ? AND kind = ? AND id = ?",
        (campaign, Player.kind, player),
    ).fetchone()
    record: dict[str, Any] = json.loads(row["body"]) if row and row["body"] else {}
    return {"player": player, "name": record.get("name", "")}


def _rows(
    db: sqlite3.Connection, table: str, where: str, values: tuple[int, ...]
) -> list[dict[str, Any]]:
    found = db.execute(f'SELECT * FROM "{table}" WHERE {where}', values)  # noqa: S608 - of ours
    return [{name: _plain(name, row[name]) for name in row.keys()} for row in found]  # noqa: SIM118


def _plain(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name in _TIMES and isinstance(value, int):  # days are written as such
        return instant(value).isoformat()
    if name in shape.PEOPLE:
        return str(value)  # as Discord writes ids: too long for a number of JavaScript
    if isinstance(value, str) and value[:1] in ("{", "["):
        return json.loads(value)
    return value


__all__ = ["own_data"]
