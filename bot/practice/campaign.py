"""The sample campaign of the practice table: how it begins, goes on, and comes back.

All that happens in it happens by the commands that people use; the computer plays those whom nobody
plays at the page. What is played, and by whom, stands in a story.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Container, Sequence
from datetime import datetime
from pathlib import Path

from simcord import ChannelHandle

from bot.campaign.almanac import almanac_of
from bot.clock import SystemClock
from bot.faces.stories import Story
from bot.host import Seat
from bot.jobs.knowing import see
from bot.practice import opponents, rebuilding
from bot.practice.actor import Players
from bot.practice.guild import OWNER, PracticeGuild
from bot.practice.table import Table, Whereabouts
from bot.settings import SettingsError
from bot.store.records import Address, Campaign, CampaignState
from engine.calendar import Occasion, OccasionKind
from engine.campaign import Now, Player
from engine.dice import Seed, seed_hash

VISITOR = "Ada"
"""Whom people play who open the page, so the computer leaves this player alone."""
POSTED_AGAIN = 2
"""Ticks that told a place something, whose messages are posted there again when a table is opened.

Discord has forgotten them, and most ticks tell most places nothing."""


class SampleCampaign:
    """What a practice table plays; see `bot.practice.table.TableCampaign`."""

    def __init__(self, story: Story, told: Callable[[str], None] | None = None) -> None:
        """`told` is given a line about each thing that takes time before all is ready."""
        self._story = story
        self._told: Callable[[str], None] = told or (lambda _: None)
        self._scripted: tuple[str, ...] = ()

    async def rebuild(self, guild: PracticeGuild, data: Path) -> None:
        """Bring the stored campaigns to the new guild."""
        await rebuilding.rebuild(guild, data, SystemClock())

    async def begin(self, table: Table) -> None:
        """Bring back what is stored; found the story's campaign, or finish founding it.

        Raises `SettingsError` if it is there already, but of another seed than the one wanted.
        """
        lobby = next(table.guild.channels())
        stored = await _living(table)
        for campaign in stored:
            if campaign.name == self._story.name and table.wanted_seed is not None:
                _check_seed(campaign, table.wanted_seed)
        for campaign in stored:
            self._told(f"{campaign.name} is brought back …")
            await _mean(table, lobby, campaign)
            await table.slash(OWNER, lobby, "campaign repair")
            await _post_again(table, campaign)
        story = self._story
        if story.name not in [campaign.name for campaign in stored]:
            made = {"module": story.module, "name": story.name, **story.size}
            made |= {"moderators": table.guild.moderators}
            for name, zipped in story.uploads.items():  # kept now, or at an earlier try
                file = (f"{name}.zip", zipped)
                await table.slash(OWNER, lobby, "module upload", sees=f"{name} v", file=file)
            self._told(f"The world of {story.name} is made …")
            await table.slash(OWNER, lobby, "campaign create", sees="is ready", **made)
        for campaign in await _living(table):
            if campaign.name == story.name:
                if campaign.state in (CampaignState.FORMING, CampaignState.OPEN):
                    self._told(f"Its {len(story.seats)} players take their seats …")
                await _set_going(table, lobby, campaign, story)
        await table.rest()

    async def prepare(self, table: Table, until: datetime) -> None:
        """The computer players submit for a run that comes by then.

        Whom somebody has played at the page they leave alone until the turn is over.
        """
        for campaign in await _living(table):
            due = await _next(table, campaign)
            if due is None or due.instant > until:
                continue
            if due.kind is OccasionKind.RUN:
                seats = await _seats(table, campaign)
                await opponents.prepare(table, seats, due, but=self._played(table, campaign))
            else:
                showing = table.showing()
                table.taken &= {showing[0]} if showing else set()

    async def play(self, table: Table) -> None:
        """Play the story's script, in its campaign."""
        (campaign,) = [each for each in await _living(table) if each.name == self._story.name]
        self._scripted = self._story.scripted

        async def seats() -> dict[str, Seat]:
            return dict(await _seats(table, campaign))

        try:
            await self._story.script(Players(table, seats, pictured=self._story.pictured))
        finally:
            self._scripted = ()

    async def standing(self, table: Table) -> Whereabouts:
        """Where the person stands who is shown at the page, else the one who is met there."""
        showing = table.showing()
        person = showing[0] if showing else VISITOR
        for campaign in await _living(table):
            seat = dict(await _seats(table, campaign)).get(person)
            if seat is not None:
                return await _stands(table, campaign, person, seat)
        for campaign in await _living(table):
            coming = _named(await _next(table, campaign))
            return Whereabouts(person, None, submitted=False, coming=coming, turn=None)
        return Whereabouts(person, None, submitted=False, coming=None, turn=None)

    async def state(self, table: Table) -> Sequence[tuple[str, str]]:
        """How each campaign stands, and who has submitted."""
        lines: list[tuple[str, str]] = []
        for campaign in await _living(table):
            lines += await _standing(table, campaign, self._played(table, campaign))
        return lines or [("Campaign", "none yet")]

    def _played(self, table: Table, campaign: Campaign) -> set[str]:
        """Whom people play at the page, or a script; of who joined by hand, all."""
        joined = set(table.guild.people) - set(self._story.seats)
        own = joined if campaign.name == self._story.name else set[str]()
        return table.taken | {VISITOR, *self._scripted} | own


# ---------------------------------------------------------------- beginning


