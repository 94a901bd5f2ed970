"""What teammates show each other: shared copies of drafts, and turns previewed in a sequence.

Use cases over the store and the plan, as `ordering` for the draft. Only players of one faction read
each other's copies, and what they share has no effect on any run (cohorts.turn.shared-orders). How
it reads stands below.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

import discord

from bot.answers import Refused
from bot.callers.embeds import card, moment, pages
from bot.campaign.status import day_name
from bot.faces.words.text import escaped, number, plain
from bot.host import DraftPlan, Host, Seat
from bot.orders.access import acting, check_player, store_of
from bot.orders.ordering import bodies_of, draft_of, queued_of
from bot.orders.submitting import sequence_of
from bot.orders.texts import MARKS, preview_pages
from bot.store.records import Draft, Shared, Submission
from engine.campaign import Player
from engine.packs import Rules


@dataclass(frozen=True, slots=True)
class Teammate:
    """A player of the faction, as the others may see them plan."""

    player: int
    """The id in the world."""
    name: str
    shared: Shared | None
    stale: bool
    """Whether the draft has changed since it was shared."""
    submitted: Submission | None
    """The turn that waits for its run, if any; its orders are not for others to read."""

    @property
    def as_submitted(self) -> bool:
        """Whether what is shared is the very list that waits for its run."""
        return bool(
            self.shared and self.submitted and self.shared.version == self.submitted.version
        )

    @property
    def orders_submitted(self) -> int:
        """How many orders wait for their run."""
        return len(json.loads(self.submitted.body)) if self.submitted else 0


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A teammate's shared turn, as it would run."""

    teammate: Teammate
    shared: Shared
    plan: DraftPlan

    @property
    def outcomes(self) -> Counter[str]:
        """How many of the orders have which outcome."""
        return Counter(planned.outcome for planned in self.plan.orders)


@dataclass(frozen=True, slots=True)
class Together:
    """The caller's draft as it would run among the shared turns of teammates."""

    draft: Draft
    plan: DraftPlan
    before: tuple[Foreseen, ...]
    after: tuple[Foreseen, ...]


async def share(host: Host, seat: Seat) -> Shared:
    """Show the draft as it stands to the faction, in place of an earlier copy.

    Raises `Refused` if it is empty.
    """
    check_player(seat)
    rules = await host.rules(seat.guild, seat.campaign)
    async with acting(host, seat) as store:
        draft = await store.drafts.get(seat.campaign.id, seat.member.user)
        if not draft.orders:
            raise Refused(
                "You have no orders to share.",
                way_out="Give some first; /orders share stop:True ends what you shared before.",
                rule=rules.cites("shared-orders"),
            )
        return await store.shares.share(seat.campaign.id, seat.member.user)


async def unshare(host: Host, seat: Seat) -> Shared:
    """Show the faction nothing any more. Raises `Refused` if nothing is shared."""
    rules = await host.rules(seat.guild, seat.campaign)
    async with acting(host, seat) as store:
        if await store.shares.get(seat.campaign.id, seat.member.user) is None:
            raise Refused(
                "You share no orders at present.",
                way_out="/orders team tells who does.",
                rule=rules.cites("shared-orders"),
            )
        return await store.shares.end(seat.campaign.id, seat.member.user)


async def shared_by(host: Host, seat: Seat) -> Shared | None:
    """What the caller shares, if anything."""
    async with store_of(host, seat) as store:
        return await store.shares.get(seat.campaign.id, seat.member.user)


async def team(host: Host, seat: Seat) -> list[Teammate]:
    """The players of the caller's faction, the caller too, in order of joining."""
    view = await host.view(seat.guild, seat.campaign, seat.member.faction)
    campaign = seat.campaign.id
    found: list[Teammate] = []
    async with store_of(host, seat) as store:
        for member in await store.members.of_campaign(campaign):
            player = view.find(Player, member.player or 0)
            if member.faction != seat.member.faction or player is None:
                continue
            shared = await store.shares.get(campaign, member.user)
            draft = await store.drafts.get(campaign, member.user)
            stale = shared is not None and shared.version != draft.version
            submitted = await store.submissions.pending(campaign, member.user)
            found.append(Teammate(player.id, player.name, shared, stale, submitted))
    return found


async def read(host: Host, seat: Seat, name: str) -> Foreseen:
    """A teammate's shared orders, and what they alone would do on what the faction knows.

    Raises `Refused` unless one teammate is named who shares orders.
    """
    view = await host.view(seat.guild, seat.campaign, seat.member.faction)
    rules = await host.rules(seat.guild, seat.campaign)
    wanted = sequence_of(rules, view, seat, name)
    if len(wanted) != 1:
        raise Refused("One player's orders are shown at a time.", way_out="Name one teammate.")
    ((teammate, shared),) = _sharing(rules, await team(host, seat), wanted)
    (plan,) = await host.foresee_together(seat, [(teammate.player, bodies_of(shared.orders))])
    return Foreseen(teammate, shared, plan)


