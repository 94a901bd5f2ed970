"""Onlookers: a channel in which everyone reads, some turns late, what all who play knew then.

After each production it is shown the turn that ended as many turns before as the moderators chose:
what the herald told of it, and a map of what all factions knew alike when it ended. So it tells no
player anything that the player's faction did not know by then. When the campaign is over, the whole
world is shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import discord

from bot.answers import Refused
from bot.campaign.watched import LEAST_DELAY, MOST_DELAY, ONLOOKERS, Watch, put_watch, watch_of
from bot.client import HostBot
from bot.faces.paint.palette import BRASS
from bot.faces.words.pages import Section, pages
from bot.faces.words.text import number, plain
from bot.founding import founding as forming
from bot.host import Host
from bot.onlookers.maps import maps_for_onlookers
from bot.payload import Card, MapRecipe, Payload, Recipe, StandingsRecipe
from bot.post.telling import HERALD, tell
from bot.reports.tick import PRODUCTIONS, colour_of
from bot.store.guild import GuildStore
from bot.store.records import Address, AuditEntry, Campaign, CampaignState, NewMessage, Tick, Trace
from engine.packs import Rules

if TYPE_CHECKING:
    from bot.campaign.undoing import Undoing

CHANGED: Final = "onlookers changed"
"""What the log calls it."""
_MOST_AT_ONCE: Final = 3
"""Turns that are shown together after a long time without any, the latest ones."""
_LOOKED_AT: Final = 1000
"""Latest ticks among which a turn's are looked for."""


# ---------------------------------------------------------------- what moderators choose


async def choose(
    bot: HostBot, guild: discord.Guild, campaign: Campaign, who: int, wanted: Watch, why: str = ""
) -> None:
    """Open or close the onlookers' channel, and say by how many turns it is late.

    Raises `Refused` for a delay out of bounds, for what changes nothing, once the campaign has
    ended, and where Discord does not let us make the channel; then it is chosen all the same, and
    `/campaign repair` makes it.
    """
    await _change(bot.host, guild.id, campaign, who, wanted, why=why)
    if wanted.open:
        await forming.complete(bot, guild, campaign, who)


async def undo_choice(undoing: Undoing) -> str:
    """Bring back what was chosen before; what was posted stays."""
    before = Watch(**json.loads(undoing.entry.trace.before or "{}"))
    bot, guild, campaign = undoing.bot, undoing.guild, undoing.campaign
    done = undoing.entry.id
    await _change(bot.host, guild.id, campaign, undoing.who, before, why=undoing.why, undoes=done)
    if before.open:
        await forming.complete(bot, guild, campaign, undoing.who)
    return f"As before: {described(before)}"


async def _change(
    host: Host,
    guild: int,
    campaign: Campaign,
    who: int,
    wanted: Watch,
    *,
    why: str = "",
    undoes: int | None = None,
) -> AuditEntry:
    if not LEAST_DELAY <= wanted.delay <= MOST_DELAY:
        raise Refused(
            f"Onlookers are {LEAST_DELAY} to {MOST_DELAY} turns late.",
            way_out="What has just happened is for those who play alone.",
        )
    async with host.stores.use(guild) as store, store.unit():
        present = await store.campaigns.get(campaign.id)
        if present.state is CampaignState.ENDED:
            raise Refused("This campaign has ended.", way_out="What was shown stays to be read.")
        before = await watch_of(store, campaign.id)
        after = replace(before, open=wanted.open, delay=wanted.delay)
        if after == before:
            raise Refused("That changes nothing.", way_out=described(before))
        await put_watch(store, campaign.id, after)
        trace = Trace(_stored(before), _stored(after), undoes=undoes, open=True)
        entry = await store.audit.note(campaign.id, who, CHANGED, why=why, trace=trace)
        because = f" Why: {plain(why)}" if why else ""
        text = f"🔭 {described(after)}{because}"
        await tell(store, campaign.id, HERALD, f"M{entry.id}", text)
        await have_shown(host, store, campaign.id)
    return entry


def described(watch: Watch) -> str:
    """What was chosen, in words."""
    if not watch.open:
        return "Nobody looks on: nothing more is posted for onlookers."
    return (
        f"Onlookers may watch in the channel #onlookers, {number(watch.delay, 'turn')} late: what "
        "the herald told, and a map of what all sides knew."
    )


def _stored(watch: Watch) -> str:
    kept = asdict(watch)
    return json.dumps({name: kept[name] for name in ("open", "delay")})


# ---------------------------------------------------------------- what they are shown


async def have_shown(host: Host, store: GuildStore, campaign: int) -> None:
    """See to it that `show` is done if there are onlookers; to be called in the change's unit."""
    if (await watch_of(store, campaign)).open:
        await store.timers.put(campaign, ONLOOKERS, host.clock.now())


