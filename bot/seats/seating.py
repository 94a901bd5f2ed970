"""Seats that change hands: taken when free, given to another, taken away, and all that undone.

The world first, in a separate tick that notes what is left (`SeatChange`): the store with the
log, whose own transaction notes the roles on Discord that are to follow.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final, TypedDict

import discord

from bot import faces
from bot.answers import Refused
from bot.calendar.readiness import have_looked
from bot.campaign.acting import act_now
from bot.campaign.almanac import CARETAKERS
from bot.campaign.roles import see_to
from bot.faces.words.text import plain
from bot.host import Host, Seat
from bot.post.telling import tell_person
from bot.resolving import Act, ActRefused
from bot.seats.joining import BROUGHT_BACK, REMOVED, REPLACED, check_newcomer, check_open
from bot.store.errors import Taken
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Member, Trace
from bot.store.seats import FreeSeat
from bot.store.steps import SEAT, STATUS, step
from bot.wording import check_words
from engine.campaign import Player
from engine.orders import Order, Queued

if TYPE_CHECKING:
    from bot.campaign.undoing import Undoing

TAKEN: Final = "seat taken"
LEFT: Final = "left"


@dataclass(frozen=True, slots=True)
class Held:
    """Who holds a seat under which name, as the log keeps it."""

    player: int
    user: int
    name: str

    def to_json(self) -> str:
        """For a trace."""
        return json.dumps({"player": self.player, "user": self.user, "name": self.name})

    @classmethod
    def from_json(cls, text: str | None) -> Held:
        """Back from a trace; what was kept before names were has none."""
        found = json.loads(text or "{}")
        return cls(found.get("player") or 0, found.get("user") or 0, found.get("name") or "")


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A seat that changes hands: what is left to do once the world has changed."""

    what: str
    """As the log calls it."""
    player: int
    old: int = 0
    """Who gives it up; 0 for nobody."""
    was: str = ""
    """The name under which."""
    new: int = 0
    """Who takes it; 0 for nobody."""
    name: str = ""
    """The name under which."""
    who: int = 0
    """Whose act it is."""
    why: str = ""
    undoes: int | None = None

    def step(self) -> dict[str, str]:
        """The step that is noted with the tick of the change."""
        return {step(SEAT, self.player): json.dumps(asdict(self))}

    def trace(self) -> Trace:
        """What the log keeps of it."""
        before, after = (
            Held(self.player, user, name).to_json() if user else None
            for user, name in ((self.old, self.was), (self.new, self.name))
        )
        return Trace(before, after, undoes=self.undoes, open=True)

    def letters(self) -> Iterator[tuple[int, str]]:
        """What is written to whom."""
        because = _because(self.why)
        if self.what == REPLACED:
            yield (
                self.old,
                f"<@{self.new}> plays in your place from now on: a moderator gave your seat to "
                f"somebody else. {because}",
            )
            yield (
                self.new,
                f"You play from now on in the place of {plain(self.was)}, with all that belongs "
                f"to it: a moderator gave you the seat. {because} `/turn` shows what is "
                "to do; if you do not want it, `/leave` gives it up.",
            )
        elif self.what == REMOVED:
            yield (
                self.old,
                f"A moderator took your seat away; you no longer play. {because}",
            )
        elif self.what == BROUGHT_BACK:
            yield self.new, f"A moderator gave you your seat back. {because}"


class _Author(TypedDict):
    who: int
    why: str
    undoes: int | None


@dataclass(frozen=True, slots=True)
class By:
    """Who does something to a seat, why, and the entry of the log that is taken back by it."""

    who: int
    why: str
    undoes: int | None = None


# ---------------------------------------------------------------- what there is


async def players_of(host: Host, guild: int, campaign: Campaign) -> dict[int, Player]:
    """The players of the world by id, as far as anybody may know them.

    Raises `bot.workers.WorkerError`.
    """
    if not campaign.tick:
        return {}
    return {player.id: player for player in await host.players(guild, campaign)}


async def players_at_hand(
    host: Host, guild: int, campaign: Campaign, patience: float
) -> dict[int, Player]:
    """The same for suggestions, which wait for that many seconds and then do without names."""
    loading = asyncio.ensure_future(players_of(host, guild, campaign))
    done, _ = await asyncio.wait({loading}, timeout=patience)
    if not done:
        loading.add_done_callback(lambda late: late.cancelled() or late.exception())
        return {}
    return {} if loading.exception() else loading.result()


async def free_seats(host: Host, guild: int, campaign: Campaign) -> list[FreeSeat]:
    """The seats that can be taken over, those of players who have lost all left out."""
    async with host.stores.use(guild) as store:
        free = await store.seats.free(campaign.id)
    if not free or campaign.state is CampaignState.ENDED:
        return []
    players = await players_of(host, guild, campaign)
    return [
        seat
        for seat in free
        if not ((player := players.get(seat.player)) and player.knows("out") and player.out)
    ]


# ---------------------------------------------------------------- acts