async def preview(host: Host, seat: Seat, sequence: str) -> Together:
    """The caller's draft among the shared turns of teammates, all run in that sequence.

    `sequence` names teammates with commas as for a submission; the caller, if not named, is last.
    """
    check_player(seat)
    view = await host.view(seat.guild, seat.campaign, seat.member.faction)
    rules = await host.rules(seat.guild, seat.campaign)
    named = sequence_of(rules, view, seat, sequence)
    if seat.player not in named:
        named.append(seat.player)
    mine = named.index(seat.player)
    others = _sharing(rules, await team(host, seat), [*named[:mine], *named[mine + 1 :]])
    draft = await draft_of(host, seat)
    turns = [(teammate.player, bodies_of(shared.orders)) for teammate, shared in others]
    turns.insert(mine, (seat.player, bodies_of(draft.orders)))
    plans = await host.foresee_together(seat, turns)
    plan = plans.pop(mine)
    foreseen = [Foreseen(*each, its) for each, its in zip(others, plans, strict=True)]
    return Together(draft, plan, tuple(foreseen[:mine]), tuple(foreseen[mine:]))


def _sharing(
    rules: Rules, players: Iterable[Teammate], named: Sequence[int]
) -> list[tuple[Teammate, Shared]]:
    """Those players with what they share. Raises `Refused` if one of them shares nothing."""
    by_id = {each.player: each for each in players}
    found: list[tuple[Teammate, Shared]] = []
    for id in named:
        teammate = by_id.get(id)
        if teammate is None or teammate.shared is None:
            who = f"{plain(teammate.name)} shares" if teammate else "That player shares"
            raise Refused(
                f"{who} no orders at present.",
                way_out="Ask for /orders share, or leave the name out.",
                rule=rules.cites("shared-orders"),
            )
        found.append((teammate, teammate.shared))
    return found


# ---------------------------------------------------------------- how it reads


def shared_card(shared: Shared, run: date | None) -> discord.Embed:
    """The answer to a draft that was shared, and which waits for that run if it was submitted."""
    text = (
        f"Your faction's players can now read your list of {number(len(shared.orders), 'order')} "
        "with /orders team, and preview their own turns with it.\n"
        "It is a copy: when your list changes, share it again. Sharing submits nothing"
    )
    text += f"; this list is already submitted for {day_name(run)}." if run else "."
    return card("Orders shared", text, "/orders share stop:True ends it")


def team_pages(players: Sequence[Teammate], me: int) -> list[str]:
    """Who of the faction has shared or submitted orders, how many and when."""
    blocks = ["\n".join(_told(each, each.player == me)) for each in players]
    return pages([*blocks, "*The option `player` shows what a teammate shares.*"])


async def shared_pages(rules: Rules, read: Foreseen) -> list[str]:
    """A teammate's shared orders, and what they alone would do."""
    orders = [rules.read_order(order.key, order.body) for order in read.shared.orders]
    told = _copy(read.teammate, read.shared)
    head = [f"{told[:1].upper()}{told[1:]}"]
    return await preview_pages(rules, orders, read.plan.orders, read.plan.names, head)


async def together_pages(rules: Rules, made: Together) -> list[str]:
    """The caller's own orders, as the shared turns of teammates around them leave them."""
    head = [_around("before", each) for each in made.before]
    head += [_around("after", each) for each in made.after]
    if not made.draft.orders:
        head.append("You have no orders of your own yet.")
    orders = queued_of(rules, made.draft)
    return await preview_pages(rules, orders, made.plan.orders, made.plan.names, head)


def _told(teammate: Teammate, is_me: bool) -> Iterator[str]:
    yield f"**{escaped(teammate.name)}**{' (you)' if is_me else ''}"
    if turn := teammate.submitted:
        count = number(teammate.orders_submitted, "order")
        at = moment(turn.committed_at)
        yield f"• submitted {count} for {day_name(turn.run_date)}: {at}"
    if teammate.shared:
        yield f"• {_copy(teammate, teammate.shared)}"
    if not (teammate.submitted or teammate.shared):
        yield "• neither shared nor submitted orders so far"


def _around(when: str, each: Foreseen) -> str:
    """Whose turn runs there, and how it comes out."""
    counts = [
        f"{mark} {each.outcomes[name]}" for name, mark in MARKS.items() if each.outcomes[name]
    ]
    who = f"**{escaped(each.teammate.name)}** runs {when} you: {' '.join(counts)}"
    return f"{who}\n• {_copy(each.teammate, each.shared)}"


def _copy(teammate: Teammate, shared: Shared) -> str:
    """What a teammate shares, since when, and whether it still holds."""
    count = number(len(shared.orders), "order")
    text = f"shared {count}: {moment(shared.shared_at)}"
    if teammate.submitted and teammate.as_submitted:
        text += f", as submitted for {day_name(teammate.submitted.run_date)}"
    if teammate.stale:
        text += "\n⚠️ The list has changed since; it must be shared again to show how."
    return text
