"""A campaign leaves a server, comes into another, or is copied: what moderators do, and its log.

A file of a campaign holds its seed and all its secrets. So the file of one that goes on never
leaves the host by chat: it stays in the host's folder under a code, with which a manager of another
server takes the campaign there, and with that it is closed here. Only what has ended, with its seed
told, is handed out.
"""

import json
import logging
import re
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import discord

from bot.answers import Refused
from bot.campaign import almanac as calendar
from bot.campaign.parts import has_part
from bot.campaign.publishing import publish, unchanged
from bot.client import HostBot
from bot.faces.words.text import plain
from bot.founding.channels import check
from bot.founding.founding import complete
from bot.host import Host, drawn_seed
from bot.moving.files import Brought, look_through, make_copy, take_out
from bot.seats.joining import check_newcomer
from bot.store.errors import StoreError, Taken
from bot.store.guild import GuildStore
from bot.store.moving.packing import SUFFIX, Packed
from bot.store.moving.pouring import empty_seats, pour
from bot.store.moving.unpacking import BadFile
from bot.store.records import Campaign, CampaignState, Member, Trace
from bot.store.seats import EmptySeat
from bot.typed import likely_name
from engine import __version__
from engine.dice import seed_hash
from engine.module import Module

FOLDER: Final = "exports"
"""The folder in the host's data folder where files wait."""
LASTS: Final = timedelta(days=7)
LONGEST_NAME: Final = 60
"""Characters of a campaign's name."""
LONG: Final = 300.0  # seconds that a large campaign may take
CODE: Final = re.compile(r"[0-9a-f]{24}")
_ENDED, _PAUSED = CampaignState.ENDED, CampaignState.PAUSED
_FORMING = CampaignState.FORMING

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Exported:
    """A campaign's file that waits in the host's folder."""

    file: Path
    code: str
    packed: Packed


async def export(host: Host, guild: int, campaign: Campaign, who: int) -> Exported:
    """Write the campaign's file into the host's folder. Raises `Refused`.

    One that goes on has to be paused, so that nothing happens in it that the file does not hold.
    """
    async with host.stores.use(guild) as store:
        await unchanged(store, campaign)
    if campaign.state not in (_ENDED, _PAUSED):
        raise Refused(
            f"{plain(campaign.name)} goes on: what happens after the export would be lost.",
            way_out="/campaign pause stops it first; /moving copy makes one to try things out.",
        )
    if host.busy(guild):
        raise Refused("A turn is just being made.", way_out="Try again in a moment.")
    now = host.clock.now()
    sweep(host)
    code = secrets.token_hex(12)
    file = folder(host) / f"{guild}-{code}{SUFFIX}"
    packed = await host.workers.run(
        take_out, host.path(guild), campaign.id, file, now, limit=LONG, long=True
    )
    async with host.stores.use(guild) as store, store.unit():
        await unchanged(store, campaign)
        trace = Trace(
            after=json.dumps({"ticks": packed.about.ticks, "digest": packed.about.digest}),
            open=True,
        )
        await store.audit.note(campaign.id, who, "campaign exported", trace=trace)
    return Exported(file, code, packed)


def sweep(host: Host) -> None:
    """Throw away files that waited for too long."""
    oldest = (host.clock.now() - LASTS).timestamp()
    for file in folder(host).glob(f"*{SUFFIX}"):
        if file.stat().st_mtime < oldest:
            file.unlink(missing_ok=True)


def folder(host: Host) -> Path:
    """Where files wait."""
    return host.stores.folder / FOLDER


def waiting(host: Host, code: str) -> tuple[int, Path]:
    """The file of a code, and the server that it is of. Raises `Refused`."""
    typed = re.sub(r"[\s`-]", "", code).lower()
    found = sorted(folder(host).glob(f"*-{typed}{SUFFIX}")) if CODE.fullmatch(typed) else []
    if not found:
        raise Refused(
            "There is no campaign under that code.",
            way_out="/moving export gives one; it holds for seven days.",
        )
    return int(found[0].name.split("-")[0]), found[0]


async def looked_through(host: Host, file: Path, own: Path) -> Brought:
    """A file's contents, put into a separate store at `own`. Raises `Refused`."""
    try:
        return await host.workers.run(
            look_through, file, own, host.clock.now(), limit=LONG, long=True
        )
    except BadFile as bad:
        raise Refused(
            f"This file cannot be taken in. {plain(str(bad))}",
            way_out="Export the campaign anew; a file must not be changed on the way.",
        ) from bad


