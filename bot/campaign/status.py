"""The status of a campaign, as its pinned message and `/campaign status` show it.

It says what anybody may know: the state, the dates, who may still join, and how many turns of each
faction are submitted. It goes out through the outbox, where a newer one takes an older one's place.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from bot.campaign.almanac import Almanac, almanac_of
from bot.campaign.attendance import Roll, roll_of
from bot.campaign.overseers import overseers_of
from bot.faces.words.text import listed, plain
from bot.jobs.chain import seal
from bot.payload import Card, Payload
from bot.store.agenda import Holiday, RunDay
from bot.store.guild import GuildStore
from bot.store.records import Address, Campaign, CampaignState, Member, MessageKind, NewMessage
from bot.store.steps import END
from engine.calendar import Calendar, OccasionKind, Weekday
from engine.packs import Rules

COLOUR = 0x8A6D3B

STATES = {
    CampaignState.FORMING: "being prepared; nobody can join yet",
    CampaignState.OPEN: "open to players, who join with `/join`; the first turn has not begun",
    CampaignState.RUNNING: "running",
    CampaignState.PAUSED: "paused; nothing is due until it goes on",
    CampaignState.ENDED: "over",
}
_JOINABLE = frozenset({CampaignState.OPEN, CampaignState.RUNNING, CampaignState.PAUSED})


def joinable(campaign: Campaign) -> bool:
    """Whether players may join; late ones may (cohorts.setup.late-joining)."""
    return campaign.joining and campaign.state in _JOINABLE


async def state_of(store: GuildStore, campaign: Campaign) -> str:
    """What the campaign is at present, in words that follow on "is"."""
    if await store.campaigns.moved_away(campaign.id):
        return "gone to another server, where it goes on"
    if set_ := await store.timers.get(campaign.id, END):
        return f"to end {moment(set_.at)}, by its moderators, who can take that back until then"
    return STATES[campaign.state]


async def status_message(store: GuildStore, rules: Rules, campaign: int) -> NewMessage:
    """The edit that brings the pinned message up to date; to be added in the change's unit."""
    row = await store.campaigns.get(campaign)
    payload = Payload(cards=(await status_card(store, rules, row),), opens_turn=0)
    return NewMessage(
        Address(role="herald"),
        f"T{row.tick}·S",
        payload.model_dump_json(),
        MessageKind.EDIT_STATUS,
    )


async def status_card(store: GuildStore, rules: Rules, campaign: Campaign) -> Card:
    """What anybody may know of the campaign."""
    lines = [
        f"**{rules.module.meta.title}**",
        f"The campaign is {await state_of(store, campaign)}.",
    ]
    if not campaign.joining and campaign.state in _JOINABLE:
        lines.append("Joining is closed for the time being.")
    if campaign.turn:
        lines.append(f"Turn {campaign.turn} · {rules.module.year.date_of(campaign.turn)}")
    roll = None
    if campaign.state is CampaignState.RUNNING:
        almanac = await almanac_of(store, campaign, rules.module.calendar)
        roll = await roll_of(store, campaign, almanac)
        lines += await _dates(store, campaign, almanac)
    if known := await overseers_of(store, campaign.id):
        lines.append(overseeing(known))
    lines.append(f"-# Seed's hash, for verification at the end: {campaign.seed_hash}")
    for tick in await store.campaigns.ticks(campaign.id, last=1):
        if tick.chain:
            lines.append(f"-# Seal of all that was played so far: {seal(tick.chain)}")
    members = await store.members.of_campaign(campaign.id)
    return Card(
        title=plain(campaign.name),
        text="\n".join(lines),
        fields=tuple(_factions(rules, members, roll, await _seats(store, campaign.id))),
        colour=COLOUR,
    )


def overseeing(users: Sequence[int]) -> str:
    """Who plays and may read every channel all the same, in a sentence."""
    names = listed([f"<@{user}>" for user in users])
    both = "moderates and plays" if len(users) == 1 else "moderate and play"
    return f"⚖️ {names} {both}. The moderators' role reads the channels of all factions."


