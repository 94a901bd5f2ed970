"""Deputies of players: appointed for a time, with limited powers, and dismissed at once.

What they do is done by the player's commands in the player's seat (`bot.callers.seats`); how far
their powers reach is asked wherever orders are changed (`bot.orders.ordering.acting`). Here they
come and go; the faction's role follows (`bot.campaign.roles`).
"""

from __future__ import annotations

import json
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

import discord

from bot.answers import Refused
from bot.campaign.almanac import almanac_of
from bot.campaign.roles import see_to
from bot.host import Host, Seat
from bot.post.telling import faction_place, tell, tell_person
from bot.seats.joining import check_newcomer
from bot.seats.seating import By
from bot.store.deputies import Deputy, Power, Term
from bot.store.errors import Taken
from bot.store.records import Campaign, CampaignState, Trace
from bot.typed import day_of
from engine.calendar import OccasionKind

if TYPE_CHECKING:
    from bot.campaign.undoing import Undoing
    from bot.client import HostBot

APPOINTED: Final = "deputy appointed"
DISMISSED: Final = "deputy dismissed"
MAY: Final = {
    "look": "read all that the player reads",
    "draft": "read all that the player reads, and change the list of orders",
    "submit": "read all that the player reads, change the list of orders, and submit it",
}
"""What a deputy may, by the power."""
MOST_TURNS: Final = 52


async def until_when(host: Host, seat: Seat, text: str) -> datetime | None:
    """The end of a deputy's time that a person means: a date, a number of turns, or none at all.

    Raises `Refused`.
    """
    wanted = text.strip()
    if not wanted:
        return None
    calendar = (await host.rules(seat.guild, seat.campaign)).module.calendar
    if wanted.isdecimal() and len(wanted) <= len(str(MOST_TURNS)):
        turns = int(wanted)
        if not 1 <= turns <= MOST_TURNS:
            raise Refused(
                f"A deputy acts for 1 to {MOST_TURNS} turns.", way_out="Or name a last day."
            )
        async with host.stores.use(seat.guild) as store:
            almanac = await almanac_of(store, seat.campaign, calendar)
        for due in almanac.coming():
            turns -= due.kind is OccasionKind.PRODUCTION
            if not turns:
                return due.instant
        raise Refused(
            "The campaign does not run now, so no turns can be counted.",
            way_out="Name a last day instead, such as 2026-01-05.",
        )
    last = day_of(wanted, host.clock.now().date(), hint="Or give a number of turns.")
    if last < calendar.local_day(host.clock.now()):
        raise Refused("That day is over.", way_out="Name a day to come.")
    return end_of(last, calendar.time_zone)


def end_of(day: date, zone: ZoneInfo) -> datetime:
    """The instant at which a day ends by the campaign's clock."""
    return start_of(day + timedelta(days=1), zone)


def start_of(day: date, zone: ZoneInfo) -> datetime:
    """The instant at which a day begins by the campaign's clock."""
    return datetime.combine(day, time(), tzinfo=zone)


