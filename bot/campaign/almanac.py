"""A campaign's calendar on the host: what is due, what comes next, when it is paused.

The calendar itself is the module's (`engine.calendar`), with what moderators and players changed of
it (`engine.calendar_changes`); here it meets the store. Pauses are kept so that what falls into one
is neither run nor made up. Who is late is in `attendance`, who may change what in `bot.calendar`.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState
from bot.store.ticks import DueTick
from engine.calendar import Calendar, OccasionKind, Pause
from engine.calendar import Occasion as Appointment
from engine.calendar_changes import AmendedCalendar

TIMER = "calendar"
"""The timer that rings when a campaign's next tick is due."""
REMINDERS = "reminders"
"""The timer that rings when somebody may be due a reminder."""
EARLY = "early"
"""The timer that rings when a run may have become early, or no longer is."""

STANDING = "standing"
"""The timer that rings when standing orders may have to be submitted."""

CARETAKERS = "caretakers"
"""The timer that rings when a computer player may have to submit a turn for its seat."""

_MICROSECOND = timedelta(microseconds=1)
_AT_ONCE = 20 * _MICROSECOND  # more are never due at the same instant


@dataclass(frozen=True, slots=True)
class Almanac:
    """A campaign's calendar with how far it has come."""

    calendar: AmendedCalendar
    since: datetime | None
    """The instant up to which all is done; None before the campaign has started."""
    turn: int
    pauses: tuple[Pause, ...]

    def coming(self) -> Iterator[Appointment]:
        """What is not yet made, in calendar order; nothing before the start.

        The first may lie in the past, if the host was away or a tick broke.
        """
        return (due for due, _ in self._numbered())

    def coming_after(self, due: Appointment) -> Iterator[Appointment]:
        """What is not yet made and comes after that."""
        found = self.coming()
        for each in found:
            if (each.kind, each.day) == (due.kind, due.day):
                break
        return found

    def next(self, kind: OccasionKind | None = None) -> Appointment | None:
        """What comes next, of this kind or of any; None before the start and in a pause."""
        return next((due for due in self.coming() if kind in (None, due.kind)), None)

    def due(self, now: datetime) -> DueTick | None:
        """The first tick that is due by now and not yet made (cohorts.turn.processing)."""
        first, cursor = next(self._numbered(), (None, now))
        if first is None or first.instant > now:
            return None
        production = first.kind is OccasionKind.PRODUCTION
        return DueTick(
            kind="run" if not production else "monthly" if first.monthly else "weekly",
            at=first.instant,
            local_date=first.day,
            turn=self.turn + production,
            run_date=None if production else first.day,
            cursor=cursor,
        )

    def _numbered(self) -> Iterator[tuple[Appointment, datetime]]:
        """What is not yet made, each with where the calendar stands after it.

        Of what is due at the same instant each stands a microsecond after the one before, so that
        the calendar can stand in between.
        """
        if self.since is None:
            return
        before = None
        cursor = self.since
        # Others of the last one's instant may still be to come.
        for due in self.calendar.coming(self.since - _AT_ONCE, self.pauses):
            same = before is not None and due.instant == before
            cursor = cursor + _MICROSECOND if same else due.instant
            before = due.instant
            if cursor > self.since:
                yield due, cursor


async def almanac_of(store: GuildStore, campaign: Campaign, calendar: Calendar) -> Almanac:
    """How far a campaign has come in its calendar, which is the module's."""
    started = await store.settings.get(_started(campaign.id))
    since = campaign.cursor or (datetime.fromisoformat(started) if started else None)
    amended = await calendar_of(store, campaign.id, calendar)
    return Almanac(amended, since, campaign.turn, tuple(await pauses_of(store, campaign.id)))


async def calendar_of(store: GuildStore, campaign: int, calendar: Calendar) -> AmendedCalendar:
    """The module's calendar as it holds for the campaign."""
    holidays = await store.agenda.holidays(campaign)
    run_days = (await store.agenda.run_days(campaign)).values()
    return AmendedCalendar.of(
        calendar,
        runless=frozenset(each.day for each in holidays if each.runs),
        unproductive=frozenset(each.day for each in holidays if each.productions),
        moved={each.day: each.at for each in run_days if each.at},
    )


async def pauses_text(store: GuildStore, campaign: int) -> str:
    """The pauses of the campaign as they are kept, JSON."""
    return await store.settings.get(_pauses(campaign)) or "[]"


async def put_back(store: GuildStore, campaign: Campaign, calendar: Calendar, text: str) -> None:
    """Take a pause back, as if it had not been, or the end of one: `text` is how pauses were.

    A campaign that runs is halted by it, one that is paused runs on.
    """
    await store.settings.put(_pauses(campaign.id), text)
    if campaign.state is CampaignState.RUNNING:
        await halt(store, campaign.id)
    else:
        await store.campaigns.set_state(campaign.id, CampaignState.RUNNING)
        await wind(store, await store.campaigns.get(campaign.id), calendar)


async def pauses_of(store: GuildStore, campaign: int) -> list[Pause]:
    """Every pause of the campaign, the one that lasts included."""
    return [
        Pause(datetime.fromisoformat(start), datetime.fromisoformat(end) if end else None)
        for start, end in json.loads(await pauses_text(store, campaign))
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
    await still(store, campaign)


async def resume(store: GuildStore, campaign: Campaign, calendar: Calendar, now: datetime) -> None:
    """Go on after a pause or a halt, and set the timer for what is due next."""
    pauses = await pauses_of(store, campaign.id)
    ended = [Pause(p.start, max(now, p.start)) if p.end is None else p for p in pauses]
    await _write(store, campaign.id, ended)
    await store.campaigns.set_state(campaign.id, CampaignState.RUNNING)
    await wind(store, campaign, calendar)


async def wind(store: GuildStore, campaign: Campaign, calendar: Calendar) -> Appointment | None:
    """Set the campaign's timers to what is due next, or clear them; returns what that is."""
    almanac = await almanac_of(store, campaign, calendar)
    due = almanac.next()
    if due is None or almanac.since is None:
        await still(store, campaign.id)
        return None
    await store.timers.put(campaign.id, TIMER, due.instant)
    # It rings at once, and is then set to when somebody has to be reminded.
    await store.timers.put(campaign.id, REMINDERS, almanac.since)
    if await store.standing.begun(campaign.id):
        await store.timers.put(campaign.id, STANDING, almanac.since)
    if await store.seats.caretakers(campaign.id):
        await store.timers.put(campaign.id, CARETAKERS, almanac.since)
    return due


async def still(store: GuildStore, campaign: int) -> None:
    """Clear the campaign's timers."""
    for name in (TIMER, REMINDERS, EARLY, STANDING, CARETAKERS):
        await store.timers.clear(campaign, name)


def _started(campaign: int) -> str:
    return f"started:{campaign}"


def _pauses(campaign: int) -> str:
    return f"pauses:{campaign}"


async def _write(store: GuildStore, campaign: int, pauses: list[Pause]) -> None:
    plain = [[p.start.isoformat(), p.end.isoformat() if p.end else None] for p in pauses]
    await store.settings.put(_pauses(campaign), json.dumps(plain))