async def _dates(store: GuildStore, campaign: Campaign, almanac: Almanac) -> list[str]:
    run, production = almanac.next(OccasionKind.RUN), almanac.next(OccasionKind.PRODUCTION)
    lines = [f"{runs_on(almanac.calendar)}. Each player's turn runs once a week."]
    if run:
        day = await store.agenda.run_day(campaign.id, run.day)
        lines.append(f"Next run and cut-off: {moment(run.instant)}{why_then(day)}")
    if production:
        lines.append(f"Next production: {moment(production.instant)}")
    if almanac.since:
        today = almanac.calendar.local_day(almanac.since)
        for each in await store.agenda.holidays(campaign.id):
            if each.day > today:
                lines.append(f"Next holiday: {holiday_line(each, almanac.calendar)}")
                break
    return [*lines, "`/calendar` shows what comes, and who is away."]


def why_then(run: RunDay) -> str:
    """Why a run is not at its own hour, as a clause; nothing if it is."""
    if run.early:
        return ", now that the moderators said so" if run.forced else ", early: everyone is ready"
    if run.waits:
        return ", since too few turns are in: then it is looked at again"
    return ", put off" if run.cut_off else ""


def holiday_line(holiday: Holiday, calendar: Calendar) -> str:
    """A holiday: its day, its name, and what does not take place."""
    without = [
        what for what, no in (("run", holiday.runs), ("production", holiday.productions)) if no
    ]
    at = int(calendar.hour_on(holiday.day).timestamp())
    name = plain(holiday.name)
    return f"{day_name(holiday.day)} (<t:{at}:d>), {name}: no {' and no '.join(without)}"


def runs_on(calendar: Calendar) -> str:
    """On which weekdays turns run, such as "Runs are on Monday to Friday"."""
    order = list(Weekday)
    days = sorted(calendar.run_days, key=order.index)
    names = [day.value.capitalize() for day in days]
    first = order.index(days[0])
    if len(days) > 2 and days == order[first : first + len(days)]:
        return f"Runs are on {names[0]} to {names[-1]}"
    return f"Runs are on {listed(names, len(order))}"


@dataclass(frozen=True, slots=True)
class _Seats:
    """How many seats nobody holds, and how many a computer, by faction."""

    free: Counter[int]
    computers: Counter[int]


async def _seats(store: GuildStore, campaign: int) -> _Seats:
    free = await store.seats.free(campaign)
    return _Seats(
        Counter(each.faction for each in free), Counter(await store.seats.rivals(campaign))
    )


def _factions(
    rules: Rules, members: list[Member], roll: Roll | None, seats: _Seats
) -> list[tuple[str, str]]:
    """Each faction with its seats and the turns that are in; Discord takes 25 fields."""
    fields: list[tuple[str, str]] = []
    for number, faction in enumerate(rules.module.factions.values(), 1):
        seated = [member.user for member in members if member.faction == number]
        computers, free = seats.computers[number], seats.free[number]
        told = f"{len(seated)} playing" + (f", {computers} by computer" if computers else "")
        told += seats_left(faction.players, len(seated) + computers + free)
        if free:
            told += f"\n{free} to be taken over with `/seat take`"
        if roll and seated:
            told += f"\n{turns_in(roll, seated)}"
        fields.append((faction.name, told))
    return fields[:25]


def turns_in(roll: Roll, users: Sequence[int]) -> str:
    """How many of these people have run or submitted the week's turn, and how many are away."""
    ready, away = (sum(user in those for user in users) for those in (roll.ready, roll.away))
    return f"{ready} of {len(users)} submitted" + (f", {away} away" if away else "")


def seats_left(most: int | None, seated: int) -> str:
    """How many seats are free, as a clause; nothing where there is no limit."""
    if most is None:
        return ""
    return f", {most - seated} free" if seated < most else ", full"


def moment(at: datetime) -> str:
    """An instant, as Discord shows it to each reader in the reader's own time."""
    stamp = int(at.timestamp())
    return f"<t:{stamp}:F> (<t:{stamp}:R>)"


def day_name(day: date) -> str:
    """A date by the campaign's clock, as it is written to people."""
    return f"{day:%A}, {day.day} {day:%B}"