async def show(host: Host, guild: int, campaign_id: int) -> None:
    """Post what onlookers may see by now and have not seen.

    The timer `ONLOOKERS` asks for it and is cleared by it. Raises `bot.workers.WorkerError` and
    `bot.store.errors.StoreError`; then it must be done again.
    """
    async with host.stores.use(guild) as store:
        campaign = await store.campaigns.get(campaign_id)
        rules = await host.rules(guild, campaign)
        watch = await watch_of(store, campaign_id)
        messages: list[NewMessage] = []
        after = watch
        if watch.open and campaign.state is CampaignState.ENDED:
            if not watch.over:
                messages += await _end(host, guild, campaign, rules)
                after = replace(watch, over=True)
        elif watch.open:
            ticks = await store.campaigns.ticks(campaign_id, last=_LOOKED_AT)
            for made, since in due(ticks, campaign.turn, watch):
                messages += await _turn(host, guild, store, rules, made, since)
                after = replace(after, shown=made.number)
        async with store.unit():
            now = await watch_of(store, campaign_id)
            if now != watch:  # chosen anew meanwhile: it is looked at again
                await store.timers.put(campaign_id, ONLOOKERS, host.clock.now())
                return
            await store.timers.clear(campaign_id, ONLOOKERS)
            if after != watch:
                await put_watch(store, campaign_id, after)
            for message in messages:
                await store.outbox.add(campaign_id, message)


def due(ticks: Sequence[Tick], turn: int, watch: Watch) -> list[tuple[Tick, int]]:
    """The productions that onlookers may see by now and have not, the first first.

    Each with the number of the production before it. `ticks` come the newest first; `turn` is the
    present one. Of a turn that was taken back and played anew, it is the last time.
    """
    made = [each for each in reversed(ticks) if each.kind in PRODUCTIONS]
    before = {later.number: sooner.number for sooner, later in pairwise(made)}
    # A production is counted to the turn that it begins.
    last = {each.turn: each for each in made if each.turn <= turn - watch.delay}
    new = sorted(
        (each for each in last.values() if each.number > watch.shown),
        key=lambda each: each.number,
    )
    return [(each, before.get(each.number, 0)) for each in new[-_MOST_AT_ONCE:]]


async def _turn(
    host: Host, guild: int, store: GuildStore, rules: Rules, made: Tick, since: int
) -> list[NewMessage]:
    """A turn as onlookers are shown it, by the production that ended it."""
    maps = await host.workers.run(
        maps_for_onlookers, host.path(guild), made.campaign, made.number, False
    )
    sections, images = await _heralded(store, made, since)
    ended = made.turn - 1
    if not sections:
        sections = [Section("", ("The herald had nothing to tell of this turn.",))]
    known = (
        f"The map shows what all sides knew alike as turn {made.turn} began."
        if maps
        else "No land was known to all sides yet, so there is no map."
    )
    sections.append(Section("", (f"-# {known}",)))
    title = f"🔭 Turn {ended} · {rules.module.year.date_of(ended)}"
    return list(_messages(made.number, title, sections, (*maps, *images)))


async def _heralded(
    store: GuildStore, made: Tick, since: int
) -> tuple[list[Section], list[StandingsRecipe]]:
    """What the herald told of a turn, and the picture of its standings: all the world knows it."""
    sections: list[Section] = []
    images: list[StandingsRecipe] = []
    gone = await store.campaigns.taken_back(made.campaign)
    for turn in (made.turn - 1, made.turn):
        for message in await store.outbox.reports(made.campaign, "herald", turn):
            if message.tick in gone or not since < (message.tick or 0) <= made.number:
                continue
            payload = Payload.model_validate_json(message.payload)
            for card in payload.cards:
                said = [line for line in card.text.splitlines() if not line.startswith("-# ")]
                lines = tuple(filter(None, said)) or (card.title,)  # which may say it all
                sections.append(Section("", lines))
            images += [each for each in payload.images if isinstance(each, StandingsRecipe)]
    return sections, images


async def _end(host: Host, guild: int, campaign: Campaign, rules: Rules) -> list[NewMessage]:
    """The whole world, when nothing is a secret any more."""
    maps = await host.workers.run(
        maps_for_onlookers, host.path(guild), campaign.id, campaign.tick, True
    )
    told = f"**{plain(campaign.name)}** is over. This is the whole world as it is in truth."
    title = f"🔭 The end · {rules.module.year.date_of(campaign.turn)}"
    return list(_messages(campaign.tick, title, [Section("", (told,))], maps))


def _messages(
    tick: int,
    title: str,
    sections: Sequence[Section],
    images: Sequence[Recipe | MapRecipe],
) -> Iterator[NewMessage]:
    texts = pages(sections)
    for place, text in enumerate(texts, 1):
        last = place == len(texts)
        card = Card(title=title if place == 1 else "", text=text, colour=colour_of(BRASS))
        payload = Payload(cards=(card,), images=tuple(images) if last else ())
        key = f"T{tick}·O·{place}/{len(texts)}"
        yield NewMessage(Address(role=ONLOOKERS), key, payload.model_dump_json())