async def take(
    host: Host,
    guild: discord.Guild,
    campaign: Campaign,
    person: discord.Member,
    player: int,
    name: str,
) -> tuple[Member, bool]:
    """A newcomer takes a free seat with all that belongs to it; and whether the role was given.

    Raises `Refused`.
    """
    rules = await host.rules(guild.id, campaign)
    check_open(rules, campaign)
    await check_words(host, guild.id, campaign.id, (name,))
    async with host.furnishing[guild.id]:
        seat = await _free(host, guild.id, campaign, player)
        async with host.stores.use(guild.id) as store:
            await check_newcomer(store, rules, campaign, person.id, seat.faction)
        change = SeatChange(TAKEN, player, new=person.id, name=name, who=person.id)
        member = await _succeed(host, guild.id, campaign, change)
        return member, await see_to(host, guild, campaign.id, person.id)


async def replace(
    host: Host,
    guild: discord.Guild,
    campaign: Campaign,
    by: By,
    old: int,
    new: discord.Member,
    name: str,
) -> Member:
    """Give a player's seat to another person, at once. Raises `Refused`."""
    rules = await host.rules(guild.id, campaign)
    check_going_on(campaign)
    if new.bot:
        raise Refused(
            "A bot takes no seat.",
            way_out="The desk seats a computer player: More …, Seats and turns.",
        )
    await check_words(host, guild.id, campaign.id, (name,))
    async with host.furnishing[guild.id]:
        async with host.stores.use(guild.id) as store:
            member = await _seated(store, campaign.id, old)
            await check_newcomer(store, rules, campaign, new.id, member.faction, moderated=True)
        before = await held(host, guild.id, campaign, member)
        change = SeatChange(
            REPLACED,
            before.player,
            old=old,
            was=before.name,
            new=new.id,
            name=name,
            **_of(by),
        )
        taken = await _succeed(host, guild.id, campaign, change)
        await see_to(host, guild, campaign.id, old)
        await see_to(host, guild, campaign.id, new.id)
    return taken


async def to_be_removed(host: Host, guild: int, campaign: Campaign, user: int) -> Held:
    """The seat that a player would lose. Raises `Refused` as `remove` does."""
    check_going_on(campaign)
    async with host.stores.use(guild) as store:
        member = await _seated(store, campaign.id, user)
    return await held(host, guild, campaign, member)


async def remove(
    host: Host,
    guild: discord.Guild,
    campaign: Campaign,
    by: By,
    user: int,
) -> Member:
    """Take a player's seat away; it is free with all that belongs to it. Raises `Refused`."""
    check_going_on(campaign)
    async with host.furnishing[guild.id]:
        async with host.stores.use(guild.id) as store:
            member = await _seated(store, campaign.id, user)
        before = await held(host, guild.id, campaign, member)
        change = SeatChange(REMOVED, before.player, old=user, was=before.name, **_of(by))
        await give_up(host, guild.id, campaign, member, change)
        await finish(host, guild.id, campaign.id, change)
        await see_to(host, guild, campaign.id, user)
    return member


async def leave(host: Host, guild: discord.Guild, seat: Seat) -> None:
    """Give up a person's seat; what the player had stays in the world. Raises `Refused`."""
    user = seat.member.user
    change = SeatChange(LEFT, seat.player, old=user, who=user)
    async with host.furnishing[guild.id]:
        await give_up(host, guild.id, seat.campaign, seat.member, change)
        await finish(host, guild.id, seat.campaign.id, change)
        await see_to(host, guild, seat.campaign.id, user)


async def give_up(
    host: Host, guild: int, campaign: Campaign, member: Member, change: SeatChange | None = None
) -> None:
    """In the world: the player's orders end, and what is the player's stays.

    The rest of the `change` is noted with it.
    """
    order = faces.of(await host.rules(guild, campaign)).host_orders.leave
    if order is None or not member.player or campaign.state is CampaignState.ENDED:
        return
    async with host.stores.use(guild) as store:
        if await store.campaigns.moved_away(campaign.id):
            return  # nothing changes that world any more
    try:
        await act_now(
            host, guild, campaign, _act(order(member.player)), steps=change.step() if change else {}
        )
    except ActRefused:
        return  # gone already


async def finish(host: Host, guild: int, campaign_id: int, change: SeatChange) -> Member | None:
    """Do what is left of a change of a seat once the world has it; returns who sits there then.

    The step `SEAT`: to be called with the guild's lock of `host.furnishing`. Raises `Refused` if
    somebody sits there by now.
    """
    async with host.stores.use(guild) as store, store.unit("step"):
        campaign = await store.campaigns.get(campaign_id)
        await store.timers.clear(campaign_id, step(SEAT, change.player))
        if change.old:
            await store.seats.vacate(campaign_id, change.old)
        member = await _occupy(store, campaign_id, change) if change.new else None
        if change.what == TAKEN:
            await store.papers.remove(campaign_id, change.new, "design")
        if not await store.campaigns.moved_away(campaign_id):  # else its log is closed
            entry = await store.audit.note(
                campaign_id, change.who, change.what, why=change.why, trace=change.trace()
            )
            for user, text in change.letters():
                await tell_person(store, campaign, user, entry.id, text)
        await changed_hands(host, store, campaign_id)
    return member


