"""A campaign's calendar on the host: what is due, what comes next, when it is paused.

The calendar itself is the module's (`engine.calendar`); here it meets the store. Pauses are kept so
that what falls into one is neither run nor made up.
"""

import json
from collections.abc import Sequence
from datetime import datetime

from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Due
from engine.calendar import Calendar, DueKind, Pause
from engine.calendar import Due as Appointment

TIMER = "calendar"
"""The timer that rings when a campaign's next tick is due."""


async def pauses_of(store: GuildStore, campaign: int) -> list[Pause]:
    """Every pause of the campaign, the one that lasts included."""
    text = await store.settings.get(_setting(campaign))
    return [
        Pause(datetime.fromisoformat(start), datetime.fromisoformat(end) if end else None)
        for start, end in json.loads(text or "[]")
    ]


async def pause(store: GuildStore, campaign: int, now: datetime) -> None:
    """Begin a pause: nothing is due until it ends. To be called in the unit that tells why."""
    await _write(store, campaign, [*await pauses_of(store, campaign), Pause(now, None)])
    await store.campaigns.set_state(campaign, CampaignState.PAUSED)
    await store.timers.clear(campaign, TIMER)


async def resume(store: GuildStore, campaign: Campaign, calendar: Calendar, now: datetime) -> None:
    """End the pause that lasts, and set the timer for what is due next."""
    pauses = [
        Pause(each.start, now) if each.end is None else each
        for each in await pauses_of(store, campaign.id)
    ]
    await _write(store, campaign.id, pauses)
    await store.campaigns.set_state(campaign.id, CampaignState.RUNNING)
    await wind(store, campaign, calendar, pauses, now)


async def wind(
    store: GuildStore,
    campaign: Campaign,
    calendar: Calendar,
    pauses: Sequence[Pause],
    now: datetime,
) -> Appointment | None:
    """Set the campaign's timer to what is due next, or clear it; returns what that is."""
    due = calendar.next_due(campaign.cursor or now, pauses)
    if due is None:
        await store.timers.clear(campaign.id, TIMER)
    else:
        await store.timers.put(campaign.id, TIMER, due.instant)
    return due


def due_now(
    campaign: Campaign, calendar: Calendar, pauses: Sequence[Pause], now: datetime
) -> Due | None:
    """The first tick that is due and not yet made, or None."""
    found = calendar.due_between(campaign.cursor or now, now, pauses)
    if not found:
        return None
    first = found[0]
    production = first.kind is DueKind.PRODUCTION
    kind = "run" if not production else "monthly" if first.monthly else "weekly"
    return Due(
        kind=kind,
        at=first.instant,
        local_date=first.day,
        turn=campaign.turn + production,
        run_date=None if production else first.day,
        cursor=first.instant,
    )


def _setting(campaign: int) -> str:
    return f"pauses:{campaign}"


async def _write(store: GuildStore, campaign: int, pauses: Sequence[Pause]) -> None:
    plain = [[p.start.isoformat(), p.end.isoformat() if p.end else None] for p in pauses]
    await store.settings.put(_setting(campaign), json.dumps(plain))
