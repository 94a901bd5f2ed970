"""A campaign's calendar on the host: what is due, what comes next, when it is paused.

The calendar itself is the module's (`engine.calendar`); here it meets the store. Pauses are kept so
that what falls into one is neither run nor made up.
"""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Due
from engine.calendar import Calendar, DueKind, Pause
from engine.calendar import Due as Appointment

TIMER = "calendar"
"""The timer that rings when a campaign's next tick is due."""


@dataclass(frozen=True, slots=True)
class Almanac:
    """A campaign's calendar with how far it has come."""

    calendar: Calendar
    since: datetime | None
    """The instant up to which all is done; None before the campaign has started."""
    turn: int
    pauses: tuple[Pause, ...]

    def next(self, kind: DueKind | None = None) -> Appointment | None:
        """What comes next, of this kind or of any; None before the start and in a pause.

        It may lie in the past, if the host was away or a tick broke.
        """
        if self.since is None:
            return None
        if kind is None:
            return self.calendar.next_due(self.since, self.pauses)
        until = self.since + timedelta(days=7 * self.calendar.weeks + 7)
        found = self.calendar.due_between(self.since, until, self.pauses)
        return next((due for due in found if due.kind is kind), None)

    def due(self, now: datetime) -> Due | None:
        """The first tick that is due by now and not yet made (cohorts.turn.processing)."""
        if self.since is None:
            return None
        found = self.calendar.due_between(self.since, now, self.pauses)
        if not found:
            return None
        first = found[0]
        production = first.kind is DueKind.PRODUCTION
        return Due(
            kind="run" if not production else "monthly" if first.monthly else "weekly",
            at=first.instant,
            local_date=first.day,
            turn=self.turn + production,
            run_date=None if production else first.day,
            cursor=first.instant,
        )


async def almanac_of(store: GuildStore, campaign: Campaign, calendar: Calendar) -> Almanac:
    """How far a campaign has come in its calendar."""
    started = await store.settings.get(_started(campaign.id))
    since = campaign.cursor or (datetime.fromisoformat(started) if started else None)
    return Almanac(calendar, since, campaign.turn, tuple(await pauses_of(store, campaign.id)))


async def pauses_of(store: GuildStore, campaign: int) -> list[Pause]:
    """Every pause of the campaign, the one that lasts included."""
    text = await store.settings.get(_pauses(campaign))
    return [
        Pause(datetime.fromisoformat(start), datetime.fromisoformat(end) if end else None)
        for start, end in json.loads(text or "[]")
    ]


# What follows changes a campaign's state with its calendar: call it in the unit that tells why.


async def begin(store: GuildStore, campaign: Campaign, calendar: Calendar, now: datetime) -> None:
    """Start the campaign: from now on its runs and productions are due."""
    await store.settings.put(_started(campaign.id), now.isoformat())
    await store.campaigns.set_state(campaign.id, CampaignState.RUNNING)
    await wind(store, campaign, calendar)


async def pause(store: GuildStore, campaign: int, now: datetime) -> None:
    """Begin a pause: nothing is due until it ends."""
    await _write(store, campaign, [*await pauses_of(store, campaign), Pause(now, None)])
    await halt(store, campaign)


async def halt(store: GuildStore, campaign: int) -> None:
    """Stop the campaign without a pause in its calendar: what is due stays due."""
    await store.campaigns.set_state(campaign, CampaignState.PAUSED)
    await store.timers.clear(campaign, TIMER)


async def resume(store: GuildStore, campaign: Campaign, calendar: Calendar, now: datetime) -> None:
    """Go on after a pause or a halt, and set the timer for what is due next."""
    pauses = await pauses_of(store, campaign.id)
    ended = [Pause(p.start, max(now, p.start)) if p.end is None else p for p in pauses]
    await _write(store, campaign.id, ended)
    await store.campaigns.set_state(campaign.id, CampaignState.RUNNING)
    await wind(store, campaign, calendar)


async def wind(store: GuildStore, campaign: Campaign, calendar: Calendar) -> Appointment | None:
    """Set the campaign's timer to what is due next, or clear it; returns what that is."""
    due = (await almanac_of(store, campaign, calendar)).next()
    if due is None:
        await store.timers.clear(campaign.id, TIMER)
    else:
        await store.timers.put(campaign.id, TIMER, due.instant)
    return due


def _started(campaign: int) -> str:
    return f"started:{campaign}"


def _pauses(campaign: int) -> str:
    return f"pauses:{campaign}"


async def _write(store: GuildStore, campaign: int, pauses: list[Pause]) -> None:
    plain = [[p.start.isoformat(), p.end.isoformat() if p.end else None] for p in pauses]
    await store.settings.put(_pauses(campaign), json.dumps(plain))