def _check_seed(campaign: Campaign, wanted: Seed) -> None:
    if campaign.seed_hash != seed_hash(wanted):
        raise SettingsError(
            (
                f"--seed: {campaign.name} is under way with another seed. Leave --seed out to go "
                "on with it, or begin anew with --fresh.",
            )
        )


async def _set_going(table: Table, lobby: ChannelHandle, campaign: Campaign, story: Story) -> None:
    """Open the campaign, seat its players and start it, as far as that is not done."""
    this = {"campaign": f"#{campaign.id}"}
    await _mean(table, lobby, campaign)
    if campaign.state is CampaignState.FORMING:
        await table.slash(OWNER, lobby, "campaign open", sees="is open")
    if campaign.state in (CampaignState.FORMING, CampaignState.OPEN):
        seated = dict(await _seats(table, campaign))
        for name, options in story.seats.items():
            if name not in seated:
                await table.slash(name, lobby, "join", sees="Welcome", **options, **this)
        if story.seats:
            await table.slash(OWNER, lobby, "campaign start", sees="has started")


async def _mean(table: Table, lobby: ChannelHandle, campaign: Campaign) -> None:
    """Have the moderator's commands in the lobby be about this campaign from now on."""
    await table.slash(OWNER, lobby, "campaign use", campaign=f"#{campaign.id}")


async def _post_again(table: Table, campaign: Campaign) -> None:
    """Let the bot say once more what it last said."""
    host, guild, now = table.bot.host, table.guild.handle.id, table.clock.now()
    async with host.stores.use(guild) as store:
        told: Counter[Address] = Counter()
        again: list[int] = []
        for tick in await store.campaigns.ticks(campaign.id):
            wrote = await store.outbox.of_tick(campaign.id, tick.number)
            again += [each.id for each in wrote if told[each.to] < POSTED_AGAIN]
            told.update({each.to for each in wrote})
        for message in sorted(again):
            await store.outbox.retry(message, now, "", doubtful=False)
        await store.reschedule()
    host.due.set(now)


# ---------------------------------------------------------------- looking


async def _living(table: Table) -> list[Campaign]:
    """The campaigns that have not ended."""
    async with table.bot.host.stores.use(table.guild.handle.id) as store:
        campaigns = await store.campaigns.all()
    return [each for each in campaigns if each.state is not CampaignState.ENDED]


async def _next(
    table: Table, campaign: Campaign, kind: OccasionKind | None = None
) -> Occasion | None:
    """What is due next, of this kind or any."""
    host, guild = table.bot.host, table.guild.handle.id
    calendar = (await host.rules(guild, campaign)).module.calendar
    async with host.stores.use(guild) as store:
        return (await almanac_of(store, campaign, calendar)).next(kind)


async def _seats(table: Table, campaign: Campaign) -> list[tuple[str, Seat]]:
    """Who plays, by name, in order of joining."""
    guild = table.guild.handle.id
    names = {person.id: name for name, person in table.guild.people.items()}
    async with table.bot.host.stores.use(guild) as store:
        members = await store.members.of_campaign(campaign.id)
    return [(names[m.user], Seat(guild, campaign, m)) for m in members if m.user in names]


async def _stands(table: Table, campaign: Campaign, person: str, seat: Seat) -> Whereabouts:
    """Where a person with a seat stands."""
    coming = await _next(table, campaign)
    begins = await _next(table, campaign, OccasionKind.PRODUCTION) or coming
    async with table.bot.host.stores.use(seat.guild) as store:
        pending = await store.submissions.pending(campaign.id, seat.member.user)
    host = table.bot.host
    view = await asyncio.to_thread(
        see, host.path(seat.guild), campaign.id, campaign.tick, seat.member.faction
    )
    player = view.find(Player, seat.player)
    used = player is not None and player.last_run == view.get(Now, 1).turn
    try:
        home = await table.home_of(seat)
    except LookupError:
        home = None
    return Whereabouts(
        person,
        home,
        submitted=pending is not None or used,
        coming=_named(coming),
        turn=begins.instant if begins else None,
    )


def _named(due: Occasion | None) -> tuple[str, datetime] | None:
    """What is due in words, and when."""
    what = {OccasionKind.RUN: "the next run", OccasionKind.PRODUCTION: "the production"}
    return (what[due.kind], due.instant) if due else None


async def _standing(
    table: Table, campaign: Campaign, played: Container[str]
) -> list[tuple[str, str]]:
    """What the page tells of a campaign."""
    host, guild = table.bot.host, table.guild.handle.id
    rules = await host.rules(guild, campaign)
    async with host.stores.use(guild) as store:
        waiting = {each.user for each in await store.submissions.all_pending(campaign.id)}
    seats = await _seats(table, campaign)
    submitted = [name for name, seat in seats if seat.member.user in waiting]
    lines = [
        ("Campaign", campaign.name),
        ("State", campaign.state.value),
        ("Turn", f"{campaign.turn} · {rules.module.year.date_of(campaign.turn)}"),
    ]
    for label, kind in (
        ("Next run", OccasionKind.RUN),
        ("Next production", OccasionKind.PRODUCTION),
    ):
        due = await _next(table, campaign, kind)
        if due:
            when = due.instant
            lines.append((label, f"{when:%a} {when.day} {when:%b %Y, %H:%M} UTC"))
    computer = [name for name, _ in seats if name not in played]
    return [
        *lines,
        ("Submitted", ", ".join(submitted) or "nobody yet"),
        ("Yours to play", f"{VISITOR}, or whose seat you take"),
        ("Played by the computer", ", ".join(computer) or "nobody"),
    ]
