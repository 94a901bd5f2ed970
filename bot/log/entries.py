"""Entries of the log in words: who did what, when, to whom or what, why, and what it changed.

Of a secret act, players read its author and its kind alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from bot.diplomacy.notes import REPORTED
from bot.faces.words.text import clean, code, listed, number, plain, word
from bot.host import Host
from bot.seats.seating import players_at_hand
from bot.store.numbers import called
from bot.store.records import AuditEntry, Campaign
from bot.world.on_behalf import OrderWords, order_words
from engine.module.names import key_of

LINE: Final = 320
"""Characters of an entry, without what it takes back: ten of them fit a card."""
_OBJECT: Final = 60
"""Characters of a name in a line."""
_VALUE: Final = 160
"""Characters of a value before or after."""
_CHANGES: Final = 40
"""Changes that an opened entry tells one by one."""
_PATIENCE: Final = 1.0  # seconds for names; without them seats have numbers
_PRIVATE: Final = (REPORTED,)
"""Acts of players that other players do not read of at all."""
_NOTHING: Final = "nothing"


@dataclass(frozen=True, slots=True)
class Names:
    """What players and factions are called, as far as anybody may know."""

    players: Mapping[int, str]
    factions: Sequence[str]
    words: OrderWords | None = None
    """What tells orders that an entry holds; None where nobody's names are known for them."""

    def seat(self, player: int) -> str:
        """A seat by the name of its player."""
        name = self.players.get(player)
        return plain(name[:_OBJECT]) if name else f"seat {player}"

    def faction(self, number: int) -> str:
        """A faction by its number in the module, from 1 on."""
        known = 0 < number <= len(self.factions)
        return plain(self.factions[number - 1]) if known else f"faction {number}"


async def names_of(host: Host, guild: int, campaign: Campaign) -> Names:
    """The names in a campaign, without those of players where they are not at hand soon."""
    rules = await host.rules(guild, campaign)
    players = await players_at_hand(host, guild, campaign, _PATIENCE)
    return Names(
        {player.id: player.name for player in players.values()},
        [each.name for each in rules.module.factions.values()],
    )


async def names_in(host: Host, guild: int, campaign: Campaign, entry: AuditEntry) -> Names:
    """The same, and what orders in an entry are called by whom they are of, while they play."""
    names = await names_of(host, guild, campaign)
    user = next((each["user"] for each in _kept(entry) if "sent" in each), 0)
    async with host.stores.use(guild) as store:
        member = await store.members.get(campaign.id, user)
    if member is None or not member.player:
        return names
    return replace(names, words=await order_words(host, guild, campaign, member.faction))


# ---------------------------------------------------------------- which entries


@dataclass(frozen=True, slots=True)
class Sought:
    """Which entries are wanted; all where nothing is said."""

    kind: str = ""
    by: int = 0
    """The user who did it."""
    about: int = 0
    """The user whom it concerned."""
    seats: frozenset[int] = frozenset()
    """The seats that this user has held."""

    def takes(self, entry: AuditEntry, *, whole: bool) -> bool:
        """Whether it is one of them; of a secret one no reader learns whom it concerned."""
        if self.kind and key_of(entry.what) != key_of(self.kind):
            return False
        if self.by and entry.who != self.by:
            return False
        if not self.about:
            return True
        return (whole or entry.trace.open) and self._concerned(entry)

    def _concerned(self, entry: AuditEntry) -> bool:
        for known in _kept(entry):
            seats = {known.get("player"), *(known.get("players") or ())}
            if known.get("user") == self.about or seats & self.seats:
                return True
        return False


def readable(latest: Sequence[AuditEntry], *, whole: bool) -> list[AuditEntry]:
    """Those of which somebody reads at all; `whole` for who reads everything."""
    return [
        each
        for each in latest
        if whole or each.trace.open or (each.who and each.what not in _PRIVATE)
    ]


# ---------------------------------------------------------------- an entry


def log_lines(latest: Sequence[AuditEntry], names: Names, *, whole: bool) -> list[str]:
    """The entries as they are read, a line each; `whole` for who reads everything."""
    undone = {each.trace.undoes: each.id for each in latest if each.trace.undoes}
    return [
        line(each, names, undone.get(each.id), whole=whole)
        for each in readable(latest, whole=whole)
    ]


def line(entry: AuditEntry, names: Names, undone_by: int | None = None, *, whole: bool) -> str:
    """An entry in a line: its number, when, who, what, to whom and why."""
    start = f"`{entry.id}` <t:{int(entry.at.timestamp())}:f> {_author(entry)} · {entry.what}"
    if not whole and not entry.trace.open:
        return f"{start} (more would tell secrets)"
    about = concerning(entry, names)
    start += f" · {about}" if about else ""
    why = f": {plain(entry.why)}" if entry.why else ""
    tick = f" · tick {entry.trace.tick}" if entry.trace.tick else ""
    undoes = f" · takes back {entry.trace.undoes}" if entry.trace.undoes else ""
    gone = f" · ↩️ taken back by {undone_by}" if undone_by else ""
    return start + why[: max(0, LINE - len(start))] + tick + undoes + gone


def label(entry: AuditEntry, names: Names, *, whole: bool) -> str:
    """An entry in a menu, which shows no mention and no markup."""
    if not whole and not entry.trace.open:
        return entry.what
    about = concerning(entry, names, mentions=False).replace("\\", "")
    return clean(entry.what + (f" · {about}" if about else "") + f": {entry.why}" * bool(entry.why))


