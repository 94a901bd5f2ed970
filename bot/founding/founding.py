"""How a campaign comes to be: its row with the seed, its world, its channels and roles.

Each step is noted when it is done, so a campaign that was interrupted is completed by running
`complete` again. What happens to it afterwards is in `bot.founding.moderating`.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.answers import Refused
from bot.campaign.on_terms import checked
from bot.campaign.overseers import MODERATORS_ROLE
from bot.campaign.roles import TROUBLE, follow, people_of, tell_failed
from bot.campaign.steps import MAKE_ROOM, why_not
from bot.client import HostBot
from bot.faces.words.text import plain
from bot.founding.channels import Furnished, check, furnish
from bot.host import Host
from bot.modules import keeping
from bot.post.telling import MODERATORS, tell
from bot.store.errors import Taken
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, ModuleCopy, Trace
from bot.store.steps import FURNISH, ROLE, STATUS
from bot.store.ticks import DueTick
from engine import __version__
from engine.dice import Seed, seed_hash
from engine.module import Module, ModuleError
from engine.module.terms import Terms, terms_of

_LISTED: Final = 12
"""Things made or refused that a message names."""
_LINE: Final = 140
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is chosen for a campaign beside its module and its size."""

    terms: Terms | None = None
    """On what terms it is played; None for the module's own."""
    seed: Seed | None = None
    """None to have it drawn."""
    timed: bool = False
    """Whether the minute of its runs was chosen; else it gets a new one."""


def broken() -> Refused:
    """What to say of a module that cannot be played."""
    return Refused(
        "This module has faults, so it cannot be played.",
        way_out="The host finds them with the command `module check`.",
    )


async def form(
    bot: HostBot,
    guild: discord.Guild,
    who: int,
    name: str,
    module_name: str,
    size: Mapping[str, int],
    moderators: discord.Role | None,
    chosen: Chosen = Chosen(),
) -> Campaign:
    """A new campaign with its world; its channels are made by `complete`.

    `size` may give the map's width and height. Raises `Refused`; then there is no new campaign.
    """
    host = bot.host
    try:
        copy = await keeping.take(host, guild.id, module_name)
    except ModuleError as error:
        _log.error("module=%s is broken: %s", module_name, error)
        raise broken() from error
    module = Module.from_json(copy.body)
    check(guild, module)
    seed = chosen.seed or host.new_seed()
    copy = ModuleCopy.of(_on_terms(host, module, chosen, seed_hash(seed)))
    async with host.stores.use(guild.id) as store, store.unit():
        try:
            campaign = await store.campaigns.create(
                name, copy, engine_version=__version__, seed=seed, seed_hash=seed_hash(seed)
            )
        except Taken as taken:
            raise Refused(
                f"This server already has a campaign called {plain(name)}.",
                way_out="Choose another name.",
            ) from taken
        await store.settings.put(_size(campaign.id), json.dumps(dict(size)))
        if moderators:
            await store.places.put(campaign.id, MODERATORS_ROLE, moderators.id)
        about = json.dumps({"module": copy.name, "size": dict(size)})
        await store.audit.note(campaign.id, who, "campaign created", trace=Trace(after=about))
    try:
        return await _found(host, guild.id, campaign)
    except ValueError as error:
        async with host.stores.use(guild.id) as store, store.unit():
            await store.campaigns.set_state(campaign.id, CampaignState.ENDED)
            await store.audit.note(campaign.id, who, "campaign given up", why=str(error))
        way_out = "Choose a larger size, or leave the size to the module."
        raise Refused(f"Such a world cannot be made: {error}", way_out=way_out) from error


def _on_terms(host: Host, module: Module, chosen: Chosen, mark: str) -> Module:
    """The module on the terms of the campaign, with a spread minute unless one was chosen.

    A host of thousands of campaigns would else have most of their turns due at the same minute.
    """
    terms = chosen.terms or terms_of(module)
    if host.spread and not chosen.timed:
        minute = int(mark[:8], 16) % 60
        hour = terms.calendar.cut_off.replace(minute=minute)
        terms = terms.model_copy(
            update={"calendar": terms.calendar.model_copy(update={"cut_off": hour})}
        )
    return checked(module, terms)


