"""Changing the terms of a campaign: its calendar, its end, its seats (`engine.module.terms`).

Before the first turn they hold at once. In a campaign that runs they are noted, told to all, and
hold from the next turn on: when the production of the present one is made, the rounds let them take
effect by a tick of their own (`bot.modules.amending`). A new calendar begins with its first whole
game week, so that no turn is cut short.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from bot.answers import Refused
from bot.campaign.almanac import almanac_of, calendar_of, pauses_of
from bot.campaign.on_terms import checked
from bot.campaign.publishing import publish
from bot.campaign.status import STATES, day_name, moment
from bot.faces.words.text import number, plain
from bot.host import Host
from bot.joining.starts import seats_there
from bot.modules.amending import Wanted, amend, carry_out
from bot.post.telling import MODERATORS, tell
from bot.resolving import Unbearable
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Trace
from bot.store.ticks import DueTick
from bot.terms.told import changes_between
from engine.calendar import Pause
from engine.calendar_changes import AmendedCalendar
from engine.module import Module, ModuleError
from engine.module.terms import Terms, read_terms, terms_of, with_terms

if TYPE_CHECKING:
    from bot.campaign.undoing import Undoing

SETTINGS: Final = "campaign settings"
"""What the log calls a change of the terms."""
IN_EFFECT: Final = "settings in effect"
"""Name of the tick that applies a pending change."""
_DAY: Final = timedelta(days=1)
_PAST: Final = timedelta(microseconds=10)
"""Behind whatever is due at one instant (`bot.campaign.almanac.Almanac`)."""
_TOLD: Final = 1500  # characters of the changes in a message


@dataclass(frozen=True, slots=True)
class Pending:
    """Terms that are to hold from the next turn on."""

    terms: str
    """As `Terms.to_json` wrote them."""
    who: int
    why: str
    turn: int
    """The turn after which they take effect."""


async def pending_of(store: GuildStore, campaign: int) -> Pending | None:
    """The terms that wait for the next turn, if any do."""
    text = await store.settings.get(_setting(campaign))
    return Pending(**json.loads(text)) if text else None


async def terms_to_be(store: GuildStore, module: Module, campaign: int) -> Terms:
    """The terms on which the campaign is played from the next turn on, as things stand."""
    pending = await pending_of(store, campaign)
    return read_terms(pending.terms) if pending else terms_of(module)


async def change_terms(
    host: Host,
    guild: int,
    campaign: Campaign,
    who: int,
    terms: Terms,
    why: str,
    *,
    undoes: int | None = None,
) -> str:
    """Let the campaign be played on these terms; says from when on.

    Raises `Refused` with everything that is wrong with them, and where nothing would change.
    """
    if campaign.state is CampaignState.ENDED:
        raise Refused(
            "This campaign has ended; nothing of it changes any more.",
            way_out="/campaign create makes a new one.",
        )
    rules = await host.rules(guild, campaign)
    module = checked(rules.module, terms)
    await _has_places(host, guild, campaign, rules.module, terms)
    async with host.stores.use(guild) as store, store.unit():
        before = await terms_to_be(store, rules.module, campaign.id)
        await _fits(store, rules.module, campaign, terms)
        told = changes_between(before, terms, rules.module)
        if not told:
            raise Refused("Nothing would change.", way_out="Change something first.")
        lines = "\n".join(f"• {line}" for line in told)[:_TOLD]
        trace = Trace(before.to_json(), terms.to_json(), undoes=undoes, open=True)
        if campaign.state in (CampaignState.RUNNING, CampaignState.PAUSED):
            present = await store.campaigns.get(campaign.id)
            noted = Pending(terms.to_json(), who, why, present.turn)
            same = terms == terms_of(rules.module)
            await store.settings.put(
                _setting(campaign.id), "" if same else json.dumps(asdict(noted))
            )
            news = f"⚙️ **From the next turn on:**\n{lines}{_why(why)}"
            await publish(
                store,
                present,
                who,
                SETTINGS.removeprefix("campaign "),
                why=why,
                news=news,
                trace=trace,
            )
            return "It holds from the next turn on: when this one's production is made."
    wanted = Wanted(
        module=module,
        who=who,
        why=why,
        news=f"⚙️ **From now on:**\n{lines}{_why(why)}",
        what=SETTINGS,
        before=trace.before or "",
        after=trace.after or "",
        undoes=undoes,
    )
    await amend(host, guild, campaign, wanted)
    return "It holds from now on."


async def _has_places(
    host: Host, guild: int, campaign: Campaign, module: Module, terms: Terms
) -> None:
    """Raise `Refused` where a faction would have more seats than the world has places for."""
    raised = {
        key: faction
        for key, faction in module.factions.items()
        if (terms.seats.get(key) or 0) > (faction.players or 0)
    }
    if not raised or not campaign.tick:
        return
    there = await host.workers.run(seats_there, host.path(guild), campaign.id, campaign.tick)
    for key, faction in raised.items():
        most, wanted = there.get(key), terms.seats.get(key) or 0
        if most is not None and wanted > most:
            raise Refused(
                f"The world has {number(most, 'place')} to begin for {faction.name}, so {wanted} "
                "seats are too many.",
                way_out=f"Leave it at {most} at most, or begin a campaign with more seats.",
            )


async def _fits(store: GuildStore, module: Module, campaign: Campaign, terms: Terms) -> None:
    """Raise `Refused` where the campaign has gone further than the terms allow."""
    last = terms.victory.turns
    if last is not None and last < campaign.turn:
        raise Refused(
            f"Turn {campaign.turn} is being played, so {last} cannot be the last one.",
            way_out="Name a later turn, or end the campaign with /campaign end.",
        )
    members = await store.members.of_campaign(campaign.id)
    for place, (key, faction) in enumerate(module.factions.items(), 1):
        seats = terms.seats.get(key)
        seated = sum(member.faction == place for member in members)
        if seats is not None and seats < seated:
            raise Refused(
                f"{number(seated, 'player')} play for {faction.name} already, so "
                f"{number(seats, 'seat')} would be too few.",
                way_out=f"Leave it at least {seated}.",
            )


def _why(why: str) -> str:
    return f"\nWhy: {plain(why)}" if why else ""


def _setting(campaign: int) -> str:
    return f"terms:{campaign}"


# ---------------------------------------------------------------- taking effect


async def take_effect(host: Host, guild: int, store: GuildStore, campaign: Campaign) -> bool:
    """Let noted terms hold if their turn has come; returns whether a tick was made for it.

    Raises what `Host.tick` raises but `Unbearable`: terms that cannot hold any more are dropped,
    and the moderators are told why.
    """
    pending = await pending_of(store, campaign.id)
    if pending is None or campaign.turn <= pending.turn or campaign.cursor is None:
        return False
    present = (await host.rules(guild, campaign)).module
    terms = read_terms(pending.terms)
    try:
        module = with_terms(present, terms)
        if module.digest() == campaign.module_digest:  # we died right after the tick
            await store.settings.put(_setting(campaign.id), "")
            return False
        told = changes_between(terms_of(present), terms, present)
        lines = "\n".join(f"• {line}" for line in told)[:_TOLD]
        due = DueTick("setup", campaign.cursor, campaign.cursor.date(), campaign.turn)
        begins = ""
        if module.calendar != present.calendar:
            calendar = await calendar_of(store, campaign.id, module.calendar)
            pauses = await pauses_of(store, campaign.id)
            first, cursor = first_week(calendar, campaign.cursor, pauses)
            due = DueTick("setup", cursor, calendar.local_day(cursor), campaign.turn, None, cursor)
            begins = f"\nIts first game week begins on {day_name(first)}."
        wanted = Wanted(
            module=module,
            who=pending.who,
            why=pending.why,
            news=f"⚙️ **It holds from this turn on:**\n{lines}{begins}",
            what=IN_EFFECT,
        )
        await carry_out(host, guild, campaign, wanted, due)
    except (Unbearable, ModuleError) as error:
        async with store.unit():
            await store.settings.put(_setting(campaign.id), "")
            await store.audit.note(campaign.id, 0, "settings dropped", why=str(error)[:300])
            text = (
                f"⚠️ The new settings cannot hold any more, so I dropped them: {plain(str(error))}"
            )
            await tell(store, campaign.id, MODERATORS, f"T{campaign.tick}·S!", text[:1900])
        return False
    await store.settings.put(_setting(campaign.id), "")
    return True


def first_week(
    calendar: AmendedCalendar, since: datetime, pauses: list[Pause]
) -> tuple[date, datetime]:
    """The first day of the first whole game week after an instant, and where to begin with it.

    That is an instant after everything that the calendar has before that week, and not earlier than
    `since`: a week that has begun already would be one of too few days.
    """
    first = calendar.week_of(calendar.local_day(since)).last + _DAY
    cursor = since
    for due in calendar.coming(since, pauses):
        if due.day >= first:
            break
        cursor = max(cursor, due.instant + _PAST)
    return first, cursor


async def when(host: Host, guild: int, campaign: Campaign, terms: Terms) -> str:
    """From when on terms would hold, in words for the person about to set them."""
    if campaign.state not in (CampaignState.RUNNING, CampaignState.PAUSED):
        return f"The campaign is {STATES[campaign.state]}; it holds from now on."
    rules = await host.rules(guild, campaign)
    async with host.stores.use(guild) as store:
        almanac = await almanac_of(store, campaign, rules.module.calendar)
        ends = next((due for due in almanac.coming() if due.kind == "production"), None)
        if ends is None:
            return "It holds from the next turn on."
        told = f"It holds from the next turn on: after the production of {moment(ends.instant)}."
        if terms.calendar == rules.module.calendar:
            return told
        calendar = await calendar_of(store, campaign.id, terms.calendar)
        first, cursor = first_week(calendar, ends.instant, list(almanac.pauses))
        run = next((due for due in calendar.coming(cursor, almanac.pauses)), None)
    begins = f" Its first game week begins on {day_name(first)}"
    return f"{told}{begins}, its first run is at {moment(run.instant)}." if run else told


# ---------------------------------------------------------------- taking it back


async def undo_settings(undoing: Undoing) -> str:
    """Set what an act changed to what it was before, by the same way; later changes stay."""
    host, guild, campaign = undoing.bot.host, undoing.guild.id, undoing.campaign
    trace = undoing.entry.trace
    was: dict[str, Any] = json.loads(trace.before or "{}")
    became: dict[str, Any] = json.loads(trace.after or "{}")
    rules = await host.rules(guild, campaign)
    async with host.stores.use(guild) as store:
        present = await terms_to_be(store, rules.module, campaign.id)
    tree: dict[str, Any] = json.loads(present.to_json())
    for part, values in became.items():
        for key in values.keys() | was[part].keys():
            before, after = was[part].get(key), values.get(key)
            if before == after:
                continue
            if tree[part].get(key) != after:
                raise Refused(
                    f"“{key.replace('_', ' ')}” has been set again since.",
                    way_out="Undo that change first, or set it anew with /campaign settings.",
                )
            tree[part][key] = before
    terms = read_terms(json.dumps(tree))
    told = await change_terms(
        host, guild, campaign, undoing.who, terms, undoing.why, undoes=undoing.entry.id
    )
    return f"The settings are as they were before. {told}"
