"""What moderators do with a player's turn: submit it, change what waits, withdraw it.

The player is told each time what was done and why, and the log says that it was done. All of it can
be undone until the cut-off.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from bot import faces
from bot.answers import Refused
from bot.calendar.readiness import have_looked
from bot.campaign.almanac import calendar_of
from bot.campaign.publishing import taken_back
from bot.campaign.status import day_name
from bot.faces.words.text import number, plain
from bot.host import Host
from bot.payload import TextFile
from bot.post.telling import tell_player
from bot.seats.seating import check_going_on
from bot.store.guild import GuildStore
from bot.store.records import Campaign, Member, Submission, Trace
from bot.store.steps import STATUS

if TYPE_CHECKING:
    from bot.campaign.undoing import Undoing

SUBMITTED: Final = "turn submitted for a player"
AMENDED: Final = "submitted turn changed for a player"
WITHDRAWN: Final = "turn withdrawn for a player"
RESTORED: Final = "submitted turn of a player restored"
_DONE: Final = {
    SUBMITTED: "submitted your turn",
    AMENDED: "changed your submitted turn",
    WITHDRAWN: "withdrew your submitted turn; your list is as you left it",
    RESTORED: "restored what you had submitted",
}

Orders = list[tuple[str, str]]
"""Each as (key, stored form)."""
OrderWords = Callable[[dict[str, Any]], str]
"""Tells an order in words, of what is stored of it."""


async def order_words(host: Host, guild: int, campaign: Campaign, faction: int) -> OrderWords:
    """What tells orders by the names that a faction knows; not made safe for Discord."""
    rules = await host.rules(guild, campaign)
    view, shown = await host.view(guild, campaign, faction), faces.of(rules)
    return lambda order: shown.line(rules.read_order("", json.dumps(order)).order, view)


async def submit(
    host: Host,
    guild: int,
    campaign: Campaign,
    who: int,
    member: Member,
    day: date,
    why: str,
) -> str:
    """Submit a player's list for a day. Raises `Refused` if there is nothing in it."""
    words = await order_words(host, guild, campaign, member.faction)
    async with host.stores.use(guild) as store, store.unit():
        draft = await store.drafts.get(campaign.id, member.user)
        if not draft.orders:
            raise Refused(
                "That player's list is empty.", way_out="Its player gives orders, or ends the turn."
            )
        orders = [(each.key, each.body) for each in draft.orders]
        sent = _sent(day, "[]", orders)
        await _change(_Act(host, store, campaign, who, member, why, words), SUBMITTED, sent)
    return f"{number(len(orders), 'order')} submitted for {day_name(day)}."


async def amend(
    host: Host,
    guild: int,
    campaign: Campaign,
    who: int,
    member: Member,
    orders: Iterable[tuple[str, str]],
    why: str,
) -> str:
    """Put these orders in place of those of the turn that waits. Raises `Refused` if none does."""
    listed = list(orders)
    if not listed:
        raise Refused(
            "Nothing would be left of the turn.", way_out="Withdraw the turn instead, at the desk."
        )
    words = await order_words(host, guild, campaign, member.faction)
    async with host.stores.use(guild) as store, store.unit():
        waits = await waiting(store, campaign, member)
        sent = _sent(waits.run_date, waits.sequence, listed)
        await _change(_Act(host, store, campaign, who, member, why, words), AMENDED, sent)
    return f"{number(len(listed), 'order')} will run on {day_name(waits.run_date)}."


async def withdraw(
    host: Host, guild: int, campaign: Campaign, who: int, member: Member, why: str
) -> str:
    """Withdraw the turn that waits; the list stays. Raises `Refused` if none waits."""
    words = await order_words(host, guild, campaign, member.faction)
    async with host.stores.use(guild) as store, store.unit():
        waits = await waiting(store, campaign, member)
        await _change(_Act(host, store, campaign, who, member, why, words), WITHDRAWN, None)
    return f"The turn for {day_name(waits.run_date)} is withdrawn."


