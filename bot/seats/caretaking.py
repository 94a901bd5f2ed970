"""Computer players in seats: caretakers for who is away or has left, and rivals that fill seats.

A turn is made some hours before the cut-off of its day and submitted as anybody's, unasked: a
person's turn replaces it, and withdrawing that restores it for the week.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.answers import Refused
from bot.campaign.acting import act_now, do_by_hand
from bot.campaign.almanac import CARETAKERS, Almanac, almanac_of
from bot.campaign.attendance import Roll, roll_of
from bot.campaign.parts import check_impartial
from bot.campaign.status import day_name
from bot.faces.words.text import plain
from bot.founding.moderating import NEXT
from bot.host import Host
from bot.jobs.records import inverse
from bot.post.telling import HERALD, faction_place, tell
from bot.resolving import Act, ActRefused
from bot.seats.computers import Brief, tend_seat, way_in
from bot.seats.history import WISHES
from bot.seats.seating import (
    By,
    changed_hands,
    check_going_on,
    give_up,
    players_of,
)
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Member, QueuedOrder, Submission, Trace
from bot.store.seats import Caretaker, Duty
from bot.store.ticks import Deed
from bot.wording import check_words
from engine.caretaking import CARETAKERS_KEY
from engine.corrections import Amend, RecordChange
from engine.rivals import STRENGTHS

if TYPE_CHECKING:
    from bot.campaign.undoing import Undoing

LEAD: Final = timedelta(hours=6)
"""Before a cut-off, when the turn for it is made: late enough to know the week, early enough for
people to put their own in its place."""
SET: Final = "caretaker set"
ENDED: Final = "caretaker ended"
RIVAL: Final = "computer seated"


# ---------------------------------------------------------------- the turns


@dataclass(frozen=True, slots=True)
class _Due:
    """A seat whose turn must be made."""

    caretaker: Caretaker
    holder: Member
    day: date


async def tend_seats(host: Host, guild: int, campaign_id: int, early: date | None = None) -> None:
    """Make the turns of computer players that are due, and set the timer for the next.

    The timer `CARETAKERS` asks for it. `early` is a day whose run is about to be made before its
    time: the turns for it are due now. Raises `bot.workers.WorkerError`; then it is done again.
    """
    async with host.stores.use(guild) as store:
        while True:
            campaign = await store.campaigns.get(campaign_id)
            calendar = (await host.rules(guild, campaign)).module.calendar
            async with store.unit():
                almanac = await almanac_of(store, campaign, calendar)
                roll = await roll_of(store, campaign, almanac)
                if campaign.state is not CampaignState.RUNNING or roll is None:
                    await store.timers.clear(campaign_id, CARETAKERS)
                    return
                now, later = host.clock.now(), list[datetime]()
                due: _Due | None = None
                for each in await _open(store, campaign, almanac, roll, now):
                    at = almanac.calendar.cut_off_on(each.day) - LEAD
                    if (at <= now or each.day == early) and due is None:
                        due = each
                    elif at > now:
                        later.append(at)
                if due is None:
                    if later:
                        await store.timers.put(campaign_id, CARETAKERS, min(later))
                    else:  # the next tick sets it anew
                        await store.timers.clear(campaign_id, CARETAKERS)
                    return
            await _tend(host, guild, store, campaign, almanac, due)


async def yet_to_come(
    store: GuildStore, campaign: Campaign, almanac: Almanac, day: date, now: datetime
) -> list[int]:
    """The players for whom a computer has yet to make the turn of that day's run."""
    roll = await roll_of(store, campaign, almanac)
    found = await _open(store, campaign, almanac, roll, now) if roll else []
    return [each.caretaker.player for each in found if each.day == day]


async def _open(
    store: GuildStore, campaign: Campaign, almanac: Almanac, roll: Roll, now: datetime
) -> list[_Due]:
    """The seats of computer players whose turn of the week is neither run nor made."""
    caretakers = await store.seats.caretakers(campaign.id)
    pending = {each.user: each for each in await store.submissions.all_pending(campaign.id)}
    week = almanac.calendar.week_of(roll.day)
    days = almanac.calendar.run_days_of(week)
    found: list[_Due] = []
    for caretaker in caretakers.values():
        holder = await store.seats.holder(campaign.id, caretaker.player)
        if holder is None or holder.user in roll.ran:
            continue
        first = next((each for each in almanac.coming()), None)
        soonest = first.day if first else roll.day
        own = roll.day
        if caretaker.kind == "rival":
            own = almanac.calendar.computers_day(week, caretaker.player, campaign.turn)
        day = min((each for each in days if each >= max(own, soonest)), default=roll.day)
        waits = pending.get(holder.user)
        if not caretaker.on(day) or (waits and (not waits.unasked or _made(waits))):
            continue
        if holder.user > 0 and await _withdrawn(store, campaign.id, holder.user, day):
            continue
        if caretaker.turn == campaign.turn and not caretaker.reasons:
            continue  # it was looked at this turn, and there was nothing to give
        if almanac.calendar.cut_off_on(day) <= now:
            continue
        found.append(_Due(caretaker, holder, day))
    return found


