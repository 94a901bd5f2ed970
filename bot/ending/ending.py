"""The end of a campaign by its moderators: a day of grace, in which it can be taken back, then it.

Until the day is over nothing is due, nothing secret is told, and the desk offers the way back. What
ends a campaign then is `bot.founding.moderating.end`, by the step `END`; a campaign that ends by
its own rules, or that nobody could join yet, needs no grace.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.answers import Refused
from bot.campaign import almanac as calendar
from bot.campaign import publishing
from bot.campaign.status import moment
from bot.faces.words.text import plain
from bot.founding import moderating
from bot.host import Host
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Trace
from bot.store.steps import END

if TYPE_CHECKING:
    from bot.campaign.undoing import Undoing

GRACE: Final = timedelta(days=1)
ENDING: Final = "ending"
WHAT: Final = f"campaign {ENDING}"
"""What the log calls it."""


@dataclass(frozen=True, slots=True)
class Ending:
    """An end that is set and can still be taken back."""

    at: datetime
    entry: int
    """In the log."""
    who: int
    why: str
    ran: bool
    """Whether the campaign ran until then."""


async def ending_of(store: GuildStore, campaign: int) -> Ending | None:
    """The end that is set for a campaign, if one is."""
    timer = await store.timers.get(campaign, END)
    return Ending(timer.at, **json.loads(timer.what)) if timer else None


async def set_end(
    host: Host, guild: int, campaign: Campaign, who: int, why: str
) -> datetime | None:
    """Let the campaign end when the day of grace is over; says when, None for at once.

    Raises `Refused` if it has ended, or if its end is set already.
    """
    if campaign.state in (CampaignState.FORMING, CampaignState.ENDED):
        await moderating.end(host, guild, campaign, who, why)
        return None
    now = host.clock.now()
    at, ran = now + GRACE, campaign.state is CampaignState.RUNNING
    async with host.stores.use(guild) as store, store.unit():
        await publishing.unchanged(store, campaign)
        await publishing.check_not_ending(store, campaign.id)
        if ran:
            await calendar.pause(store, campaign.id, now)
        because = f" Why: {plain(why)}" if why else ""
        news = (
            f"🏁 **The campaign ends {moment(at)}**, by its moderators.{because}\nUntil then "
            "nothing is due, and they can take it back; then all its secrets are told."
        )
        present = await store.campaigns.get(campaign.id)
        # In the status too, which is made in `publish`; the number of the entry follows.
        set_ = {"entry": 0, "who": who, "why": why, "ran": ran}
        await store.timers.put(campaign.id, END, at, json.dumps(set_))
        trace = Trace(after=json.dumps({"ends": at.isoformat()}), open=True)
        entry = await publishing.publish(
            store, present, who, ENDING, why=why, news=news, trace=trace
        )
        await store.timers.put(campaign.id, END, at, json.dumps({**set_, "entry": entry.id}))
    return at


async def undo_ending(undoing: Undoing) -> str:
    """Let the campaign go on; what fell due meanwhile is not made up."""
    host, guild, id = undoing.bot.host, undoing.guild.id, undoing.campaign.id
    rules = await host.rules(guild, undoing.campaign)
    async with host.stores.use(guild) as store, store.unit():
        set_ = await ending_of(store, id)
        if set_ is None or set_.entry != undoing.entry.id:
            raise Refused("That end is not set any more.", way_out="/log shows why.")
        await store.timers.clear(id, END)
        present = await store.campaigns.get(id)
        if set_.ran and present.state is CampaignState.PAUSED:
            await calendar.resume(store, present, rules.module.calendar, host.clock.now())
        trace = Trace(before=undoing.entry.trace.after, undoes=undoing.entry.id, open=True)
        news = "▶️ **The campaign does not end**: its moderators have taken that back."
        present = await store.campaigns.get(id)
        await publishing.publish(
            store,
            present,
            undoing.who,
            "end taken back",
            why=undoing.why,
            news=news,
            trace=trace,
        )
    return "The campaign does not end, and is as it was before."