async def appoint(
    bot: HostBot,
    guild: discord.Guild,
    seat: Seat,
    by: By,
    person: discord.Member,
    power: Power,
    term: Term,
) -> Deputy:
    """Let a person act in a player's seat. Raises `Refused`."""
    host, campaign = bot.host, seat.campaign
    if campaign.state is CampaignState.ENDED:
        raise Refused("This campaign has ended.", way_out="There is nothing left to do in it.")
    if person.bot:
        raise Refused(
            "A bot is nobody's deputy.", way_out="A moderator has a computer play at the desk."
        )
    rules = await host.rules(guild.id, campaign)
    async with host.furnishing[guild.id]:
        async with host.stores.use(guild.id) as store, store.unit():
            await check_newcomer(
                store, rules, campaign, person.id, seat.member.faction, moderated=True
            )
            for each in await store.deputies.appointed(campaign.id):
                if each.user == person.id and each.player == seat.player:
                    await store.deputies.end(each.id)  # in place of it
            try:
                deputy = await store.deputies.appoint(
                    campaign.id,
                    seat.player,
                    seat.member.faction,
                    person.id,
                    power,
                    by.who,
                    term,
                )
            except Taken as taken:
                raise Refused(
                    str(taken), way_out="/seat dismiss ends that; then appoint the person."
                ) from taken
            trace = Trace(after=_told(deputy), undoes=by.undoes, open=True)
            entry = await store.audit.note(campaign.id, by.who, APPOINTED, why=by.why, trace=trace)
            lasts = f" until <t:{int(term.until.timestamp())}:f>" if term.until else ""
            begins = f" from <t:{int(term.first.timestamp())}:f> on" if term.first else ""
            await tell_person(
                store,
                campaign,
                person.id,
                entry.id,
                f"You are the deputy of <@{seat.member.user}>{begins}{lasts}. You may "
                f"{MAY[power]}, by the same commands, and play for no other faction here. "
                "`/seat dismiss` ends it.",
            )
            await tell(
                store,
                campaign.id,
                faction_place(seat.member.faction),
                f"A{entry.id}",
                f"🤝 <@{person.id}> acts for <@{seat.member.user}>{begins}{lasts}, "
                f"and may {MAY[power]}.",
            )
        await see_to(host, guild, campaign.id, person.id)
    return deputy


async def dismiss(bot: HostBot, guild: int, campaign: Campaign, by: By, deputy: Deputy) -> None:
    """End what a deputy may, at once."""
    host = bot.host
    async with host.furnishing[guild]:
        async with host.stores.use(guild) as store, store.unit():
            await store.deputies.end(deputy.id)
            trace = Trace(_told(deputy), undoes=by.undoes, open=True)
            entry = await store.audit.note(campaign.id, by.who, DISMISSED, why=by.why, trace=trace)
            if by.who != deputy.user:
                text = "You are nobody's deputy here any more."
                await tell_person(store, campaign, deputy.user, entry.id, text)
        if here := bot.get_guild(guild):
            await see_to(host, here, campaign.id, deputy.user)


async def undo_appointed(undoing: Undoing) -> str:
    """The deputy is one no more. Raises `Refused` if that has ended already."""
    told = json.loads(undoing.entry.trace.after or "{}")
    async with undoing.bot.host.stores.use(undoing.guild.id) as store:
        found = await store.deputies.appointed(undoing.campaign.id)
    deputy = next((each for each in found if each.id == told.get("id")), None)
    if deputy is None:
        raise Refused("That has ended already.", way_out="/seat history shows all deputies.")
    by = By(undoing.who, undoing.why, undoing.entry.id)
    await dismiss(undoing.bot, undoing.guild.id, undoing.campaign, by, deputy)
    return f"<@{deputy.user}> is a deputy no more."


async def undo_dismissed(undoing: Undoing) -> str:
    """The person is a deputy again, until when it was meant. Raises `Refused`."""
    told = json.loads(undoing.entry.trace.before or "{}")
    until = datetime.fromisoformat(told["until"]) if told.get("until") else None
    bot, guild, campaign = undoing.bot, undoing.guild, undoing.campaign
    if until and until <= bot.clock.now():
        raise Refused("The deputy's time is over.", way_out="/seat deputy appoints anew.")
    async with bot.host.stores.use(guild.id) as store:
        holder = await store.seats.holder(campaign.id, told["player"])
    if holder is None:
        raise Refused("Nobody holds that seat now.", way_out="/seat take lists such seats.")
    try:
        person = await guild.fetch_member(told["user"])
    except discord.NotFound as gone:
        raise Refused(
            "The deputy is no longer on this server.", way_out="Appoint somebody else."
        ) from gone
    by = By(undoing.who, undoing.why, undoing.entry.id)
    seat = Seat(guild.id, campaign, holder)
    await appoint(bot, guild, seat, by, person, told["power"], Term(until))
    return f"<@{person.id}> is a deputy again."


# ---------------------------------------------------------------- inside


def _told(deputy: Deputy) -> str:
    return json.dumps(
        {
            "id": deputy.id,
            "player": deputy.player,
            "user": deputy.user,
            "power": deputy.power,
            "until": deputy.until.isoformat() if deputy.until else None,
        }
    )