async def complete(bot: HostBot, guild: discord.Guild, campaign: Campaign, who: int) -> list[str]:
    """Make whatever the campaign still lacks, and let everything out that waits.

    Returns what was made or mended. Raises `Refused` that names what Discord did not let us make;
    all else is made, and running it again goes on from there.
    """
    host = bot.host
    campaign = await _found(host, guild.id, campaign)
    rules = await host.rules(guild.id, campaign)
    async with host.furnishing[guild.id], host.stores.use(guild.id) as store:
        noted = await store.timers.get(campaign.id, FURNISH)
        told = await furnish(guild, store, campaign, rules.module)
        await _set_roles(host, guild, store, campaign, told)
        async with store.unit():
            for message in await store.outbox.parked(campaign.id):
                await store.outbox.unpark(message.id)
                told.done.append(f"the message {message.key} goes out again")
            if told.done:
                made = json.dumps(told.done)
                await store.audit.note(
                    campaign.id, who, "campaign furnished", trace=Trace(after=made, open=True)
                )
            await store.timers.put(campaign.id, STATUS, store.now())
            if not told.failed and noted == await store.timers.get(campaign.id, FURNISH):
                await store.timers.clear(campaign.id, FURNISH)
    if told.failed:
        raise Refused(
            "Discord did not let me make everything:\n" + listing(told.failed),
            way_out="All else is made or mended. "
            + (
                MAKE_ROOM.rstrip(".")
                if told.full
                else "Grant me Manage Channels and Manage Roles, also in the channels named here, "
                "move my role above those of the factions, and see that Discord is well"
            )
            + "; then /campaign repair goes on from here.",
        )
    return told.done


async def furnish_anew(bot: HostBot, guild: discord.Guild, campaign_id: int) -> None:
    """Make anew what was deleted by hand, and tell the moderators: the step `FURNISH`.

    Raises `Refused` as `complete`.
    """
    async with bot.host.stores.use(guild.id) as store:
        campaign = await store.campaigns.get(campaign_id)
        if campaign.state is CampaignState.ENDED or await store.campaigns.moved_away(campaign_id):
            await store.timers.clear(campaign_id, FURNISH)  # people who tidy up may do so
            return
        done = await complete(bot, guild, campaign, 0)
        if done:
            text = "🔧 Something of this campaign had been deleted or changed by hand. I mended:\n"
            entry = (await store.audit.latest(campaign_id, last=1))[0]
            await tell(
                store,
                campaign_id,
                MODERATORS,
                f"F{entry.id}",
                text + listing(list(map(plain, done))),
            )


def listing(lines: Sequence[str]) -> str:
    """As many of the lines as have room in a message."""
    more = len(lines) - _LISTED
    shown = [f"• {each}"[:_LINE] for each in lines[:_LISTED]]
    return "\n".join([*shown, *([f"• … and {more} more"] if more > 0 else [])])


async def _found(host: Host, guild: int, campaign: Campaign) -> Campaign:
    """Make the world, by the first tick, unless it is there."""
    if campaign.tick:
        return campaign
    rules = await host.rules(guild, campaign)
    now = host.clock.now()
    due = DueTick(kind="setup", at=now, local_date=rules.module.calendar.local_day(now), turn=1)
    async with host.stores.use(guild) as store:
        size = json.loads(await store.settings.get(_size(campaign.id)) or "{}")
        await host.tick(guild, campaign.id, due, settings=size)
        return await store.campaigns.get(campaign.id)


async def _set_roles(
    host: Host, guild: discord.Guild, store: GuildStore, campaign: Campaign, told: Furnished
) -> None:
    """Have roles follow seats: for everybody with a seat, and for people who lose a role."""
    people = await people_of(store, campaign.id)
    for timer in await store.timers.all():
        kind, _, of = timer.name.partition(":")
        if timer.campaign == campaign.id and kind == ROLE:
            people.append(int(of))
    for user in dict.fromkeys(people):
        try:
            given = await follow(host, guild, campaign.id, user)
        except TROUBLE as error:
            told.failed.append(f"the role of <@{user}>: {why_not(error)}")
            await tell_failed(host, store, campaign.id, user, error)
        else:
            told.done += given


def _size(campaign: int) -> str:
    return f"size:{campaign}"