async def bring_in(
    bot: HostBot, guild: discord.Guild, who: int, brought: Brought, own: Path, source: int = 0
) -> Campaign:
    """Make a campaign of this server of what was looked through; its seats are free.

    `source` is the server of this host that it leaves, where it then ends. Raises `Refused`.
    """
    host, module = bot.host, brought.module
    check(guild, Module.from_json(module.body))
    if source:
        async with host.stores.use(source) as store:
            await _still_there(store, brought)
    campaign = await _place_for(host, guild.id, brought)
    moved = {"ticks": brought.ticks, "digest": brought.about.digest}
    try:
        await _fill(host, guild.id, campaign, own, _FORMING)
        if source:
            await _leave(host, source, brought)
        await _begin(host, guild.id, campaign, who, "campaign imported", moved, _after(brought))
    except Exception:
        await _give_up(host, guild.id, campaign, who)
        raise
    async with host.stores.use(guild.id) as store:
        campaign = await store.campaigns.get(campaign.id)
    await complete(bot, guild, campaign, who)
    return campaign


async def copy(
    bot: HostBot, guild: discord.Guild, campaign: Campaign, person: int, name: str
) -> Campaign:
    """Make a copy of a campaign to try something out: its own, private to moderators, and paused.

    Its dice differ from those of the original, or a trial would tell what will come. Raises
    `Refused` for who has played in the original.
    """
    host = bot.host
    await refuse_players(host, guild.id, campaign.id, person)
    async with host.stores.use(guild.id) as store:
        await unchanged(store, campaign)
    if not campaign.tick or host.busy(guild.id):
        raise Refused("A turn is just being made.", way_out="Try again in a moment.")
    own = temporary(host)
    try:
        brought = await host.workers.run(
            make_copy,
            host.path(guild.id),
            campaign.id,
            own,
            host.clock.now(),
            limit=LONG,
            long=True,
        )
        check(guild, Module.from_json(brought.module.body))
        made = await _place_for(host, guild.id, brought, name)
        try:
            await _fill(host, guild.id, made, own, _FORMING)
            await _begin(
                host,
                guild.id,
                made,
                person,
                "campaign copied",
                {"from": campaign.id, "tick": brought.ticks},
                _after(brought),
                original=(campaign.id, brought.ticks, campaign.seed_hash),
            )
        except Exception:
            await _give_up(host, guild.id, made, person)
            raise
    finally:
        remove(own)
    async with host.stores.use(guild.id) as store:
        await store.audit.note(
            campaign.id,
            person,
            "copied to try something out",
            trace=Trace(after=json.dumps({"copy": made.id}), open=True),
        )
        made = await store.campaigns.get(made.id)
    await complete(bot, guild, made, person)
    return made


async def refuse_players(host: Host, guild: int, campaign: int, person: int) -> None:
    """Raise `Refused` for somebody who plays in the campaign, or has: it would tell its secrets."""
    async with host.stores.use(guild) as store:
        took_part = await has_part(store, campaign, person)
    if took_part:
        raise Refused(
            "Who plays in a campaign, or has played in it, may not see all of it.",
            way_out="Ask a moderator who has never had a seat in it.",
        )


def temporary(host: Host) -> Path:
    """A place for a store that is looked through."""
    return folder(host) / f"own-{secrets.token_hex(8)}.sqlite"


# ---------------------------------------------------------------- seats


async def seats(host: Host, guild: int, campaign: int) -> list[EmptySeat]:
    """The seats of a campaign that was brought here into which nobody was put yet."""
    return await host.workers.run(empty_seats, host.path(guild), campaign)


async def give_seat(
    host: Host, guild: int, campaign: Campaign, who: int, seat: EmptySeat, person: int
) -> Member:
    """Put a person into a seat with all that belongs to it. Raises `Refused`, also for bots."""
    original = 0
    async with host.stores.use(guild) as store:
        original = await store.campaigns.original(campaign.id)
    if original:
        await refuse_players(host, guild, original, person)
    rules = await host.rules(guild, campaign)
    async with host.stores.use(guild) as store, store.unit():
        await check_newcomer(store, rules, campaign, person, seat.faction, moderated=True)
        try:
            member = await store.seats.fill(campaign.id, seat, person)
        except Taken as taken:
            raise Refused(str(taken), way_out="Choose another person, or another seat.") from taken
        trace = Trace(
            after=json.dumps({"faction": seat.faction, "player": seat.player, "user": person})
        )
        await store.audit.note(campaign.id, who, "seat given", trace=trace)
    return member


