"""Deputies of players: appointed for a time, with limited powers, and dismissed at once.

What they do is done by the player's commands in the player's seat (`bot.callers.seats`); how far
their powers reach is asked wherever orders are changed (`bot.orders.ordering.acting`). Here they
come and go; the faction's role follows (`bot.campaign.roles`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
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
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Trace
from bot.typed import day_of
from engine.calendar import OccasionKind
from engine.packs import Rules

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
_NO_MORE: Final = "You are nobody's deputy here any more."


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
            replaced = await _deputy_in(store, campaign, person.id, seat.player)
            if replaced:
                await store.deputies.end(replaced.id)
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
                raise _taken(taken) from taken
            trace = Trace(_told(replaced), _told(deputy), undoes=by.undoes, open=True)
            entry = await store.audit.note(campaign.id, by.who, APPOINTED, why=by.why, trace=trace)
            await _tell_of(store, campaign, deputy, seat.member.user, entry.id)
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
                await tell_person(store, campaign, deputy.user, entry.id, _NO_MORE)
        if here := bot.get_guild(guild):
            await see_to(host, here, campaign.id, deputy.user)


async def undo(undoing: Undoing) -> str:
    """The deputy who came is one no more, and who was one before is it again. Raises `Refused`."""
    host, guild, campaign, entry = undoing.bot.host, undoing.guild, undoing.campaign, undoing.entry
    async with host.stores.use(guild.id) as store:
        known = {each.id: each for each in await store.deputies.of_campaign(campaign.id)}
    was, came = (_recorded(known, told) for told in (entry.trace.before, entry.trace.after))
    person = was or came
    assert person is not None
    if was:
        await _check_still_here(guild, was.user)
    rules = await host.rules(guild.id, campaign)
    async with host.furnishing[guild.id]:
        async with host.stores.use(guild.id) as store, store.unit():
            if came:
                if all(each.id != came.id for each in await store.deputies.appointed(campaign.id)):
                    raise Refused(
                        "That has ended already.", way_out="/seat history shows all deputies."
                    )
                await store.deputies.end(came.id)
            holder = await _resume(store, rules, campaign, was) if was else 0
            back = Trace(_told(came), _told(was), undoes=entry.id, open=True)
            what = APPOINTED if was else DISMISSED
            noted = await store.audit.note(
                campaign.id, undoing.who, what, why=undoing.why, trace=back
            )
            if was:
                await _tell_of(store, campaign, was, holder, noted.id)
            else:
                await tell_person(store, campaign, person.user, noted.id, _NO_MORE)
        await see_to(host, guild, campaign.id, person.user)
    return f"<@{person.user}> is a deputy {'again' if was else 'no more'}."


# ---------------------------------------------------------------- inside


def _recorded(known: Mapping[int, Deputy], told: str | None) -> Deputy | None:
    """The deputy of whom an entry of the log tells, None for nobody. Raises `Refused`.

    A campaign that came from another server may number its deputies otherwise.
    """
    if told is None:
        return None
    wanted = json.loads(told)
    deputy = known.get(wanted["id"])
    if deputy is None or (deputy.user, deputy.player) != (wanted["user"], wanted["player"]):
        raise Refused(
            "That deputy is not on record any more.", way_out="/seat deputy appoints anew."
        )
    return deputy


async def _check_still_here(guild: discord.Guild, user: int) -> None:
    try:
        await guild.fetch_member(user)
    except discord.NotFound as gone:
        raise Refused(
            "The deputy is no longer on this server.", way_out="Appoint somebody else."
        ) from gone


async def _resume(store: GuildStore, rules: Rules, campaign: Campaign, deputy: Deputy) -> int:
    """Let somebody who was a deputy act again; whose seat it is. Raises `Refused`."""
    if deputy.until and deputy.until <= store.now():
        raise Refused("The deputy's time is over.", way_out="/seat deputy appoints anew.")
    holder = await store.seats.holder(campaign.id, deputy.player)
    if holder is None:
        raise Refused("Nobody holds that seat now.", way_out="/seat take lists such seats.")
    await check_newcomer(store, rules, campaign, deputy.user, deputy.faction, moderated=True)
    try:
        await store.deputies.resume(deputy)
    except Taken as taken:
        raise _taken(taken) from taken
    return holder.user


async def _deputy_in(
    store: GuildStore, campaign: Campaign, user: int, player: int
) -> Deputy | None:
    """The person as the deputy of that player, if they are it."""
    found = await store.deputies.appointed(campaign.id)
    return next((each for each in found if (each.user, each.player) == (user, player)), None)


async def _tell_of(
    store: GuildStore, campaign: Campaign, deputy: Deputy, holder: int, entry: int
) -> None:
    """Tell a deputy and the faction what the deputy may, for whom, and from when to when."""
    begins, lasts = "", ""
    if deputy.first > store.now():
        begins = f" from <t:{int(deputy.first.timestamp())}:f> on"
    if deputy.until:
        lasts = f" until <t:{int(deputy.until.timestamp())}:f>"
    await tell_person(
        store,
        campaign,
        deputy.user,
        entry,
        f"You are the deputy of <@{holder}>{begins}{lasts}. You may {MAY[deputy.power]}, by the "
        "same commands, and play for no other faction here. `/seat dismiss` ends it.",
    )
    await tell(
        store,
        campaign.id,
        faction_place(deputy.faction),
        f"A{entry}",
        f"🤝 <@{deputy.user}> acts for <@{holder}>{begins}{lasts}, and may {MAY[deputy.power]}.",
    )


def _taken(taken: Taken) -> Refused:
    return Refused(str(taken), way_out="/seat dismiss ends that; then appoint the person.")


def _told(deputy: Deputy | None) -> str | None:
    if deputy is None:
        return None
    return json.dumps(
        {
            "id": deputy.id,
            "player": deputy.player,
            "user": deputy.user,
            "power": deputy.power,
            "until": deputy.until.isoformat() if deputy.until else None,
        }
    )
