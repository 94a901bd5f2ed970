"""Submitting a turn: which run days are open to a player, and the copy that then waits for its run.

Use cases over the store and the calendar, as `ordering` for the draft. Nothing here runs a turn.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice

from bot.answers import Refused
from bot.calendar.readiness import have_looked, look_at_once
from bot.campaign.almanac import calendar_of, pauses_of
from bot.campaign.status import runs_on
from bot.faces.forecasts import Brief
from bot.faces.words.text import plain
from bot.host import Host, Seat
from bot.jobs.agenda import Person
from bot.orders.access import acting, check_player, check_power, store_of
from bot.orders.fights import fights_of
from bot.store.records import CampaignState, Submission
from bot.typed import day_of
from engine.calendar import Calendar, Pause, Week
from engine.campaign import Now, Player
from engine.caretaking import CARETAKERS_KEY
from engine.module.names import closest, key_of
from engine.packs import Rules
from engine.world import World
from engine.written import Unfit, items

DAYS_OFFERED = 25
"""Run days that are offered to choose from; later ones can be typed."""
_FARTHEST = 366
"""Days ahead that a run day may be."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """A turn that is accepted, until when it may be changed, and which one it replaced."""

    submission: Submission
    orders: int
    deadline: datetime
    replaced: Submission | None
    refused: tuple[str, ...]
    """The keys of orders that would be refused, as far as a plan is at hand."""
    note: str
    """What else to tell."""
    runs: str
    """On which days there are runs, in words."""


async def run_days(host: Host, seat: Seat) -> list[date]:
    """The next run days that the player may choose; none while the campaign is paused."""
    calendar, pauses, used = await _calendar(host, seat)
    return list(islice(calendar.open_run_days(host.clock.now(), used, pauses), DAYS_OFFERED))


async def submit(
    host: Host, seat: Seat, wished: str | None = None, sequence: str | None = None
) -> Submitted:
    """Submit the draft for a run day, by default the next that is open (cohorts.turn.submission).

    `wished` is a date such as 2026-01-05; `sequence` names teammates with commas in the order in
    which their turns should run (cohorts.turn.sequence). Raises `Refused` if there is nothing to
    submit, or no such day or sequence.
    """
    calendar, pauses, used, day, teammates = await _meant(host, seat, wished, sequence)
    rules = await host.rules(seat.guild, seat.campaign)

    def run_date(committed: datetime) -> date:
        found = calendar.run_day_for(day, committed, pauses)
        if found is None or calendar.week_of(found) in used:
            raise Refused(
                "The cut-off has just passed, and no other day of this week is open to you.",
                way_out="Submit again for a day of next week.",
                rule=rules.cites("submission"),
            )
        return found

    async with acting(host, seat, "submit") as store:
        if (await store.campaigns.get(seat.campaign.id)).tick != seat.campaign.tick:
            # A run may have used the week's turn since the view was read.
            raise Refused("The world has just moved on.", way_out="Submit your turn again.")
        draft = await store.drafts.get(seat.campaign.id, seat.member.user)
        if not draft.orders:
            raise Refused(
                "You have no orders to submit.", way_out="Give some first, or upload a sheet."
            )
        replaced = await store.submissions.pending(seat.campaign.id, seat.member.user)
        submission = await store.submissions.submit(
            seat.campaign.id,
            seat.member.user,
            run_date,
            teammates,
            deputy=seat.deputy.user if seat.deputy else None,
        )
        if seat.deputy:
            await store.deputies.note(seat.deputy.id, "submitted", draft.version)
        await have_looked(host, store, seat.campaign.id)
    deadline, runs = calendar.cut_off_on(submission.run_date), runs_on(calendar)
    note = await look_at_once(host, seat.guild, seat.campaign.id)
    plan = host.planned(seat, draft)
    refused = tuple(p.key for p in plan.orders if p.outcome == "refused") if plan else ()
    return Submitted(submission, len(draft.orders), deadline, replaced, refused, note, runs)


def by_whom(submission: Submission) -> str:
    """Who submitted a turn where it was not its player, as words with a blank behind."""
    if submission.deputy:
        return f"by your deputy <@{submission.deputy}> "
    tended = any(each["key"].startswith(CARETAKERS_KEY) for each in json.loads(submission.body))
    return "by the caretaker " if submission.unasked and tended else ""


async def changed_by(host: Host, seat: Seat, version: int) -> int | None:
    """The deputy who left the list as it is in that version, if one did."""
    async with store_of(host, seat) as store:
        deeds = await store.deputies.deeds(seat.campaign.id, seat.player, last=1)
    return next((each.user for each in deeds if each.version == version), None)


@dataclass(frozen=True, slots=True)
class Question:
    """What would go to waste or most likely be lost if a draft were submitted as it is."""

    unused: tuple[str, ...]
    """As people typed it."""
    fights: tuple[tuple[str, Brief], ...]
    """What the fights would bring to which its orders lead, by the orders' keys."""
    turn: int
    version: int
    """Of the draft."""


