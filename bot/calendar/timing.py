"""What people change of a campaign's calendar: holidays, cut-offs put off, vacations.

Each act is one unit of the store with all that follows from it: the timers, the audit log, the
herald's news and the status. Runs that are early or wait are in `readiness`.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from bot.answers import Refused
from bot.campaign.almanac import EARLY, Almanac, almanac_of, wind
from bot.campaign.publishing import publish, taken_back
from bot.campaign.status import STATES, day_name, moment
from bot.faces.words.text import plain
from bot.host import Host, Seat
from bot.store.agenda import Holiday, RunDay
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Trace, Vacation
from bot.store.steps import STATUS
from engine.calendar import Occasion, OccasionKind
from engine.packs import Rules

if TYPE_CHECKING:
    from bot.campaign.undoing import Undoing

LONGEST = 62
"""Days that a vacation, or holidays announced at once, may have."""
MOST_HOURS = 168
"""Most hours that moderators may postpone a cut-off at once."""

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class CalendarChange:
    """A campaign whose calendar is being changed, with the store's unit open."""

    store: GuildStore
    rules: Rules
    campaign: Campaign
    almanac: Almanac
    now: datetime

    @property
    def today(self) -> date:
        """The date by the campaign's clock."""
        return self.almanac.calendar.local_day(self.now)

    async def run(self) -> tuple[RunDay, Occasion]:
        """The next run, and how it differs from the calendar. Raises `Refused`."""
        due = self.almanac.next(OccasionKind.RUN)
        if self.campaign.state is not CampaignState.RUNNING or due is None:
            raise Refused(
                f"No run is due: the campaign is {STATES[self.campaign.state]}.",
                way_out="Look at /calendar when it runs.",
            )
        if due.instant <= self.now:
            raise Refused(
                "The cut-off has just passed, and its run is being made.",
                way_out="Try again when it is made; /calendar shows the next cut-off.",
                rule=self.rules.cites("cut-off"),
            )
        return await self.store.agenda.run_day(self.campaign.id, due.day), due


@asynccontextmanager
async def changing(host: Host, guild: int, campaign: int) -> AsyncGenerator[CalendarChange]:
    """Change a campaign's calendar in one unit; its timers and its status follow.

    Raises `Refused` once it has ended.
    """
    async with host.stores.use(guild) as store:
        rules = await host.rules(guild, await store.campaigns.get(campaign))
        calendar = rules.module.calendar
        async with store.unit():
            present = await store.campaigns.get(campaign)
            if present.state is CampaignState.ENDED:
                raise Refused("This campaign has ended.", way_out="Join another one.")
            almanac = await almanac_of(store, present, calendar)
            yield CalendarChange(store, rules, present, almanac, host.clock.now())
            if present.state is CampaignState.RUNNING:
                await wind(store, present, calendar)
                await store.timers.put(campaign, EARLY, host.clock.now())
            await store.timers.put(campaign, STATUS, store.now())


# ---------------------------------------------------------------- holidays


async def add_holidays(
    host: Host, guild: int, campaign: Campaign, who: int, first: date, last: date, kind: Holiday
) -> str:
    """Let nothing of the kind take place on these days; says where it moves instead.

    `kind` is the name, and what does not take place; its day is not looked at.
    """
    async with changing(host, guild, campaign.id) as change:
        days = _span(first, last, "Holidays")
        _to_come(change, days[0])
        before = await _holidays(change, days)
        await change.store.agenda.put_holidays(
            campaign.id, [replace(kind, day=day) for day in days]
        )
        after = (await almanac_of(change.store, campaign, change.rules.module.calendar)).calendar
        moves: list[str] = []
        if kind.runs:
            moves.append(
                f"Turns submitted for it move to {day_name(after.next_run_day(days[-1]))}."
            )
        if kind.productions:
            moves.append("A production of it comes just before the next run.")
        told = " ".join(moves)
        await publish(
            change.store,
            change.campaign,
            who,
            "holiday",
            why=f"{kind.name}: {_from_to(days)}",
            news=f"🎉 **{plain(kind.name)}**: {_from_to(days)}. {told}",
            trace=Trace(before, await _holidays(change, days), open=True),
        )
        return told