async def _withdrawn(store: GuildStore, campaign: int, user: int, day: date) -> bool:
    """Whether the player took such a turn back, and so wants none for the day."""
    latest = await store.submissions.of_user(campaign, user, 1)
    return any(each.withdrawn_at and each.unasked and each.run_date == day for each in latest)


def _made(waits: Submission) -> bool:
    """Whether a computer player made it, not the standing orders alone."""
    return any(each["key"].startswith(CARETAKERS_KEY) for each in json.loads(waits.body))


async def _tend(
    host: Host, guild: int, store: GuildStore, campaign: Campaign, almanac: Almanac, due: _Due
) -> None:
    """Make one turn and submit it, unless somebody submits one meanwhile or the world moves on."""
    holder, caretaker = due.holder, due.caretaker
    rules = await host.rules(guild, campaign)
    begun = (await store.standing.begun(campaign.id)).get(holder.user, frozenset[str]())
    draft = await store.drafts.get(campaign.id, holder.user)
    brief = Brief(
        campaign=campaign.id,
        seed_hash=campaign.seed_hash,
        tick=campaign.tick,
        faction=holder.faction,
        player=caretaker.player,
        duty=caretaker.wish,
        nature=caretaker.nature,
        strength=caretaker.strength,
    )
    standing = [(each.key, each.body) for each in draft.orders if each.key in begun]
    tended = await host.workers.run(tend_seat, host.path(guild), brief, standing, long=True)
    orders = tuple(QueuedOrder(key, body) for key, body in tended.orders)

    def run_date(committed: datetime) -> date:
        found = almanac.calendar.run_day_for(due.day, committed, almanac.pauses)
        if found is None:
            raise Refused(
                "The cut-off has passed, so nothing more is submitted for that run.",
                way_out="/calendar shows the next run.",
                rule=rules.cites("cut-off"),
            )
        return found

    async with store.unit():
        present = await store.campaigns.get(campaign.id)
        waits = await store.submissions.pending(campaign.id, holder.user)
        now = await store.seats.holder(campaign.id, caretaker.player)
        if present.tick != campaign.tick or now != holder or (waits and not waits.unasked):
            return  # it is looked at anew
        await store.seats.note_reasons(campaign.id, caretaker.player, campaign.turn, tended.reasons)
        if not orders:
            return
        submission = await store.submissions.submit(
            campaign.id, holder.user, run_date, instead=orders
        )
        if caretaker.kind == "caretaker" and holder.user > 0:
            await _tell_of_turn(store, campaign, due, submission, len(orders))


async def _tell_of_turn(
    store: GuildStore, campaign: Campaign, due: _Due, submission: Submission, count: int
) -> None:
    text = (
        f"🧹 The caretaker has submitted a turn for <@{due.holder.user}>, who is away: {count} "
        f"order{'s' if count > 1 else ''} for {day_name(submission.run_date)}. A turn of the "
        "player's own takes its place; `/orders withdraw` takes it back."
    )
    await tell(store, campaign.id, faction_place(due.holder.faction), f"C{submission.id}", text)


# ---------------------------------------------------------------- setting and ending


async def set_over(
    host: Host, guild: int, campaign: Campaign, by: By, caretaker: Caretaker
) -> None:
    """Let a caretaker look after a seat from now on, held or free. Raises `Refused`."""
    check_going_on(campaign)
    rules = await host.rules(guild, campaign)
    if rules.rival is None and caretaker.wish != "standing":
        raise Refused(
            "Nobody plays this campaign by computer.",
            way_out="A caretaker that follows the standing orders can be set.",
        )
    async with host.stores.use(guild) as store, store.unit():
        faction = await _faction_of(store, campaign.id, caretaker.player)
        before = (await store.seats.caretakers(campaign.id)).get(caretaker.player)
        if before and before.kind == "rival":
            raise Refused(
                "A computer plays this seat. It needs no caretaker, for it has no vacation: it "
                "gives a turn every week, and rests on the holidays of all.",
                way_out="A holiday gives all a rest; the desk tells why it does what it does.",
            )
        await store.seats.put_caretaker(campaign.id, faction, caretaker)
        trace = Trace(
            to_json(before) if before else json.dumps({"player": caretaker.player}),
            to_json(caretaker),
            undoes=by.undoes,
            open=True,
        )
        entry = await store.audit.note(campaign.id, by.who, SET, why=by.why, trace=trace)
        await changed_hands(host, store, campaign.id)
        text = (
            f"🧹 A caretaker looks after this seat from now on: {{}}. It {WISHES[caretaker.wish]}."
        )
        await _tell_of_seat(host, store, guild, campaign, entry.id, faction, caretaker.player, text)