def opened(entry: AuditEntry, names: Names, undone_by: int | None, *, whole: bool) -> str:
    """An entry with all that is kept of it: what was before, and after."""
    parts = [line(entry, names, undone_by, whole=whole)]
    if not whole:
        parts.append("-# You play here, or have: what was before and after is not shown to you.")
        return "\n".join(parts)
    changes = list(changes_of(entry, names))
    parts += [f"• {each}" for each in changes[:_CHANGES]]
    if len(changes) > _CHANGES:
        parts.append(f"• … and {number(len(changes) - _CHANGES, 'more change')}")
    return "\n".join(parts)


def concerning(entry: AuditEntry, names: Names, *, mentions: bool = True) -> str:
    """Whom or what the act concerned; empty where it was the campaign as a whole."""
    before, after = _sides(entry)
    some = after or before
    if isinstance(some, list):
        pieces = [_piece(each) for each in cast("list[Any]", some) if _is_change(each)]
        return listed(pieces, most=2) if pieces else ""
    if not isinstance(some, dict):
        return ""
    known = cast("dict[str, Any]", some)
    if "name" in known and "kind" in known:  # a renaming
        was = cast("dict[str, Any]", before or known)
        return f"{word(str(known['kind']))} {plain(str(was['name'])[:_OBJECT])}"
    parts: list[str] = []
    player, user = known.get("player"), known.get("user")
    if isinstance(player, int) and player:
        name = str(known.get("name") or "")
        parts.append(plain(name[:_OBJECT]) if name else names.seat(player))
    if isinstance(user, int) and user and (mentions or user < 0):
        parts.append(called(user))
    if isinstance(seats := known.get("players"), list):
        parts.append(listed(map(names.seat, cast("list[int]", seats)), most=3))
    if isinstance(faction := known.get("faction"), int):
        parts.append(names.faction(faction))
    return ", ".join(parts)


def changes_of(entry: AuditEntry, names: Names) -> Iterator[str]:
    """What was before and after, field by field."""
    before, after = _sides(entry)
    if not isinstance(after, list) or not any(map(_is_change, cast("list[Any]", after))):
        yield from _differences("", before, after, names)
        return
    for each in cast("list[Any]", after):
        yield from _differences(_piece(each), _read(each["before"]), _read(each["after"]), names)


# ---------------------------------------------------------------- inside


def _author(entry: AuditEntry) -> str:
    if entry.who > 0:
        return f"<@{entry.who}>"
    return "a former player" if entry.who else "the bot"


def _sides(entry: AuditEntry) -> tuple[Any, Any]:
    return _read(entry.trace.before), _read(entry.trace.after)


def _kept(entry: AuditEntry) -> Iterator[dict[str, Any]]:
    """What stands in its trace, the records that it changed among them."""
    for side in _sides(entry):
        for each in cast("list[Any]", side if isinstance(side, list) else [side]):
            if _is_change(each):
                yield from (_read(each[when]) or {} for when in ("before", "after"))
            elif isinstance(each, dict):
                yield cast("dict[str, Any]", each)


def _read(text: str | None) -> Any:
    if not text:
        return None
    try:
        return json.loads(text)
    except ValueError:
        return text


def _is_change(value: Any) -> bool:
    """Whether it is a change of a record (`engine.corrections.RecordChange`)."""
    return isinstance(value, dict) and {"kind", "id", "before", "after"} <= value.keys()


def _piece(change: dict[str, Any]) -> str:
    record = cast("dict[str, Any]", _read(change["after"]) or _read(change["before"]) or {})
    name = str(record.get("name") or "")
    called_so = f" ({plain(name[:_OBJECT])})" if name else ""
    return f"{word(change['kind'])} {change['id']}{called_so}"


def _differences(of: str, before: Any, after: Any, names: Names) -> Iterator[str]:
    was, now = dict(_flat(before)), dict(_flat(after))
    for field in {**was, **now}:
        old, new = was.get(field), now.get(field)
        if old != new:
            told = ", ".join(part for part in (of, word(field)) if part)
            start = f"{told}: " if told else ""
            yield f"{start}{_said(field, old, names)} → {_said(field, new, names)}"


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The values in it, by what leads to each."""
    if isinstance(value, dict):
        for key, each in cast("dict[str, Any]", value).items():
            yield from _flat(each, f"{path}, {key}" if path else str(key))
    elif value is not None:
        yield path, value


def _said(field: str, value: Any, names: Names) -> str:
    """A value in words."""
    kind = field.rpartition(", ")[2]
    if value is None or value == "":
        return _NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and kind in ("user", "player", "faction"):
        return {"user": called, "player": names.seat, "faction": names.faction}[kind](value)
    if isinstance(value, list):
        parts = cast("list[Any]", value)
        value = ", ".join(_part(each, names) for each in parts) or _NOTHING
    text = clean(str(value))
    return f"`{code(text[:_VALUE])}{'…' if len(text) > _VALUE else ''}`"


def _part(value: Any, names: Names) -> str:
    if isinstance(value, dict) and "order" in value:
        order = cast("dict[str, Any]", value["order"])
        return names.words(order) if names.words else f"/{order['order']}"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
