"""What moderators do at once about a turn that is late: remind those who owe it, or run it now.

Putting a cut-off off is in `timing`, pausing in `moderating`, runs that wait in `readiness`.
"""

import json
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from bot.answers import Refused
from bot.calendar.readiness import idle_players
from bot.calendar.reminding import remind_of_turn
from bot.calendar.timing import changing
from bot.campaign.almanac import almanac_of
from bot.campaign.attendance import Roll, roll_of
from bot.campaign.publishing import publish
from bot.campaign.status import STATES, day_name, moment
from bot.founding.moderating import NEXT
from bot.host import Host
from bot.seats.caretaking import tend_seats, yet_to_come
from bot.seats.seating import players_of
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Member, Trace
from engine.calendar import Occasion, OccasionKind

REMINDED: Final = "players reminded"
FORWARD: Final = "run brought forward"
PEACE: Final = timedelta(hours=1)
"""For so long after a reminder by hand there is no other one."""


async def owing(
    host: Host, guild: int, campaign: Campaign, store: GuildStore
) -> tuple[Roll, list[Member]]:
    """The roll of the week, and those whose turn is awaited: not idle ones.

    Raises `Refused` where nothing is due, and `bot.workers.WorkerError`. Not to be called in a
    unit.
    """
    rules = await host.rules(guild, campaign)
    roll = None
    if campaign.state is CampaignState.RUNNING:
        almanac = await almanac_of(store, campaign, rules.module.calendar)
        roll = await roll_of(store, campaign, almanac)
    if roll is None:
        raise Refused(
            f"Nobody owes a turn: the campaign is {STATES[campaign.state]}.",
            way_out=NEXT[campaign.state],
        )
    idle = await idle_players(host, guild, campaign, store)
    return roll, [each for each in roll.owing() if each.player not in idle]


async def remind_now(host: Host, guild: int, campaign: Campaign, who: int) -> int:
    """Remind everybody who owes the week's turn but those who want no reminders; how many.

    Raises `Refused` where nobody needs a reminder, or everybody got one a moment ago.
    """
    async with host.stores.use(guild) as store:
        roll, late = await owing(host, guild, campaign, store)
        async with store.unit():
            wishes = await store.agenda.reminders(campaign.id)
            late = [each for each in late if wishes.get(each.user) != 0]
            if not late:
                raise Refused(
                    "There is nobody to remind: whoever owes a turn wants no reminders.",
                    way_out="Write to them in their channel.",
                )
            now = host.clock.now()
            for entry in await store.audit.latest(campaign.id, last=50):
                if entry.what == REMINDED and now - entry.at < PEACE:
                    raise Refused(
                        f"They were reminded <t:{int(entry.at.timestamp())}:R>.",
                        way_out="Wait an hour from then, or put the cut-off off.",
                    )
            after = json.dumps({"players": [each.player for each in late]})
            noted = await store.audit.note(
                campaign.id, who, REMINDED, trace=Trace(after=after, open=True)
            )
            for member in late:
                await remind_of_turn(store, campaign, member, roll, f"R{noted.id}·P{member.player}")
    return len(late)


async def to_run(host: Host, guild: int, campaign: Campaign, day: date | None = None) -> Occasion:
    """The run that can be brought forward. Raises `Refused` where there is none.

    `day` is that of the run that somebody was asked about.
    """
    async with changing(host, guild, campaign.id) as change:
        _, due = await change.run()
        if day:
            _check_day(due, day)
        first, since = change.almanac.next(), change.almanac.since
        if since and since >= change.now:
            raise Refused(
                "The campaign, or its new calendar, has only begun.",
                way_out=f"The next run is at {moment(due.instant)}; try again after "
                f"{moment(since)}.",
            )
        if first and first.kind is OccasionKind.PRODUCTION:
            raise Refused(
                f"First comes the production of {moment(first.instant)}, at its own time: it ends "
                "the turn, and nobody has one more before it.",
                way_out="Wait for it, then run the next turn early.",
            )
        return due


def _check_day(due: Occasion, day: date) -> None:
    if due.day != day:
        raise Refused(
            f"The run of {day_name(day)} is made already, by its time or by another moderator.",
            way_out="The desk shows which run is next.",
        )


async def by_computer(host: Host, guild: int, campaign: Campaign, day: date) -> list[str]:
    """The names of those for whom a computer makes the turn of that day's run when it is made."""
    rules = await host.rules(guild, campaign)
    async with host.stores.use(guild) as store:
        almanac = await almanac_of(store, campaign, rules.module.calendar)
        found = await yet_to_come(store, campaign, almanac, day, host.clock.now())
    players = await players_of(host, guild, campaign)
    return [players[each].name for each in found if each in players]


async def bring_forward(host: Host, guild: int, campaign: Campaign, who: int, day: date) -> None:
    """Let that day's run, which must be the next one, be due now; it is made by `catch_up`.

    Turns that are in by now run, and computers and caretakers make theirs first. Raises `Refused`
    as `to_run` does, and `bot.workers.WorkerError`.
    """
    await to_run(host, guild, campaign, day)
    await tend_seats(host, guild, campaign.id, early=day)
    async with changing(host, guild, campaign.id) as change:
        run, due = await change.run()
        _check_day(due, day)
        early = replace(run, early=change.now, waits=False, forced=True)
        await change.store.agenda.put_run_day(campaign.id, early)
        trace = Trace(
            before=json.dumps({"day": day.isoformat(), "at": due.instant.isoformat()}),
            after=json.dumps({"day": day.isoformat(), "at": change.now.isoformat()}),
            open=True,
        )
        await publish(
            change.store,
            change.campaign,
            who,
            FORWARD,
            why=day_name(day),
            news=f"⚡ The run of {day_name(day)} takes place **now**: the moderators said so.",
            trace=trace,
        )