async def changed_hands(host: Host, store: GuildStore, campaign: int) -> None:
    """What follows whenever a seat has another holder; in the unit of the change."""
    await store.timers.put(campaign, CARETAKERS, host.clock.now())
    await store.timers.put(campaign, STATUS, store.now())
    await have_looked(host, store, campaign)


async def held(host: Host, guild: int, campaign: Campaign, member: Member) -> Held:
    """A seat as its holder has it now."""
    player = (await players_of(host, guild, campaign)).get(member.player or 0)
    return Held(member.player or 0, member.user, player.name if player else "")


# ---------------------------------------------------------------- undoing


async def undo_replaced(undoing: Undoing) -> str:
    """The player who was replaced has the seat again."""
    before = Held.from_json(undoing.entry.trace.before)
    after = Held.from_json(undoing.entry.trace.after)
    person = await _person(undoing.guild, before.user)
    await replace(
        undoing.bot.host,
        undoing.guild,
        undoing.campaign,
        _by(undoing),
        after.user,
        person,
        before.name,
    )
    return f"<@{before.user}> has the seat again."


async def undo_removed(undoing: Undoing) -> str:
    """The player who was removed, or left, has the seat again, if it is still free."""
    host, guild, campaign = undoing.bot.host, undoing.guild, undoing.campaign
    rules = await host.rules(guild.id, campaign)
    check_going_on(campaign)
    before = Held.from_json(undoing.entry.trace.before)
    user = before.user or undoing.entry.who
    person = await _person(guild, user)
    async with host.furnishing[guild.id]:
        seat = await _free(host, guild.id, campaign, before.player)
        async with host.stores.use(guild.id) as store:
            await check_newcomer(store, rules, campaign, user, seat.faction, moderated=True)
        players = await players_of(host, guild.id, campaign)
        name = before.name or players[before.player].name
        change = SeatChange(BROUGHT_BACK, before.player, new=user, name=name, **_of(_by(undoing)))
        await _succeed(host, guild.id, campaign, change)
        await see_to(host, guild, campaign.id, person.id)
    return f"<@{user}> has the seat again."


async def undo_taken(undoing: Undoing) -> str:
    """The person who took the seat, or was brought back, is removed; it is free again."""
    after = Held.from_json(undoing.entry.trace.after)
    await remove(
        undoing.bot.host,
        undoing.guild,
        undoing.campaign,
        _by(undoing),
        after.user,
    )
    return f"The seat of <@{after.user}> is free again."


# ---------------------------------------------------------------- inside


def check_going_on(campaign: Campaign) -> None:
    """Raise `Refused` for a campaign that nobody plays yet, or any more."""
    if campaign.state in (CampaignState.FORMING, CampaignState.ENDED):
        raise Refused(
            "Nobody sits in this campaign now.",
            way_out="It has ended; /archive shows what was played."
            if campaign.state is CampaignState.ENDED
            else "/campaign open lets players join.",
        )


async def _free(host: Host, guild: int, campaign: Campaign, player: int) -> FreeSeat:
    for seat in await free_seats(host, guild, campaign):
        if seat.player == player:
            return seat
    raise Refused("This seat is not free.", way_out="/seat take lists those that are.")


async def _seated(store: GuildStore, campaign: int, user: int) -> Member:
    member = await store.members.get(campaign, user)
    if member is None or not member.player:
        raise Refused(
            "That person does not play in this campaign.", way_out="/seat history shows who does."
        )
    return member


async def _occupy(store: GuildStore, campaign: int, change: SeatChange) -> Member:
    try:
        return await store.seats.occupy(campaign, change.player, change.new)
    except Taken as taken:
        raise Refused(str(taken), way_out="/seat take lists the seats that are free.") from taken


async def _succeed(host: Host, guild: int, campaign: Campaign, change: SeatChange) -> Member:
    """In the world somebody of that name plays on; then the rest. Raises `Refused`."""
    order = faces.of(await host.rules(guild, campaign)).host_orders.succeed
    if order is not None:
        act = _act(order(change.player, change.name))
        try:
            await act_now(host, guild, campaign, act, steps=change.step())
        except ActRefused as error:
            raise Refused.by_rules(error.says, error.instead, error.rule) from error
    member = await finish(host, guild, campaign.id, change)
    assert member is not None, "somebody was put there"
    return member


def _of(by: By) -> _Author:
    return {"who": by.who, "why": by.why, "undoes": by.undoes}


def _by(undoing: Undoing) -> By:
    return By(undoing.who, undoing.why, undoing.entry.id)


def _act(order: Order) -> Act:
    return Act(0, Queued("a1", order).to_json())


async def _person(guild: discord.Guild, user: int) -> discord.Member:
    try:
        return await guild.fetch_member(user)
    except discord.NotFound as gone:
        raise Refused(
            f"<@{user}> is no longer on this server.", way_out="Give the seat to somebody else."
        ) from gone


def _because(why: str) -> str:
    return f"Reason: {plain(why)}" if why else ""
