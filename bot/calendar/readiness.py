"""Runs that are early since all are ready, and runs that wait since far too many are missing.

Both are asked from whom a turn is expected: not from those on vacation, nor from idle players.
Moderators decide whether a campaign has them at all.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from bot.answers import Refused
from bot.calendar.timing import changing
from bot.campaign.almanac import EARLY, Almanac, almanac_of, wind
from bot.campaign.attendance import roll_of
from bot.campaign.publishing import publish, taken_back
from bot.campaign.status import day_name, moment
from bot.faces.words.text import number
from bot.host import Host
from bot.payload import Choice, Payload
from bot.post.telling import MODERATORS, tell
from bot.store.agenda import RunDay
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Trace
from bot.store.ticks import DueTick
from engine.calendar import Calendar, OccasionKind

if TYPE_CHECKING:
    from bot.campaign.undoing import Undoing

_log = logging.getLogger(__name__)
_MOMENT = timedelta(seconds=1)

ANSWERS: Mapping[str, str] = {"run": "Run anyway", "wait": "Wait a day", "extend": "Extend …"}
"""What moderators may answer to a run that waits, and its button."""


@dataclass(frozen=True, slots=True)
class Readiness:
    """What moderators chose for a campaign."""

    early: bool
    """Whether a run takes place early once everyone is ready."""
    quorum: int
    """Percent of the turns expected in a week, with fewer of which its last run waits."""


async def readiness_of(store: GuildStore, campaign: int, calendar: Calendar) -> Readiness:
    """What was chosen, or the module's own."""
    text = await store.settings.get(f"readiness:{campaign}")
    return Readiness(**json.loads(text)) if text else Readiness(False, calendar.quorum)


async def choose(
    host: Host, guild: int, campaign: Campaign, who: int, early: bool | None, quorum: int | None
) -> Readiness:
    """Change what is given; what is None stays."""
    async with changing(host, guild, campaign.id) as change:
        store = change.store
        before = await readiness_of(store, campaign.id, change.rules.module.calendar)
        after = Readiness(
            before.early if early is None else early,
            before.quorum if quorum is None else quorum,
        )
        await store.settings.put(f"readiness:{campaign.id}", json.dumps(asdict(after)))
        await publish(
            store,
            change.campaign,
            who,
            "timing",
            why=f"early runs {'on' if after.early else 'off'}, quorum {after.quorum}%",
            news=f"📅 {described(after)}",
            trace=Trace(json.dumps(asdict(before)), json.dumps(asdict(after)), open=True),
        )
    return after


async def undo_choice(undoing: Undoing) -> str:
    """Let runs be early, or wait, as before."""
    campaign = undoing.campaign
    async with changing(undoing.bot.host, undoing.guild.id, campaign.id) as change:
        calendar = change.rules.module.calendar
        present = await readiness_of(change.store, campaign.id, calendar)
        trace = taken_back(undoing.entry, json.dumps(asdict(present)))
        was = Readiness(**json.loads(trace.after or ""))
        await change.store.settings.put(f"readiness:{campaign.id}", json.dumps(asdict(was)))
        await publish(
            change.store,
            change.campaign,
            undoing.who,
            "timing",
            why=undoing.why,
            news=f"📅 {described(was)}",
            trace=trace,
        )
    return described(was)


def described(chosen: Readiness) -> str:
    """What was chosen, in words."""
    early = "Runs are early once everyone is ready." if chosen.early else "Runs are never early."
    if not chosen.quorum:
        return f"{early} They wait for nobody."
    return f"{early} A week's last run waits while fewer than {chosen.quorum}% of its turns are in."


# ---------------------------------------------------------------- early runs


async def have_looked(host: Host, store: GuildStore, campaign: int) -> None:
    """See to it that `look_for_early` is done, whatever happens after the commit.

    To be called in the unit in which somebody submits, withdraws, goes or comes.
    """
    await store.timers.put(campaign, EARLY, host.clock.now())