async def question(
    host: Host, seat: Seat, wished: str | None = None, sequence: str | None = None
) -> Question | None:
    """What would go to waste or most likely be lost, where that must be asked first.

    It is asked once for a draft in a turn, unless the player wants no such question; `was_asked`
    notes who was. Raises `Refused` as `submit` does.
    """
    await _meant(host, seat, wished, sequence)
    async with store_of(host, seat) as store:
        note = await store.turn_notes.get(seat.campaign.id, seat.member.user)
        draft = await store.drafts.get(seat.campaign.id, seat.member.user)
    if note.silent or note.asked == (seat.campaign.turn, draft.version) or not draft.orders:
        return None
    person = Person(submitted=False, looked=note.looked)
    unused = tuple(entry.unused for entry in (await host.agenda(seat, draft, person)).unused)
    found = await fights_of(host, seat, draft)
    if not unused and all(each.hopeful for each in found.values()):
        return None
    return Question(unused, tuple(found.items()), seat.campaign.turn, draft.version)


async def was_asked(host: Host, seat: Seat, asked: Question) -> None:
    """Note that the player has been asked, once Discord has taken the question."""
    async with store_of(host, seat) as store, store.unit():
        await store.turn_notes.ask(seat.campaign.id, seat.member.user, asked.turn, asked.version)


async def ask_no_more(host: Host, seat: Seat) -> None:
    """Ask the player nothing more before turns are submitted."""
    async with store_of(host, seat) as store, store.unit():
        await store.turn_notes.silence(seat.campaign.id, seat.member.user, silent=True)


async def _meant(
    host: Host, seat: Seat, wished: str | None, sequence: str | None
) -> tuple[Calendar, list[Pause], list[Week], date, str]:
    """The calendar with its pauses and the weeks that are used, the day, and the teammates."""
    check_player(seat)
    check_power(seat, "submit")
    if seat.campaign.state not in (CampaignState.RUNNING, CampaignState.PAUSED):
        raise Refused(
            "This campaign has not started yet.",
            way_out="Prepare your orders; submit them when the moderators have started it.",
        )
    calendar, pauses, used = await _calendar(host, seat)
    rules = await host.rules(seat.guild, seat.campaign)
    day = run_date_for(rules, calendar, pauses, used, wished, host.clock.now())
    view = await host.view(seat.guild, seat.campaign, seat.member.faction)
    return calendar, pauses, used, day, json.dumps(sequence_of(rules, view, seat, sequence))


async def withdraw(host: Host, seat: Seat) -> tuple[Submission, str]:
    """Take back the submission that waits, and what else to tell; the draft stays."""
    check_player(seat)
    async with acting(host, seat, "submit") as store:
        taken = await store.submissions.withdraw(seat.campaign.id, seat.member.user)
        if seat.deputy:
            await store.deputies.note(seat.deputy.id, "withdrew", taken.version)
        await have_looked(host, store, seat.campaign.id)
    return taken, await look_at_once(host, seat.guild, seat.campaign.id)


async def pending(host: Host, seat: Seat) -> tuple[Submission, datetime] | None:
    """The submission that waits, if any, and its cut-off."""
    async with store_of(host, seat) as store:
        found = await store.submissions.pending(seat.campaign.id, seat.member.user)
        if found is None:
            return None
        rules = await host.rules(seat.guild, seat.campaign)
        calendar = await calendar_of(store, seat.campaign.id, rules.module.calendar)
    return found, calendar.cut_off_on(found.run_date)