# ---------------------------------------------------------------- inside


async def _place_for(host: Host, guild: int, brought: Brought, name: str = "") -> Campaign:
    """A new row for it, under its name or one that is free."""
    # The file may come from anybody, and names are shown to all.
    wanted = name or likely_name(brought.about.name, LONGEST_NAME) or "A campaign"
    # Drawn in any case: a practice table gives all its own campaigns the same.
    seed = drawn_seed()
    async with host.stores.use(guild) as store, store.unit():
        for number in range(1, 100):
            called = wanted if number == 1 else f"{wanted[:54]} ({number})"
            try:
                return await store.campaigns.create(
                    called,
                    brought.module,
                    engine_version=__version__,
                    seed=seed,
                    seed_hash=seed_hash(seed),
                )
            except Taken:
                continue
    raise Refused("Too many campaigns have that name.", way_out="Choose another name.")


def _after(brought: Brought) -> CampaignState:
    """In which state it begins here: one that was under way waits until somebody lets it go on."""
    state = brought.campaign.state
    return _PAUSED if state is CampaignState.RUNNING else state


async def _fill(
    host: Host, guild: int, campaign: Campaign, own: Path, state: CampaignState
) -> None:
    await host.workers.run(pour, host.path(guild), own, campaign.id, state, limit=LONG, long=True)


async def _begin(
    host: Host,
    guild: int,
    campaign: Campaign,
    who: int,
    what: str,
    moved: dict[str, int | str],
    state: CampaignState,
    original: tuple[int, int, str] | None = None,
) -> None:
    """Note where it comes from, stop its calendar, and give it the state that it is to have."""
    async with host.stores.use(guild) as store, store.unit():
        if original:
            await store.campaigns.note_copy(campaign.id, *original)
            await store.campaigns.set_joining(campaign.id, False)
        if state is _PAUSED:
            await stop(store, campaign.id, host.clock.now())
        else:
            await store.campaigns.set_state(campaign.id, state)
        trace = Trace(after=json.dumps(moved), open=True)
        await store.audit.note(campaign.id, who, what, trace=trace)


async def stop(store: GuildStore, campaign: int, now: datetime) -> None:
    """Let nothing fall due from now on; it may be paused already."""
    if any(pause.end is None for pause in await calendar.pauses_of(store, campaign)):
        await calendar.halt(store, campaign)
    else:
        await calendar.pause(store, campaign, now)


async def _give_up(host: Host, guild: int, campaign: Campaign, who: int) -> None:
    """Close a campaign that could not come in: nothing is done with it, or told of it, any more."""
    try:
        async with host.stores.use(guild) as store, store.unit():
            await store.audit.note(campaign.id, who, "campaign given up", why="it did not come in")
            await store.campaigns.move_away(campaign.id)
            if not (await store.campaigns.get(campaign.id)).tick:
                await store.campaigns.set_state(campaign.id, _ENDED)
    except StoreError as error:
        _log.error("guild=%d campaign=%d could not be given up: %s", guild, campaign.id, error)


async def _still_there(store: GuildStore, brought: Brought) -> Campaign:
    """The campaign in the server that it leaves. Raises `Refused` if it has gone on there."""
    wanted = brought.about
    for each in await store.campaigns.all():
        same = each.seed_hash == wanted.seed_hash and each.tick == wanted.ticks
        if same and each.state is _PAUSED and not await store.campaigns.moved_away(each.id):
            return each
    raise Refused(
        "This campaign has gone on in its old server since it was exported, or has left it.",
        way_out="Pause it there and export it anew.",
    )


async def _leave(host: Host, source: int, brought: Brought) -> None:
    """Close the campaign in the server that it leaves. Raises `Refused` if it went on there."""
    async with host.stores.use(source) as store, store.unit():
        campaign = await _still_there(store, brought)
        await calendar.still(store, campaign.id)
        news = (
            "🧳 **The campaign has moved to another server** and goes on there. What was "
            "played can still be read here; the seed stays secret until the end."
        )
        await publish(store, campaign, 0, "moved", news=news)
        await store.campaigns.move_away(campaign.id)


def remove(own: Path) -> None:
    """Remove a store that was looked through, and what stands beside it."""
    for end in ("", "-journal", "-wal", "-shm"):
        own.with_name(own.name + end).unlink(missing_ok=True)