async def look_at_once(host: Host, guild: int, campaign: int) -> str:
    """Look for an early run right after that unit; returns what to tell the acting person.

    That is nothing if all went well. What is told never puts the act in doubt, which is stored.
    """
    try:
        await look_for_early(host, guild, campaign)
    except Exception:  # noqa: BLE001 - whatever it is, the act is stored and is told as stored
        _log.exception("guild=%d campaign=%d: no early run was looked for", guild, campaign)
        return "I could not see whether the next run is early now; I look again in a moment."
    return ""


async def look_for_early(host: Host, guild: int, campaign_id: int) -> None:
    """Let the next run be early if everyone is ready by now, or at its own time if not any more.

    The timer `EARLY` asks for it and is cleared by it. Raises `bot.workers.WorkerError` and
    `bot.store.errors.StoreError`; then it must be done again.
    """
    async with host.stores.use(guild) as store:
        campaign = await store.campaigns.get(campaign_id)
        rules = await host.rules(guild, campaign)
        calendar = rules.module.calendar
        chosen = await readiness_of(store, campaign_id, calendar)
        if campaign.state is not CampaignState.RUNNING:
            await store.timers.clear(campaign_id, EARLY)
            return
        idle = (
            await idle_players(host, guild, campaign, store) if chosen.early else frozenset[int]()
        )
        async with store.unit():
            if await readiness_of(store, campaign_id, calendar) != chosen:
                return  # it has just been asked for anew
            # Here, for whatever was asked for by now is looked at below.
            await store.timers.clear(campaign_id, EARLY)
            campaign = await store.campaigns.get(campaign_id)
            almanac = await almanac_of(store, campaign, calendar)
            due, now = almanac.next(), host.clock.now()
            if due is None or due.kind is not OccasionKind.RUN or due.instant <= now:
                return
            run = await store.agenda.run_day(campaign_id, due.day)
            ready = chosen.early and await _everyone_ready(store, campaign, almanac, due.day, idle)
            if ready == (run.early is not None):
                return
            if ready:
                pause = timedelta(hours=calendar.early_hours)
                notice = now + timedelta(minutes=calendar.early_minutes)
                # A new calendar may begin only later, and nothing before that counts.
                begun = [almanac.since + _MOMENT] if almanac.since else []
                ran = [last + pause for last in await _last_run(store, campaign_id)]
                at = max([notice, *begun, *ran])
                if at >= due.instant:
                    return
                run = replace(run, early=at)
                news = (
                    f"🏃 **Everyone is ready**: the run of {day_name(due.day)} takes place early, "
                    f"{moment(at)}. Whoever needs more time withdraws the turn until then."
                )
            else:
                run = replace(run, early=None)
                own = run.cut_off or calendar.hour_on(due.day)
                news = (
                    f"🚶 Not everyone is ready any more: the run of {day_name(due.day)} takes "
                    f"place at its own time, {moment(own)}."
                )
            await store.agenda.put_run_day(campaign_id, run)
            await wind(store, campaign, calendar)
            what, day = "run early" if ready else "run at its own time", due.day.isoformat()
            await publish(store, campaign, 0, what, why=day, news=news)


async def _everyone_ready(
    store: GuildStore, campaign: Campaign, almanac: Almanac, day: date, idle: frozenset[int]
) -> bool:
    roll = await roll_of(store, campaign, almanac)
    if roll is None or not all(each.user in roll.ready for each in roll.expected(idle)):
        return False
    # Who has submitted for a later day is ready, but a day that nobody wants is not run early.
    pending = await store.submissions.all_pending(campaign.id)
    return any(each.run_date <= day for each in pending)


async def _last_run(store: GuildStore, campaign: int) -> list[datetime]:
    """When the last run took place, if there was one."""
    ticks = await store.campaigns.ticks(campaign, last=200)
    return [tick.due_at for tick in ticks if tick.kind == "run"][:1]


# ---------------------------------------------------------------- runs that wait