async def remove_holidays(
    host: Host, guild: int, campaign: Campaign, who: int, first: date, last: date
) -> list[Holiday]:
    """Make holidays ordinary days again; returns those that were.

    Raises `Refused` if there are none.
    """
    async with changing(host, guild, campaign.id) as change:
        days = _span(first, last, "Holidays")
        _to_come(change, days[0])
        known = await change.store.agenda.holidays(campaign.id)
        gone = [each for each in known if each.day in days]
        before = await _holidays(change, days)
        if not gone:
            raise Refused(
                f"There is no holiday in {_from_to(days)}.",
                way_out="The desk shows them: More …, The calendar.",
            )
        await change.store.agenda.remove_holidays(campaign.id, [each.day for each in gone])
        told = ", ".join(day_name(each.day) for each in gone)
        await publish(
            change.store,
            change.campaign,
            who,
            "holiday taken back",
            why=told[:200],
            news=f"📅 No holiday any more: {told}."[:1500],
            trace=Trace(before, await _holidays(change, days), open=True),
        )
        return gone


async def undo_holidays(undoing: Undoing) -> str:
    """Make holidays, or days without one, what they were; refused once their hour has passed."""
    campaign, entry = undoing.campaign, undoing.entry
    plain_days: dict[str, object] = json.loads(entry.trace.after or "{}")
    days = [date.fromisoformat(day) for day in plain_days]
    async with changing(undoing.bot.host, undoing.guild.id, campaign.id) as change:
        trace = taken_back(entry, await _holidays(change, days))
        _to_come(change, days[0])
        was = json.loads(trace.after or "{}")
        await change.store.agenda.remove_holidays(campaign.id, days)
        await change.store.agenda.put_holidays(
            campaign.id,
            [Holiday(day, *was[day.isoformat()]) for day in days if was[day.isoformat()]],
        )
        holiday = any(was.values())
        await publish(
            change.store,
            change.campaign,
            undoing.who,
            "holiday" if holiday else "holiday taken back",
            why=undoing.why,
            news=f"📅 {_from_to(days)}: {'holidays' if holiday else 'no holiday'}, as before.",
            trace=trace,
        )
    return f"{_from_to(days)}: as before."


async def _holidays(change: CalendarChange, days: list[date]) -> str:
    """What these days are, as JSON: by day name, runs and productions; None for no holiday."""
    known = {each.day: each for each in await change.store.agenda.holidays(change.campaign.id)}
    return json.dumps(
        {
            day.isoformat(): [each.name, each.runs, each.productions]
            if (each := known.get(day))
            else None
            for day in days
        }
    )


# ---------------------------------------------------------------- cut-offs put off


async def extend(host: Host, seat: Seat, day: date) -> tuple[datetime, int]:
    """Put the next cut-off, which must be that day's, off for all by an extension of the faction's.

    Returns the new cut-off and how many are left. They are the factions', not the players', so that
    a side with many players cannot hold the others up more often than one with few. Raises
    `Refused` if none is left or the cut-off cannot be put off.
    """
    async with changing(host, seat.guild, seat.campaign.id) as change:
        due, at, left = await _extension(change, seat)
        if due.day != day:
            raise Refused(
                f"The cut-off of {day_name(day)} is not the next one any more.",
                way_out="Ask again: /extend says which is next.",
            )
        run, _ = await change.run()
        calendar, faction = change.rules.module.calendar, seat.member.faction
        await change.store.agenda.put_run_day(seat.campaign.id, replace(run, cut_off=at))
        await change.store.agenda.add_extension(
            seat.campaign.id, faction, seat.member.user, due.day, calendar.extension_hours
        )
        side = list(change.rules.module.factions.values())[faction - 1].name
        await publish(
            change.store,
            change.campaign,
            seat.member.user,
            "cut-off put off by a faction",
            why=f"{side}, {due.day.isoformat()}, {calendar.extension_hours} h",
            news=f"⏳ {side} asked for more time: the cut-off of {day_name(due.day)} is now "
            f"{moment(at)}, for all.",
        )
        return at, left - 1