@dataclass(frozen=True, slots=True)
class TurnState:
    """How a player stands to the calendar."""

    submission: Submission | None
    """The turn that waits for its run."""
    used: bool
    """Whether the week's turn of the player has been run."""
    cut_off: datetime | None
    """Of the turn that waits, else the next that is open to the player; None in a pause."""
    runs: str
    """On which days there are runs, in words."""


async def standing(host: Host, seat: Seat) -> TurnState:
    """How the player stands to the calendar now."""
    calendar, pauses, used = await _calendar(host, seat)
    async with store_of(host, seat) as store:
        waiting = await store.submissions.pending(seat.campaign.id, seat.member.user)
    now = host.clock.now()
    day = waiting.run_date if waiting else next(calendar.open_run_days(now, used, pauses), None)
    cut_off = calendar.cut_off_on(day) if day else None
    return TurnState(waiting, bool(used), cut_off, runs_on(calendar))


async def _calendar(host: Host, seat: Seat) -> tuple[Calendar, list[Pause], list[Week]]:
    """The campaign's calendar, its pauses, and the weeks whose turn the player has used."""
    own = (await host.rules(seat.guild, seat.campaign)).module.calendar
    view = await host.view(seat.guild, seat.campaign, seat.member.faction)
    async with store_of(host, seat) as store:
        calendar = await calendar_of(store, seat.campaign.id, own)
        pauses = await pauses_of(store, seat.campaign.id)
    now, me = view.find(Now, 1), view.find(Player, seat.player)
    used = now is not None and me is not None and me.last_run == now.turn
    return calendar, pauses, [calendar.week_of(now.date)] if now and used else []


def run_date_for(
    rules: Rules,
    calendar: Calendar,
    pauses: Sequence[Pause],
    used: Sequence[Week],
    wished: str | None,
    now: datetime,
) -> date:
    """The day for which a turn is submitted: the one wished for, without one the next open day.

    `used` are the weeks whose turn the player has used. Source: cohorts.turn.submission.

    Raises:
        Refused: the wish is no day that is open to the player, or none is.
    """
    first = next(calendar.open_run_days(now, used, pauses), None)
    if first is None:
        raise Refused(
            "The campaign is paused, and no run day is set.",
            way_out="Keep your orders, and submit them when it goes on.",
        )
    next_open = f"The next open day is {first:%A}, {first.isoformat()}."
    if not wished:
        return first
    day = day_of(wished, first, hint=next_open)
    if not calendar.runs_on(day):
        raise Refused(
            f"No turns are run on {day:%A}, {day.isoformat()}.",
            way_out=next_open,
            rule=rules.cites("run-days"),
        )
    if now >= calendar.cut_off_on(day):
        raise Refused(
            f"The cut-off of {day.isoformat()} has passed.",
            way_out=next_open,
            rule=rules.cites("cut-off"),
        )
    if (day - first).days > _FARTHEST:
        raise Refused(f"{day.isoformat()} is more than a year ahead.", way_out=next_open)
    if calendar.week_of(day) in used:
        raise Refused(
            "You have used this week's turn already.",
            way_out=next_open,
            rule=rules.cites("submission"),
        )
    if calendar.run_day_for(day, now, pauses) != day:
        raise Refused(f"The campaign is paused on {day.isoformat()}.", way_out=next_open)
    return day


def sequence_of(rules: Rules, view: World, seat: Seat, text: str | None) -> list[int]:
    """The teammates that a text names, by their ids in the world. Raises `Refused`."""
    team = list(view.by(Player, "faction", seat.member.faction))
    by_name = {key_of(player.name): player.id for player in team}
    found: list[int] = []
    for name in _names(text or ""):
        id = by_name.get(key_of(name))
        if id is None:
            like = closest(name, [player.name for player in team])
            hint = f"Did you mean {plain(like)}? " if like else ""
            names = ", ".join(plain(player.name) for player in team)
            raise Refused(
                f"“{plain(name[:40])}” is not one of your faction's players.",
                way_out=f"{hint}Your faction's players are {names}.",
                rule=rules.cites("sequence"),
            )
        if id not in found:
            found.append(id)
    return found


def _names(text: str) -> list[str]:
    try:
        return [item.text for item in items(text) if item.text]
    except Unfit as unfit:
        raise Refused(
            f"I cannot read the sequence: {plain(str(unfit))}.",
            way_out="Name teammates with commas in between.",
        ) from None