async def holds_back(host: Host, guild: int, campaign: Campaign, due: DueTick) -> bool:
    """Whether a run that is due waits since too few turns are in; the moderators are then asked.

    Only a week's last run does: until then nobody is late. It is looked at again after some hours.
    """
    async with host.stores.use(guild) as store:
        rules = await host.rules(guild, campaign)
        calendar = rules.module.calendar
        chosen = await readiness_of(store, campaign.id, calendar)
        if due.kind != "run" or not chosen.quorum:
            return False
        idle = await idle_players(host, guild, campaign, store)
        async with store.unit():
            run = await store.agenda.run_day(campaign.id, due.local_date)
            almanac = await almanac_of(store, campaign, calendar)
            roll = await roll_of(store, campaign, almanac)
            if run.forced or run.early or roll is None or roll.day != due.local_date:
                return False
            pending = await store.submissions.all_pending(campaign.id)
            came = roll.ran | {
                each.user
                for each in pending
                if each.run_date <= due.local_date and each.committed_at < due.at
            }
            expected = roll.expected(idle)
            here = [each for each in expected if each.user in came]
            if 100 * len(here) >= chosen.quorum * len(expected):
                return False
            at = max(host.clock.now(), due.at) + timedelta(hours=calendar.wait_hours)
            waiting = RunDay(due.local_date, cut_off=at, waits=True)
            await store.agenda.put_run_day(campaign.id, waiting)
            counted = f"{len(here)} of {number(len(expected), 'turn')}"
            news = (
                f"⏳ **The run of {day_name(due.local_date)} waits**: only {counted} are in. "
                f"Turns are taken until {moment(at)}."
            )
            why = f"{due.local_date.isoformat()}, {counted} in"
            await publish(store, campaign, 0, "run waits", why=why, news=news)
            await _ask(store, campaign, due.local_date, news, at)
            return True


async def _ask(store: GuildStore, campaign: Campaign, day: date, news: str, at: datetime) -> None:
    (entry,) = await store.audit.latest(campaign.id, last=1)
    choices = tuple(
        Choice(label=label, id=f"waits:{answer}:{campaign.id}:{day.isoformat()}")
        for answer, label in ANSWERS.items()
    )
    text = (
        f"{news}\nIf so many are missing, something may be wrong with the server or with me rather "
        f"than with them. Should nobody decide, I look again {moment(at)}."
    )
    key = f"Q{day.isoformat()}·{entry.id}"
    await tell(store, campaign.id, MODERATORS, key, Payload(text=text, choices=choices))


async def answer(
    host: Host, guild: int, campaign: Campaign, who: int, day: date, hours: int | None
) -> datetime:
    """Decide on a run that waits: after `hours`, or at once, however few players are ready.

    Returns when it takes place, or is looked at again. Raises `Refused` if it waits no longer.
    """
    async with changing(host, guild, campaign.id) as change:
        due = change.almanac.next()
        run = await change.store.agenda.run_day(campaign.id, day)
        if due is None or due.kind is not OccasionKind.RUN or due.day != day or not run.waits:
            raise Refused(
                f"The run of {day_name(day)} waits no longer.", way_out="Look at /calendar."
            )
        if hours is None:
            at = change.now
            run = replace(run, early=at, waits=False, forced=True)
            told, what = "takes place now, with the turns that are in", "run made anyway"
        else:
            at = change.now + timedelta(hours=hours)
            run = replace(run, cut_off=at)
            told, what = f"waits until {moment(at)}", "run waits longer"
        await change.store.agenda.put_run_day(campaign.id, run)
        await publish(
            change.store,
            change.campaign,
            who,
            what,
            why=day.isoformat() if hours is None else f"{day.isoformat()}, {hours} h",
            news=f"⏳ The run of {day_name(day)} {told}.",
        )
        return at


async def idle_players(
    host: Host, guild: int, campaign: Campaign, store: GuildStore
) -> frozenset[int]:
    """The idle players; anybody may know who they are (cohorts.turn.missed-turn).

    Raises `bot.workers.WorkerError`. Not to be called in a unit: it may wait for a worker.
    """
    members = [each for each in await store.members.of_campaign(campaign.id) if each.player]
    if not members:
        return frozenset()
    players = await host.players(guild, campaign, members[0].faction)
    return frozenset(player.id for player in players if player.idle)