async def extension_of(host: Host, seat: Seat) -> tuple[Occasion, datetime, int]:
    """The run whose cut-off the faction would put off now, until when, and how many it has left.

    Nothing is changed. Raises `Refused` as `extend` does.
    """
    async with host.stores.use(seat.guild) as store:
        rules = await host.rules(seat.guild, seat.campaign)
        async with store.unit():
            present = await store.campaigns.get(seat.campaign.id)
            almanac = await almanac_of(store, present, rules.module.calendar)
            change = CalendarChange(store, rules, present, almanac, host.clock.now())
            return await _extension(change, seat)


async def _extension(change: CalendarChange, seat: Seat) -> tuple[Occasion, datetime, int]:
    run, due = await change.run()
    calendar, faction = change.rules.module.calendar, seat.member.faction
    if run.early:
        raise Refused(
            "Everyone is ready, and the run is about to take place.",
            way_out="Take your turn back with /orders withdraw, then ask again.",
        )
    left = await extensions_left(change, due.day)
    if not left[faction]:
        raise Refused(
            f"Your faction has used its {calendar.extensions} of {due.day:%B}.",
            way_out="Ask the moderators: they can put a cut-off off, or give one back.",
        )
    at = due.instant + timedelta(hours=calendar.extension_hours)
    following = next(change.almanac.coming_after(due), None)
    if following and at >= following.instant:
        raise Refused(
            f"That would run into the {following.kind} of {day_name(following.day)}.",
            way_out="Submit for a later day, or ask the moderators.",
        )
    return due, at, left[faction]


async def extensions_left(change: CalendarChange, day: date) -> dict[int, int]:
    """By faction, how many cut-offs it may still put off in the day's month."""
    return await left_of(change.store, change.rules, change.campaign.id, day)


async def left_of(store: GuildStore, rules: Rules, campaign: int, day: date) -> dict[int, int]:
    """As `extensions_left`, for people who only look."""
    used = [each.faction for each in await store.agenda.extensions(campaign, day)]
    most = rules.module.calendar.extensions
    numbers = range(1, len(rules.module.factions) + 1)
    return {faction: max(most - used.count(faction), 0) for faction in numbers}


async def put_off(
    host: Host, guild: int, campaign: Campaign, who: int, hours: int, why: str
) -> datetime:
    """Put the next cut-off off, as a moderator; whatever comes before the new one waits with it."""
    async with changing(host, guild, campaign.id) as change:
        run, due = await change.run()
        at = (run.cut_off or change.almanac.calendar.hour_on(due.day)) + timedelta(hours=hours)
        later = replace(run, cut_off=at, early=None, waits=False)
        await change.store.agenda.put_run_day(campaign.id, later)
        trace = Trace(_run_day(run), _run_day(later), open=True)
        await publish(
            change.store,
            change.campaign,
            who,
            "cut-off put off",
            why=f"{due.day.isoformat()}, {hours} h: {why}",
            news=f"⏳ The cut-off of {day_name(due.day)} is now {moment(at)}. Why: {plain(why)}",
            trace=trace,
        )
        return at


async def undo_put_off(undoing: Undoing) -> str:
    """Let a cut-off be when it was; refused once that hour, or the run, has passed."""
    campaign, entry = undoing.campaign, undoing.entry
    async with changing(undoing.bot.host, undoing.guild.id, campaign.id) as change:
        run, due = await change.run()
        trace = taken_back(entry, _run_day(run))
        was = _read_run_day(trace.after or "")
        at = was.at or change.almanac.calendar.hour_on(was.day)
        if at <= change.now:
            raise Refused(
                f"The hour that it would be again, {moment(at)}, has passed.",
                way_out="Run now, at the desk, makes the run at once.",
            )
        await change.store.agenda.put_run_day(campaign.id, was)
        back = entry.what == "campaign cut-off put off"
        await publish(
            change.store,
            change.campaign,
            undoing.who,
            "cut-off put back" if back else "cut-off put off",
            why=undoing.why,
            news=f"⏳ The cut-off of {day_name(due.day)} is {moment(at)} again.",
            trace=trace,
        )
    return f"The cut-off is {moment(at)} again."


def _run_day(run: RunDay) -> str:
    """A run day as the log keeps it."""
    at = [each.isoformat() if each else None for each in (run.cut_off, run.early)]
    return json.dumps([run.day.isoformat(), *at, run.waits, run.forced])