async def end_over(host: Host, guild: int, campaign: Campaign, by: By, player: int) -> None:
    """Let no computer look after a seat any more; one that it held alone is free.

    Raises `Refused` if none does.
    """
    async with host.stores.use(guild) as store:
        before = (await store.seats.caretakers(campaign.id)).get(player)
        if before is None:
            raise Refused("No computer looks after this seat.", way_out="/seat history shows all.")
        holder = await store.seats.holder(campaign.id, player)
        if before.kind == "rival" and holder:
            await give_up(host, guild, campaign, holder)
        async with store.unit():
            faction = await _faction_of(store, campaign.id, player)
            await store.seats.end_caretaker(campaign.id, player)
            trace = Trace(to_json(before), undoes=by.undoes, open=True)
            entry = await store.audit.note(campaign.id, by.who, ENDED, why=by.why, trace=trace)
            await changed_hands(host, store, campaign.id)
            text = "🧹 No caretaker looks after this seat any more: {}."
            await _tell_of_seat(host, store, guild, campaign, entry.id, faction, player, text)


async def seat_rival(
    host: Host, guild: int, campaign: Campaign, by: By, faction: int, name: str, made: Caretaker
) -> int:
    """Let a computer player join a faction at a place that is free; the player's id.

    `made` says of what nature and strength it is. Raises `Refused`.
    """
    rules = await host.rules(guild, campaign)
    if campaign.state in (CampaignState.FORMING, CampaignState.ENDED):
        raise Refused("Nobody can join this campaign now.", way_out=NEXT[campaign.state])
    await check_words(host, guild, campaign.id, (name,))
    key = list(rules.module.factions)[faction - 1]
    async with host.furnishing[guild]:
        try:
            order = await host.workers.run(
                way_in, host.path(guild), campaign.id, campaign.tick, campaign.seed_hash, key, name
            )
        except LookupError as error:
            raise Refused(
                "Nobody plays this campaign by computer.", way_out="Seat people: /join."
            ) from error
        async with host.stores.use(guild) as store:
            async with store.unit():
                coming = await store.seats.expect_rival(campaign.id, faction)
            try:
                tick = await act_now(host, guild, campaign, Act(coming, order))
            except Exception as error:
                async with store.unit():
                    await store.seats.forget_rival(campaign.id)
                if isinstance(error, ActRefused):
                    raise Refused.by_rules(error.says, error.instead, error.rule) from error
                raise
            async with store.unit():
                player = await store.seats.seat_rival(campaign.id)
                rival = replace(made, player=player)
                await store.seats.put_caretaker(campaign.id, faction, rival)
                after = json.dumps({**json.loads(to_json(rival)), "tick": tick})
                trace = Trace(after=after, undoes=by.undoes, open=True)
                entry = await store.audit.note(campaign.id, by.who, RIVAL, why=by.why, trace=trace)
                side = list(rules.module.factions.values())[faction - 1].name
                text = (
                    f"🤖 **{plain(name)}** of {side} is played by a computer. It sees what its "
                    "faction sees, and gives the orders that anybody may give."
                )
                await tell(store, campaign.id, HERALD, f"A{entry.id}", text)
                await changed_hands(host, store, campaign.id)
    return player


async def undo_set(undoing: Undoing) -> str:
    """The caretaker before is set again, or none."""
    before = from_json(undoing.entry.trace.before)
    host, guild, campaign = undoing.bot.host, undoing.guild.id, undoing.campaign
    by = By(undoing.who, undoing.why, undoing.entry.id)
    if before.wish == "play":  # as what is read where there was none
        await end_over(host, guild, campaign, by, before.player)
        return "No caretaker looks after the seat any more."
    await set_over(host, guild, campaign, by, before)
    return f"The caretaker {WISHES[before.wish]} again."


