"""The calendar of a campaign in one place, as `/calendar` shows it to one reader.

Every time is a Discord timestamp, which each reader sees in the reader's own. For the reader's
faction it names who has submitted; for others it says how many.
"""

from itertools import islice

from bot.calendar.readiness import described, readiness_of
from bot.calendar.timing import left_of
from bot.campaign.almanac import Almanac, almanac_of
from bot.campaign.attendance import Roll, roll_of
from bot.campaign.status import (
    COLOUR,
    day_name,
    holiday_line,
    moment,
    state_of,
    turns_in,
    why_then,
)
from bot.faces.words.text import plain
from bot.payload import Card
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Member
from engine.calendar import Occasion, OccasionKind
from engine.packs import Rules

COMING = 8
"""Runs and productions that are shown."""
LISTED = 10
"""Holidays and vacations that are shown."""


async def calendar_card(
    store: GuildStore, rules: Rules, campaign: Campaign, reader: Member | None
) -> Card:
    """What comes, and who is late; `reader` is the viewer's seat, if any."""
    almanac = await almanac_of(store, campaign, rules.module.calendar)
    roll = None
    if campaign.state is CampaignState.RUNNING:
        roll = await roll_of(store, campaign, almanac)
    sections = [
        ("", [f"The campaign is {await state_of(store, campaign)}."]),
        ("Coming", await _coming(store, campaign, almanac) if roll else []),
        ("Holidays", await _holidays(store, campaign, almanac)),
        ("On vacation", await _vacations(store, campaign, almanac)),
        ("How runs are held", await _held(store, rules, campaign)),
        ("You", await _yours(store, campaign, almanac, roll, reader) if roll and reader else []),
    ]
    text = "\n".join(
        "\n".join([f"**{title}**" if title else "", *lines]).strip()
        for title, lines in sections
        if lines
    )
    fields = await _factions(store, rules, campaign, roll, reader) if roll else []
    return Card(
        title=f"{plain(campaign.name)} · calendar",
        text=text[:4000],
        fields=tuple(fields[:25]),
        colour=COLOUR,
    )


async def _coming(store: GuildStore, campaign: Campaign, almanac: Almanac) -> list[str]:
    moved = await store.agenda.run_days(campaign.id)
    lines: list[str] = []
    for due in islice(almanac.coming(), COMING):
        why = why_then(moved[due.day]) if due.kind is OccasionKind.RUN and due.day in moved else ""
        lines.append(f"• {moment(due.instant)}: {_what(due)}{why}")
    return lines


def _what(due: Occasion) -> str:
    if due.kind is OccasionKind.RUN:
        return f"cut-off and run of {day_name(due.day)}"
    return "weekly and monthly production" if due.monthly else "weekly production"


async def _holidays(store: GuildStore, campaign: Campaign, almanac: Almanac) -> list[str]:
    today = almanac.calendar.local_day(almanac.since) if almanac.since else None
    found = await store.agenda.holidays(campaign.id)
    coming = [each for each in found if today is None or each.day > today]
    lines = [f"• {holiday_line(each, almanac.calendar)}" for each in coming[:LISTED]]
    return lines + ([f"• … and {len(coming) - LISTED} more"] if len(coming) > LISTED else [])


async def _vacations(store: GuildStore, campaign: Campaign, almanac: Almanac) -> list[str]:
    today = almanac.calendar.local_day(almanac.since) if almanac.since else None
    playing = {each.user for each in await store.members.of_campaign(campaign.id)}
    return [
        f"• <@{each.user}>: {day_name(each.first)} to {day_name(each.last)}"
        for each in await store.agenda.vacations(campaign.id)
        if each.user in playing and (today is None or each.last >= today)
    ][:LISTED]


async def _held(store: GuildStore, rules: Rules, campaign: Campaign) -> list[str]:
    calendar = rules.module.calendar
    chosen = await readiness_of(store, campaign.id, calendar)
    hour = f"Runs and productions are at {calendar.cut_off:%H:%M}, {calendar.time_zone.key}."
    return [f"{hour} {described(chosen)}"]


async def _yours(
    store: GuildStore, campaign: Campaign, almanac: Almanac, roll: Roll, reader: Member
) -> list[str]:
    pending = await store.submissions.pending(campaign.id, reader.user)
    if pending:
        at = almanac.calendar.cut_off_on(pending.run_date)
        turn = f"Your turn is submitted for {day_name(pending.run_date)}, {moment(at)}."
    elif reader.user in roll.ran:
        turn = "You have run this week's turn."
    else:
        turn = f"You owe this week's turn; its last cut-off is {moment(roll.deadline)}."
    hours = await store.agenda.reminders(campaign.id)
    before = hours.get(reader.user, almanac.calendar.reminder_hours)
    reminded = f"I remind you {before} h before it." if before else "I do not remind you."
    return [f"{turn} {reminded}"]


async def _factions(
    store: GuildStore, rules: Rules, campaign: Campaign, roll: Roll, reader: Member | None
) -> list[tuple[str, str]]:
    left = await left_of(store, rules, campaign.id, roll.day)
    fields: list[tuple[str, str]] = []
    for number, faction in enumerate(rules.module.factions.values(), 1):
        seated = [member.user for member in roll.members if member.faction == number]
        lines = [turns_in(roll, seated)] if seated else ["nobody plays"]
        if reader and reader.faction == number:
            lines += [f"<@{user}>: {_standing(roll, user)}" for user in seated[:LISTED]]
        lines.append(f"{left[number]} of {rules.module.calendar.extensions} extensions left")
        fields.append((faction.name, "\n".join(lines)))
    return fields


def _standing(roll: Roll, user: int) -> str:
    if user in roll.waiting:
        return "submitted"
    if user in roll.ran:
        return "has run"
    return "away" if user in roll.away else "owes the turn"