def _read_run_day(text: str) -> RunDay:
    day, cut_off, early, waits, forced = json.loads(text)
    later, sooner = (datetime.fromisoformat(at) if at else None for at in (cut_off, early))
    return RunDay(date.fromisoformat(day), later, sooner, waits, forced)


async def refund(host: Host, guild: int, campaign: Campaign, who: int, faction: int) -> int:
    """Give a faction its latest extension of the month back; returns how many it has now.

    Raises `Refused` if none was used.
    """
    async with changing(host, guild, campaign.id) as change:
        due = change.almanac.next(OccasionKind.RUN)
        day = due.day if due else change.today
        used = await change.store.agenda.extensions(campaign.id, day)
        mine = [each for each in used if each.faction == faction]
        side = list(change.rules.module.factions.values())[faction - 1].name
        if not mine:
            raise Refused(
                f"{side} has used no extension in {day:%B}.", way_out="Look at /calendar."
            )
        await change.store.agenda.refund(mine[-1].id)
        await publish(
            change.store,
            change.campaign,
            who,
            "extension given back",
            why=side,
            news=f"⏳ {side} gets an extension back.",
            trace=Trace("null", json.dumps(mine[-1].id), open=True),
        )
        return (await extensions_left(change, day))[faction]


async def undo_refund(undoing: Undoing) -> str:
    """Count an extension as used after all, or give it back again."""
    campaign, entry = undoing.campaign, undoing.entry
    async with changing(undoing.bot.host, undoing.guild.id, campaign.id) as change:
        trace = Trace(entry.trace.after, entry.trace.before, undoes=entry.id, open=True)
        given = entry.what == "campaign extension given back"
        extension = json.loads((trace.before if given else trace.after) or "null")
        if extension is None:
            raise Refused(
                "The log does not say which extension it was.",
                way_out="The desk gives one back: More …, The calendar.",
            )
        if given:
            await change.store.agenda.use_again(extension)
        else:
            await change.store.agenda.refund(extension)
        await publish(
            change.store,
            change.campaign,
            undoing.who,
            "extension counted again" if given else "extension given back",
            why=undoing.why,
            news="⏳ An extension that was given back counts as used after all."
            if given
            else "⏳ An extension is given back again.",
            trace=trace,
        )
    return "The extension counts as used." if given else "The extension is given back."


# ---------------------------------------------------------------- vacations


async def take_vacation(host: Host, seat: Seat, first: date, last: date) -> Vacation:
    """Announce that nobody need wait for the player on these days.

    Raises `Refused` if they are over.
    """
    async with changing(host, seat.guild, seat.campaign.id) as change:
        _span(first, last, "A vacation")
        if last < change.today:
            raise Refused("These days are over.", way_out="Name days to come.")
        vacation = Vacation(seat.member.user, max(first, change.today), last)
        await change.store.agenda.put_vacation(seat.campaign.id, vacation)
        return vacation


async def end_vacation(host: Host, seat: Seat) -> None:
    """Call the player's vacation off, from today on."""
    async with changing(host, seat.guild, seat.campaign.id) as change:
        await change.store.agenda.end_vacations(seat.campaign.id, seat.member.user, change.today)


async def choose_reminder(host: Host, seat: Seat, hours: int) -> None:
    """Remind the player `hours` before a week's last cut-off; 0 for never."""
    async with changing(host, seat.guild, seat.campaign.id) as change:
        await change.store.agenda.put_reminder(seat.campaign.id, seat.member.user, hours)


# ---------------------------------------------------------------- inside


def _span(first: date, last: date, what: str) -> list[date]:
    length = (last - first).days + 1
    if not 1 <= length <= LONGEST:
        raise Refused(
            f"{what} last from 1 to {LONGEST} days.",
            way_out="Name the first day, then the last.",
        )
    return [first + _DAY * later for later in range(length)]


def _to_come(change: CalendarChange, first: date) -> None:
    """Nothing that is made, or should have been by now, is changed."""
    if change.almanac.calendar.cut_off_on(first) <= change.now:
        raise Refused(
            f"The hour of {day_name(first)} has passed.",
            way_out="Begin with a later day.",
            rule=change.rules.cites("cut-off"),
        )


def _from_to(days: list[date]) -> str:
    if len(days) == 1:
        return day_name(days[0])
    return f"{day_name(days[0])} to {day_name(days[-1])}"