async def undo_ended(undoing: Undoing) -> str:
    """The caretaker is set again. Raises `Refused` for a rival whose seat somebody has now."""
    before = from_json(undoing.entry.trace.before)
    by = By(undoing.who, undoing.why, undoing.entry.id)
    if before.kind == "rival":
        raise Refused(
            "A computer that was sent away does not come back by itself.",
            way_out="The desk has a caretaker look after its seat, or seats another.",
        )
    await set_over(undoing.bot.host, undoing.guild.id, undoing.campaign, by, before)
    return "The caretaker looks after the seat again."


async def undo_rival(undoing: Undoing) -> str:
    """The computer player goes with all that came with it, unless anything of that has changed.

    Then it leaves only, and what it has stays as a free seat.
    """
    after = from_json(undoing.entry.trace.after)
    host, guild, campaign = undoing.bot.host, undoing.guild.id, undoing.campaign
    joined: int = json.loads(undoing.entry.trace.after or "{}").get("tick", 0)
    back: tuple[RecordChange, ...] = ()
    if joined:
        back = await host.workers.run(inverse, host.path(guild), campaign.id, joined)
    if not back:
        by = By(undoing.who, undoing.why, undoing.entry.id)
        await end_over(host, guild, campaign, by, after.player)
        return "The computer plays no longer. It has played since, so its seat stays and is free."
    trace = Trace(to_json(after), undoes=undoing.entry.id, open=True)
    order = Amend(why=undoing.why, changes=back)
    deed = Deed(undoing.who, ENDED, undoing.why, trace, asked_of=campaign.tick)
    await do_by_hand(host, guild, campaign, order, deed)
    async with host.stores.use(guild) as store, store.unit():
        await store.seats.end_caretaker(campaign.id, after.player)
        await changed_hands(host, store, campaign.id)
    return "The computer is gone with all that came with it; the world is as it was before."


# ---------------------------------------------------------------- why


async def why(
    host: Host, guild: int, campaign: Campaign, who: int, player: int
) -> tuple[str, list[str]]:
    """What a computer player gave last, and why: a title, and lines.

    It tells what a faction does and knows, so players are refused. Raises `Refused`.
    """
    async with host.stores.use(guild) as store:
        await check_impartial(store, campaign, who)
        found = (await store.seats.caretakers(campaign.id)).get(player)
        players = await players_of(host, guild, campaign)
        if found is None:
            raise Refused("No computer plays there.", way_out="/seat history shows where one does.")
        if found.turn is None:
            raise Refused(
                "It has made no turn yet.",
                way_out=f"It does so {LEAD // timedelta(hours=1)} hours before its cut-off.",
            )
    name = plain(players[player].name) if player in players else f"seat {player}"
    lines = [f"• {plain(line)}: {plain(why)}" for line, why in found.reasons]
    title = f"🤖 Why {name} did what it did (turn {found.turn}, {WISHES[found.wish]})"
    return title[:256], lines or ["It found nothing to do."]


# ---------------------------------------------------------------- inside


async def _faction_of(store: GuildStore, campaign: int, player: int) -> int:
    for each in await store.seats.history(campaign):
        if each.player == player:
            return each.faction
    raise Refused("There is no such seat.", way_out="Choose one of the suggestions.")


async def _tell_of_seat(
    host: Host,
    store: GuildStore,
    guild: int,
    campaign: Campaign,
    entry: int,
    faction: int,
    player: int,
    text: str,
) -> None:
    holder = await store.seats.holder(campaign.id, player)
    whose = f"<@{holder.user}>" if holder and holder.user > 0 else "nobody plays it"
    await tell(store, campaign.id, faction_place(faction), f"A{entry}", text.format(whose))


def to_json(caretaker: Caretaker) -> str:
    """For a trace, without what it did."""
    return json.dumps(
        {
            "player": caretaker.player,
            "kind": caretaker.kind,
            "wish": caretaker.wish,
            "nature": caretaker.nature,
            "strength": caretaker.strength,
            "first": caretaker.first.isoformat() if caretaker.first else None,
            "last": caretaker.last.isoformat() if caretaker.last else None,
        }
    )


def from_json(text: str | None) -> Caretaker:
    """Back from a trace."""
    found = json.loads(text or "{}")
    wish: Duty = found.get("wish", "play")
    first, last = found.get("first"), found.get("last")
    return Caretaker(
        player=found.get("player", 0),
        kind=found.get("kind", "caretaker"),
        wish=wish,
        nature=found.get("nature", ""),
        strength=found.get("strength", STRENGTHS[1]),
        first=date.fromisoformat(first) if first else None,
        last=date.fromisoformat(last) if last else None,
    )
