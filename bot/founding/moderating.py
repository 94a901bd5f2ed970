"""What moderators do with a campaign, each act with its entry in the audit log.

An act and all that follows from it (the timer, the herald's news, the status) are one unit of the
store. Who may act stands in `bot.callers.rights`; how a campaign comes to be, in `forming`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from bot import faces
from bot.answers import Refused
from bot.campaign import almanac as calendar
from bot.campaign.publishing import check_not_ending, publish, taken_back, unchanged
from bot.campaign.status import STATES
from bot.faces.words.text import plain
from bot.host import Host
from bot.payload import Payload, joins
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Trace, Wording
from bot.store.steps import CEREMONY, END
from engine.packs import Rules

if TYPE_CHECKING:
    from bot.campaign.undoing import Undoing

FORMING, OPEN = CampaignState.FORMING, CampaignState.OPEN
RUNNING, PAUSED, ENDED = CampaignState.RUNNING, CampaignState.PAUSED, CampaignState.ENDED


def check_unopened(campaign: Campaign) -> None:
    """Raise `Refused` for a campaign that has been opened."""
    _in_state(campaign, {FORMING}, "opened")


async def open_up(host: Host, guild: int, campaign: Campaign, who: int) -> None:
    """Let players join. Raises `Refused` unless it can be opened."""
    check_unopened(campaign)
    if not campaign.tick:
        raise Refused("Its world is not made yet.", way_out="/campaign repair makes it.")
    rules = await host.rules(guild, campaign)
    async with host.stores.use(guild) as store, store.unit():
        await unchanged(store, campaign)
        await store.campaigns.set_state(campaign.id, OPEN)
        news = _invitation(rules, campaign, "📯 **Players may join now.**")
        await publish(store, campaign, who, "opened", news=news)


async def start(host: Host, guild: int, campaign: Campaign, who: int) -> None:
    """Begin the first turn: from now on runs and productions are due.

    Raises `Refused` unless it is open and somebody plays.
    """
    _in_state(campaign, {OPEN}, "started")
    rules = await host.rules(guild, campaign)
    async with host.stores.use(guild) as store, store.unit():
        await unchanged(store, campaign)
        await check_not_ending(store, campaign.id)
        if not any(m.player for m in await store.members.of_campaign(campaign.id)):
            raise Refused("Nobody plays in it yet.", way_out="Players take a place with /join.")
        await calendar.begin(store, campaign, rules.module.calendar, host.clock.now())
        news = "⚔️ **The campaign begins.** Give your orders, and submit them before the cut-off."
        await publish(store, campaign, who, "started", news=news)


async def pause(host: Host, guild: int, campaign: Campaign, who: int, why: str) -> None:
    """Stop the calendar; what would fall into the pause is neither run nor made up.

    Raises `Refused` unless it runs.
    """
    _in_state(campaign, {RUNNING}, "paused")
    async with host.stores.use(guild) as store, store.unit():
        await unchanged(store, campaign)
        before = await calendar.pauses_text(store, campaign.id)
        await calendar.pause(store, campaign.id, host.clock.now())
        trace = Trace(before, await calendar.pauses_text(store, campaign.id), open=True)
        news = f"⏸️ **The campaign is paused.** Why: {plain(why)}"
        await publish(store, campaign, who, "paused", why=why, news=news, trace=trace)


async def resume(host: Host, guild: int, campaign: Campaign, who: int) -> None:
    """Go on after a pause, or after a turn that could not be made.

    Raises `Refused` unless it is paused.
    """
    _in_state(campaign, {PAUSED}, "resumed")
    rules = await host.rules(guild, campaign)
    async with host.stores.use(guild) as store, store.unit():
        present = await unchanged(store, campaign)
        await check_not_ending(store, campaign.id)
        before = await calendar.pauses_text(store, campaign.id)
        await calendar.resume(store, present, rules.module.calendar, host.clock.now())
        trace = Trace(before, await calendar.pauses_text(store, campaign.id), open=True)
        news = "▶️ **The campaign goes on.**"
        await publish(store, campaign, who, "resumed", news=news, trace=trace)


async def undo_pause(undoing: Undoing) -> str:
    """Take a pause back as if it had not been, or take back that it ended."""
    host, entry, guild = undoing.bot.host, undoing.entry, undoing.guild.id
    rules = await host.rules(guild, undoing.campaign)
    async with host.stores.use(guild) as store, store.unit():
        present = await store.campaigns.get(undoing.campaign.id)
        await check_not_ending(store, present.id)
        paused = entry.what == "campaign paused"
        trace = taken_back(entry, await calendar.pauses_text(store, present.id))
        if present.state is not (PAUSED if paused else RUNNING) or not entry.trace.after:
            raise Refused("It has changed since.", way_out=NEXT[present.state])
        await calendar.put_back(store, present, rules.module.calendar, trace.after or "[]")
        what, news = ("resumed", "▶️ **The campaign goes on**: its pause is taken back.")
        if not paused:
            what, news = "paused", "⏸️ **The campaign is paused again**; that it went on was a slip."
        why, who = undoing.why, undoing.who
        await publish(store, present, who, what, why=why, news=news, trace=trace)
    return "The pause is as if it had not been." if paused else "It is paused again."


async def let_join(host: Host, guild: int, campaign: Campaign, who: int, joining: bool) -> None:
    """Let players join, late ones too, or nobody for a while (cohorts.setup.late-joining).

    Raises `Refused` if that changes nothing, or the campaign is not open.
    """
    _in_state(campaign, {OPEN, RUNNING, PAUSED}, "opened or closed to players")
    if campaign.joining == joining:
        raise Refused(
            f"Joining is {'open' if joining else 'closed'} already.",
            way_out="/campaign status says who may join.",
        )
    rules = await host.rules(guild, campaign)
    async with host.stores.use(guild) as store, store.unit():
        await unchanged(store, campaign)
        trace = Trace(json.dumps(not joining), json.dumps(joining), open=True)
        await _let_join(store, rules, campaign, who, joining, trace)


async def undo_joining(undoing: Undoing) -> str:
    """Let players join again, or no more."""
    host, guild = undoing.bot.host, undoing.guild.id
    rules = await host.rules(guild, undoing.campaign)
    async with host.stores.use(guild) as store, store.unit():
        present = await store.campaigns.get(undoing.campaign.id)
        _in_state(present, {OPEN, RUNNING, PAUSED}, "opened or closed to players")
        trace = taken_back(undoing.entry, json.dumps(present.joining))
        joining = not present.joining
        await _let_join(store, rules, present, undoing.who, joining, trace, undoing.why)
    return "Players may join." if joining else "Nobody may join."


async def _let_join(
    store: GuildStore,
    rules: Rules,
    campaign: Campaign,
    who: int,
    joining: bool,
    trace: Trace,
    why: str = "",
) -> None:
    await store.campaigns.set_joining(campaign.id, joining)
    news: Payload | str = "🚪 **Joining is closed** for the time being."
    if joining:
        news = _invitation(rules, campaign, "📯 **Players may join again.**")
    what = "opened to players" if joining else "closed to players"
    await publish(store, campaign, who, what, why=why, news=news, trace=trace)


def _invitation(rules: Rules, campaign: Campaign, news: str) -> Payload:
    """The news with how one joins, and the button for it."""
    seat = faces.of(rules).seat
    if seat is None:
        return Payload(text=f"{news} By its rules nobody takes a seat.")
    text = f"{news} Press **Join** or type `/join`, then {seat.invitation}"
    return Payload(text=text, choices=(joins(campaign.id),))


async def watch_words(
    host: Host, guild: int, campaign: Campaign, who: int, wording: Wording
) -> None:
    """Set how the campaign looks at what players type."""
    async with host.stores.use(guild) as store, store.unit():
        before = await store.wordings.get(campaign.id)
        await store.wordings.put(campaign.id, wording)
        await store.audit.note(
            campaign.id,
            who,
            "words",
            trace=Trace(json.dumps(asdict(before)), json.dumps(asdict(wording)), open=True),
        )


async def undo_words(undoing: Undoing) -> str:
    """Look at what players type as before."""
    campaign = undoing.campaign.id
    async with undoing.bot.host.stores.use(undoing.guild.id) as store, store.unit():
        present = json.dumps(asdict(await store.wordings.get(campaign)))
        trace = taken_back(undoing.entry, present)
        was = json.loads(trace.after or "")
        await store.wordings.put(campaign, Wording(was["checked"], tuple(was["allowed"])))
        await store.audit.note(campaign, undoing.who, "words", why=undoing.why, trace=trace)
    return "What players type is looked at as before."


async def end(host: Host, guild: int, campaign: Campaign, who: int, why: str = "") -> None:
    """End the campaign for good; its ceremony follows, which publishes its seed.

    Raises `Refused` if it has ended already, or while a turn is made.
    """
    _in_state(campaign, {FORMING, OPEN, RUNNING, PAUSED}, "ended")
    if host.busy(guild):
        raise Refused("A turn is just being made.", way_out="Try again in a moment.")
    async with host.stores.use(guild) as store, store.unit():
        await unchanged(store, campaign)
        await store.campaigns.set_state(campaign.id, ENDED)
        await store.timers.clear(campaign.id, calendar.TIMER)
        await store.timers.clear(campaign.id, END)
        await store.timers.put(campaign.id, CEREMONY, host.clock.now())
        because = f" Why: {plain(why)}" if why else ""
        news = f"🏁 **The campaign has ended**, by its moderators.{because}"
        await publish(store, campaign, who, "ended", why=why, news=news)
    host.due.set(host.clock.now())


# ---------------------------------------------------------------- inside


def _in_state(campaign: Campaign, allowed: Collection[CampaignState], done: str) -> None:
    if campaign.state not in allowed:
        raise Refused(
            f"{plain(campaign.name)} cannot be {done}: it is {STATES[campaign.state]}.",
            way_out=NEXT[campaign.state],
        )


NEXT: Final[Mapping[CampaignState, str]] = {
    FORMING: "/campaign open lets players join.",
    OPEN: "/campaign start begins the first turn.",
    RUNNING: "/campaign pause stops it for a while, /campaign end for good.",
    PAUSED: "/campaign resume lets it go on.",
    ENDED: "/campaign create makes a new one.",
}
"""What leads on from each state."""
