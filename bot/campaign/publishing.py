"""How an act of moderators is noted and told: the log, the herald, the status; and its undoing."""

from __future__ import annotations

import json

from bot.answers import Refused
from bot.campaign.status import moment
from bot.payload import Payload
from bot.post.telling import HERALD, tell
from bot.store.errors import MovedAway
from bot.store.guild import GuildStore
from bot.store.records import AuditEntry, Campaign, Trace
from bot.store.steps import END, STATUS


def taken_back(entry: AuditEntry, present: str) -> Trace:
    """The trace of an entry's undoing: what was is again.

    `present` is what the act left, as JSON and as it is now. Raises `Refused` if that is something
    else by now, or if the entry does not say what was.
    """
    before, after = entry.trace.before, entry.trace.after
    if before is None or after is None:
        raise Refused("The log does not say what was before.", way_out="Set it by its own command.")
    if json.loads(present) != json.loads(after):
        raise Refused(
            "It has been changed again since.",
            way_out="Take the later change back first, or set it by its own command.",
        )
    return Trace(after, before, undoes=entry.id, open=entry.trace.open)


async def check_not_ending(store: GuildStore, campaign: int) -> None:
    """Raise `Refused` in the day of grace before an end."""
    if timer := await store.timers.get(campaign, END):
        raise Refused(
            f"The campaign ends {moment(timer.at)}.",
            way_out="The desk's button takes that back, and so does /campaign undo.",
        )


async def unchanged(store: GuildStore, campaign: Campaign) -> Campaign:
    """The campaign as it is now, in the state on which the caller decided.

    Raises `Refused` if it is another now, MovedAway if it has moved to another server.
    """
    if await store.campaigns.moved_away(campaign.id):
        raise MovedAway
    present = await store.campaigns.get(campaign.id)
    if present.state is not campaign.state:
        raise Refused("Someone else has just changed it.", way_out="Look at /campaign status.")
    return present


async def publish(
    store: GuildStore,
    campaign: Campaign,
    who: int,
    what: str,
    *,
    news: Payload | str,
    why: str = "",
    trace: Trace = Trace(open=True),  # noqa: B008 - frozen
) -> AuditEntry:
    """Log the act, tell the herald's channel, and bring the status up to date."""
    entry = await store.audit.note(campaign.id, who, f"campaign {what}", why=why, trace=trace)
    await tell(store, campaign.id, HERALD, f"M{entry.id}", news)
    await store.timers.put(campaign.id, STATUS, store.now())
    return entry