async def undo_turn(undoing: Undoing) -> str:
    """Let what waits be what it was before; refused once its cut-off has passed."""
    host, campaign, entry = undoing.bot.host, undoing.campaign, undoing.entry
    user = json.loads(entry.trace.after or "{}").get("user", 0)
    async with host.stores.use(undoing.guild.id) as store:
        member = await store.members.get(campaign.id, user)
    if member is None:
        raise Refused("That player has left.", way_out="Nothing of theirs waits any more.")
    words = await order_words(host, undoing.guild.id, campaign, member.faction)
    async with host.stores.use(undoing.guild.id) as store, store.unit():
        pending = await store.submissions.pending(campaign.id, user)
        trace = taken_back(entry, _text(user, pending))
        was: dict[str, Any] | None = json.loads(trace.after or "{}")["sent"]
        act = _Act(host, store, campaign, undoing.who, member, undoing.why, words, entry.id)
        await _change(act, WITHDRAWN if was is None else RESTORED, was)
    return "The player's turn is as it was."


async def waiting(store: GuildStore, campaign: Campaign, member: Member) -> Submission:
    """The player's turn that waits. Raises `Refused` if none does."""
    found = await store.submissions.pending(campaign.id, member.user)
    if found is None:
        raise Refused(
            "No turn of that player waits for its run.",
            way_out="Submit the player's orders at the desk.",
        )
    return found


# ---------------------------------------------------------------- inside


@dataclass(frozen=True, slots=True)
class _Act:
    """Who does something with whose turn, and why, with the store's unit open."""

    host: Host
    store: GuildStore
    campaign: Campaign
    who: int
    member: Member
    why: str
    words: OrderWords
    undoes: int | None = None


async def _change(act: _Act, what: str, sent: dict[str, Any] | None) -> None:
    """Put it in place of what waits (None: withdraw that), note it and tell the player."""
    host, store, campaign, member = act.host, act.store, act.campaign, act.member
    check_going_on(campaign)
    rules = await host.rules(store.guild, campaign)
    calendar = await calendar_of(store, campaign.id, rules.module.calendar)
    before = await store.submissions.pending(campaign.id, member.user)
    days = [before.run_date] if before else []
    days += [date.fromisoformat(sent["run_date"])] if sent else []
    if any(calendar.cut_off_on(day) <= host.clock.now() for day in days):
        raise Refused("Its cut-off has passed.", way_out="/world rollback takes a run back.")
    if sent:
        body = json.dumps(sent["orders"], ensure_ascii=False)
        after = await store.submissions.put(
            campaign.id, member.user, date.fromisoformat(sent["run_date"]), sent["sequence"], body
        )
    elif before:
        await store.submissions.withdraw(campaign.id, member.user)
        after = None
    else:
        after = None
    trace = Trace(
        _text(member.user, before), _text(member.user, after), undoes=act.undoes, open=True
    )
    entry = await store.audit.note(campaign.id, act.who, what, why=act.why, trace=trace)
    text = (
        f"🛠️ **{plain(campaign.name)}**: a moderator {_DONE[what]}. Why: {plain(act.why)}\n"
        "`/orders submit` and `/orders withdraw` are yours as before."
    )
    await tell_player(
        store, campaign, member, f"M{entry.id}", text, files=_differences(before, after, act.words)
    )
    await store.timers.put(campaign.id, STATUS, store.now())
    await have_looked(host, store, campaign.id)


def _differences(
    before: Submission | None, after: Submission | None, words: OrderWords
) -> tuple[TextFile, ...]:
    """What was taken out and what was put in, as a file for the player."""
    was, now = (_orders(each) for each in (before, after))
    lines = [f"- {key}: {words(order)}" for key, order in was.items() if now.get(key) != order]
    lines += [f"+ {key}: {words(order)}" for key, order in now.items() if was.get(key) != order]
    if not lines:
        return ()
    text = "What was taken out (-) and put in (+) by the moderator:\n" + "\n".join(lines)
    return (TextFile(name="what-was-changed.txt", text=text),)


def _orders(sent: Submission | None) -> dict[str, dict[str, Any]]:
    if sent is None:
        return {}
    return {each["key"]: each["order"] for each in json.loads(sent.body)}


def _sent(day: date, sequence: str, orders: Orders) -> dict[str, Any]:
    return {
        "run_date": day.isoformat(),
        "sequence": sequence,
        "orders": [{"key": key, "order": json.loads(body)} for key, body in orders],
    }


def _text(user: int, sent: Submission | None) -> str:
    """What waits of a player, as the log keeps it."""
    if sent is None:
        return json.dumps({"user": user, "sent": None})
    kept = {
        "run_date": sent.run_date.isoformat(),
        "sequence": sent.sequence,
        "orders": json.loads(sent.body),
    }
    return json.dumps({"user": user, "sent": kept})
