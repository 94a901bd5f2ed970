"""The one way to give a running campaign another module: by a tick.

The tick is made under the new module and changes nothing in the world; from then on the campaign's
row names that module. Module, row, tick, log and news are committed together. Modules that do not
fit the world are refused (`engine.module_compat`). Which module is wanted is decided elsewhere.
"""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.answers import Refused
from bot.campaign.almanac import EARLY, TIMER, wind
from bot.host import Host
from bot.resolving import Amendment, Unbearable
from bot.store.errors import LeaseHeld, Stale
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, ModuleCopy, Trace
from bot.store.steps import STATUS
from bot.store.ticks import Deed, DueTick
from engine.module import Module
from engine.module.terms import terms_of, with_terms

if TYPE_CHECKING:
    from bot.campaign.undoing import Undoing

AMENDED: Final = "module amended"
"""What the log calls the act."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A module that a campaign is to go on with, and what is told of it."""

    module: Module
    who: int
    why: str
    news: str
    """What the herald tells everybody; nothing is told where it is empty."""
    what: str = AMENDED
    before: str = ""
    """JSON for the log; by default the digests of the module before, and as `after` of this."""
    after: str = ""
    undoes: int | None = None


def adapted(module: Module, present: Module) -> Module:
    """Another module on the terms of the campaign: its calendar, its end and its seats stay.

    Those are set by `/campaign settings` alone, whatever the other module says of them. Factions
    and packs that it does not have in common with the present one stand as they are.
    """
    return with_terms(module, terms_of(present))


async def amend(host: Host, guild: int, campaign: Campaign, wanted: Wanted) -> Campaign:
    """Let the campaign go on with the module from now on; returns its row after that.

    Raises `Refused` where it has ended or has no world yet, where nothing would change, where a
    tick is under way, and with every reason why the module does not fit the world.
    """
    if campaign.state is CampaignState.ENDED:
        raise Refused(
            "This campaign has ended; nothing of it changes any more.",
            way_out="/campaign create makes a new one.",
        )
    if not campaign.tick:
        raise Refused("Its world is not made yet.", way_out="/campaign repair makes it.")
    if wanted.module.digest() == campaign.module_digest:
        raise Refused(
            "Nothing would change: the campaign is played by just that.",
            way_out="/module upload brings another version.",
        )
    now = host.clock.now()
    due = DueTick("setup", now, wanted.module.calendar.local_day(now), campaign.turn)
    try:
        return await carry_out(host, guild, campaign, wanted, due)
    except Unbearable as error:
        raise Refused(
            "This module does not fit the running campaign:\n"
            + "\n".join(f"• {reason}" for reason in error.reasons),
            way_out="Mend what is named, or start another campaign with it.",
        ) from error
    except (LeaseHeld, Stale) as busy:
        raise Refused(
            "A turn of this campaign is just being made, or it has just been changed.",
            way_out="Try again in a moment.",
        ) from busy


async def carry_out(
    host: Host, guild: int, campaign: Campaign, wanted: Wanted, due: DueTick
) -> Campaign:
    """As `amend`, by that tick and without its questions.

    Raises what `Host.tick` raises: `Unbearable`, `LeaseHeld`, `Stale` and `WorkerError`.
    """
    copy = ModuleCopy.of(wanted.module)
    trace = Trace(
        before=wanted.before or json.dumps({"digest": campaign.module_digest}),
        after=wanted.after or json.dumps({"digest": copy.digest}),
        undoes=wanted.undoes,
        open=True,
    )
    deed = Deed(wanted.who, wanted.what, wanted.why, trace)
    running = campaign.state is CampaignState.RUNNING
    # Should we die right after the tick, the timers are set anew when this one rings.
    timers = {TIMER: host.clock.now()} if running else {}
    amends = Amendment(copy, campaign.module_digest, deed, wanted.news, timers)
    await host.tick(guild, campaign.id, due, amends=amends)
    async with host.stores.use(guild) as store:
        return await _settle(host, guild, store, campaign.id)


async def _settle(host: Host, guild: int, store: GuildStore, campaign: int) -> Campaign:
    """Bring timers and status into line with the module that the campaign has now."""
    rules = await host.rules(guild, await store.campaigns.get(campaign))
    async with store.unit():
        present = await store.campaigns.get(campaign)
        if present.state is CampaignState.RUNNING:
            await wind(store, present, rules.module.calendar)
            await store.timers.put(campaign, EARLY, host.clock.now())
        await store.timers.put(campaign, STATUS, store.now())
    return present


async def undo_amendment(undoing: "Undoing") -> str:
    """Let the campaign go on with the module that it had before, on the terms it has now."""
    host, guild, campaign = undoing.bot.host, undoing.guild.id, undoing.campaign
    trace = undoing.entry.trace
    was = json.loads(trace.before or "{}")["digest"]
    became = json.loads(trace.after or "{}")["digest"]
    present = (await host.rules(guild, campaign)).module
    async with host.stores.use(guild) as store:
        before = Module.from_json((await store.campaigns.module(was)).body)
        after = Module.from_json((await store.campaigns.module(became)).body)
    if adapted(after, present).digest() != present.digest():
        raise Refused("The module has been changed again since.", way_out="Undo that change first.")
    title = before.meta.title
    wanted = Wanted(
        module=adapted(before, present),
        who=undoing.who,
        why=undoing.why,
        news=f"📜 **{title}** is played as it was before: the last change of the module is "
        "taken back.",
        undoes=undoing.entry.id,
    )
    await amend(host, guild, campaign, wanted)
    return f"{title} is played as it was before that change, from this tick on."
