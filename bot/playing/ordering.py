"""What players do with their lists of orders: give, move, remove, clear, replace by a sheet.

Use cases over the store and the plan. Each raises `Refused` with the way out, and has changed
something only if it returns. Submitting is in `bot.playing.submitting`; how answers look, in
`bot.playing.order_texts`.
"""

import re
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot import faces
from bot.answers import Refused
from bot.faces.face import Faces
from bot.faces.words.text import plain
from bot.host import Host, Plan, Seat
from bot.jobs import sheets
from bot.store.errors import NotFound, StoreError
from bot.store.guild import GuildStore
from bot.store.records import CampaignState, Draft, QueuedOrder
from bot.wording import check_words, offends, wording_of
from engine.forms import Unfit, order_of
from engine.labels import Labels
from engine.names import free_texts
from engine.orders import Order, Queued, Refusal, parameters
from engine.packs import Rules
from engine.preview import Planned
from engine.sheet import BYTES, LineFault
from engine.world import Place, World

MOST_ORDERS = 2000
"""Orders in a draft; what a turn may hold of each kind is the rules' matter."""
_TRIES = 5
_FAULTS_TOLD = 10
"""Faults of a sheet that are told at once; more would be a wall of text."""
_NEW = "k0"
"""The key of an order that has none yet; the store gives keys from k1 on."""
_OFFERED = "Choose from the suggestions that appear as you type."
_KEY = re.compile(r"k[1-9]\d{0,8}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Given:
    """An order that was added: where it stands, what it would do, what it does to others."""

    queued: Queued
    position: int
    draft: Draft
    planned: Planned | None
    world: World
    """By which things are called."""
    changed: tuple[tuple[str, Planned], ...]
    """Earlier orders that now come out differently, and how."""
    faces: Faces
    hindered: Refusal | None = None
    """Why it does not run in its own phase already, if it was put into a later one."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet that can be read, and how it differs from the draft it would replace."""

    orders: tuple[tuple[str, str], ...]
    version: int
    """That of the draft it was compared with."""
    kept: int
    changed: tuple[str, ...]
    new: int
    removed: tuple[str, ...]
    moved: bool
    refused: tuple[tuple[int, Planned], ...]
    """The orders that would be refused, by their places from 1."""


class ListChanged(Refused):
    """The list of orders is no longer the one on which a person decided."""

    def __init__(self) -> None:
        super().__init__(
            "Your list of orders has changed since, so I changed nothing.",
            way_out="Look at it with /orders list, and decide anew.",
        )

    def __reduce__(self) -> tuple[type["ListChanged"], tuple[()]]:
        return ListChanged, ()  # as it is made, when it crosses processes


# ---------------------------------------------------------------- reading


async def draft_of(host: Host, seat: Seat) -> Draft:
    """The player's draft as it stands."""
    async with store_of(host, seat) as store:
        return await store.drafts.get(seat.campaign.id, seat.member.user)


def queued_of(rules: Rules, draft: Draft) -> list[Queued]:
    """The orders of a draft."""
    return [rules.read_order(order.key, order.body) for order in draft.orders]


def bodies_of(orders: Iterable[QueuedOrder]) -> list[tuple[str, str]]:
    """Stored orders as plans take them: their keys and stored forms."""
    return [(order.key, order.body) for order in orders]


def labels_of(plan: Plan) -> Labels:
    """What things are called while orders are queued: as they are known now, the new ones besides.

    A thing keeps its name whatever the queued orders do to it.
    """
    made: dict[Place, str] = {}
    for planned in plan.orders:
        if planned.made and plan.view.at(planned.made) is None:
            made.setdefault(planned.made, planned.key)
    return Labels(plan.view, made, plan.world)


# ---------------------------------------------------------------- the draft


async def give(
    host: Host, seat: Seat, cls: type[Order], texts: Mapping[str, str], phase: str = ""
) -> Given:
    """Add an order to the draft, unless it is plain that it cannot be carried out.

    Without a phase it goes into the first of its own in which it would not be refused. One that
    only what teammates share makes possible is taken; it needs a sequence to succeed
    (cohorts.turn.shared-orders). Raises `Refused` for an order that is not taken, and if the list
    is full or kept changing.
    """
    check_player(seat)
    rules = await host.rules(seat.guild, seat.campaign)
    if phase and phase not in cls.phases:
        raise Refused(
            f"This order does not run in “{plain(phase[:40])}”.",
            way_out=f"It runs {' or '.join(rules.when(each) for each in cls.phases)}.",
            rule="cohorts.turn.order-phases",
        )
    for _ in range(_TRIES):
        draft = await draft_of(host, seat)
        if len(draft.orders) >= MOST_ORDERS:
            raise Refused(
                f"Your list has {MOST_ORDERS} orders, and there is no room for more.",
                way_out="Take some out with /orders remove.",
            )
        before = await host.plan(seat, draft)
        orders = queued_of(rules, draft)
        labels = labels_of(before)
        makes = {each.key: type(each.order).makes for each in orders}
        order = _order(cls, texts, labels, makes)
        await check_words(host, seat.guild, seat.campaign.id, free_texts(order))
        where = (phase,) if phase else cls.phases
        queued, after, hindered = await _placed(host, seat, draft, order, where)
        planned = after.of(_NEW)
        body = queued.to_json()
        async with store_of(host, seat) as store, store.unit("order"):
            if (await store.drafts.get(draft.campaign, draft.user)).version != draft.version:
                continue
            key, stored = await store.drafts.add(draft.campaign, draft.user, body)
        changed = tuple(_differences(before, after))
        return Given(
            Queued(key, order, queued.phase),
            len(stored.orders),
            stored,
            planned,
            after.names,
            changed,
            faces.of(rules),
            hindered,
        )
    raise Refused(
        "Your list of orders kept changing while I read this one.", way_out="Give it again."
    )


async def _placed(
    host: Host, seat: Seat, draft: Draft, order: Order, phases: Sequence[str]
) -> tuple[Queued, Plan, Refusal | None]:
    """The order in the first phase in which it is not refused, its plan, and what barred it before.

    Raises `Refused` if there is no such phase. Of its reasons that of the last phase is told if
    there are orders before which the first may come, else that of the first.
    """
    own, refusals = type(order).phases[0], list[Planned]()
    for phase in phases:
        queued = Queued(_NEW, order, "" if phase == own else phase)
        wanted = [*bodies_of(draft.orders), (_NEW, queued.to_json())]
        after = await host.foresee(seat, wanted)
        planned = after.of(_NEW)
        barred = planned if planned and planned.outcome == "refused" else None
        if barred is None or await _works_after_teammates(host, seat, wanted):
            return queued, after, refusals[0].refusal if refusals else None
        refusals.append(barred)
    telling = refusals[-1 if draft.orders else 0].refusal
    assert telling is not None
    raise Refused.by_rules(telling.says, telling.instead, telling.rule)


async def move(
    host: Host, seat: Seat, key: str, position: int, version: int | None = None
) -> Draft:
    """Move an order to a place, counted from 1; beyond the end is the last.

    Who decided on a list that was shown gives its `version`, here and below; raises `Refused` if
    the list is another by now.
    """
    check_player(seat)
    async with store_of(host, seat) as store, store.unit("order"):
        await _draft_at(store, seat, version)
        return await store.drafts.move(
            seat.campaign.id, seat.member.user, _key(key), max(position, 1) - 1
        )


async def remove(host: Host, seat: Seat, keys: Iterable[str], version: int | None = None) -> Draft:
    """Take orders out, all of them or none."""
    check_player(seat)
    async with store_of(host, seat) as store, store.unit("order"):
        draft = await _draft_at(store, seat, version)
        for key in dict.fromkeys(map(_key, keys)):
            draft = await store.drafts.remove(seat.campaign.id, seat.member.user, key)
        return draft


async def undo(host: Host, seat: Seat, queued: Queued) -> Draft:
    """Take an order out again, as it was given; the list may have changed around it.

    Raises `Refused` if it is there no more, or has been given another form under its key.
    """
    check_player(seat)
    async with store_of(host, seat) as store, store.unit("order"):
        draft = await store.drafts.get(seat.campaign.id, seat.member.user)
        bodies = [order.body for order in draft.orders if order.key == queued.key]
        if bodies and bodies != [queued.to_json()]:
            raise Refused(
                "This order has been changed since.", way_out="See your orders with /orders list."
            )
        return await store.drafts.remove(seat.campaign.id, seat.member.user, queued.key)


async def clear(host: Host, seat: Seat, version: int) -> int:
    """Take every order out; returns how many there were."""
    check_player(seat)
    async with store_of(host, seat) as store, store.unit("order"):
        draft = await _draft_at(store, seat, version)
        await store.drafts.clear(seat.campaign.id, seat.member.user)
        return len(draft.orders)


async def _draft_at(store: GuildStore, seat: Seat, version: int | None) -> Draft:
    """The draft, if it is the one on which the caller decided. Raises `ListChanged`."""
    draft = await store.drafts.get(seat.campaign.id, seat.member.user)
    if version not in (None, draft.version):
        raise ListChanged
    return draft


# ---------------------------------------------------------------- sheets


async def write_sheet(host: Host, seat: Seat) -> tuple[str, int]:
    """The draft as a sheet, and how many orders it has."""
    check_player(seat)
    draft = await draft_of(host, seat)
    text = await host.workers.run(sheets.write_sheet, *_known(host, seat), bodies_of(draft.orders))
    return text, len(draft.orders)


async def read_sheet(host: Host, seat: Seat, data: bytes) -> Sheet:
    """What a sheet would make of the draft; nothing is changed.

    Raises `Refused` with every fault and its line, or if the sheet has no or too many orders.
    """
    check_player(seat)
    if len(data) > BYTES:
        raise too_large()
    wording = await wording_of(host, seat.guild, seat.campaign.id)
    read = await host.workers.run(sheets.read_sheet, *_known(host, seat), data, wording)
    found = read.orders
    if read.faults:
        raise Refused(_faulty(read.faults), way_out="Mend these lines and upload the sheet again.")
    if not found:
        raise Refused(
            "There is no order in this sheet.",
            way_out="Write one order a line, or use /orders clear to take all of yours out.",
        )
    if len(found) > MOST_ORDERS:
        raise Refused(f"The sheet has {len(found)} orders; there is room for {MOST_ORDERS}.")
    if read.offence:
        raise offends(read.offence)
    draft = await draft_of(host, seat)
    old = {order.key: order.body for order in draft.orders}
    new = {key: body for key, body in found if key}
    plan = await host.foresee(seat, list(_keyed(found)))
    outcomes = [plan.of(key) for key, _ in _keyed(found)]
    return Sheet(
        orders=found,
        version=draft.version,
        kept=sum(old.get(key) == body for key, body in new.items()),
        changed=tuple(key for key, body in new.items() if key in old and old[key] != body),
        new=len(found) - sum(key in old for key in new),
        removed=tuple(key for key in old if key not in new),
        moved=[key for key in new if key in old] != [key for key in old if key in new],
        refused=tuple(
            (place, each)
            for place, each in enumerate(outcomes, 1)
            if each and each.outcome == "refused"
        ),
    )


async def replace(host: Host, seat: Seat, sheet: Sheet) -> Draft:
    """Put a sheet in place of the draft that it was compared with."""
    check_player(seat)
    async with store_of(host, seat) as store, store.unit("order"):
        draft = await _draft_at(store, seat, sheet.version)
        orders = [(key or None, body) for key, body in sheet.orders]
        return await store.drafts.replace(draft.campaign, draft.user, orders)


def too_large() -> Refused:
    """Why a sheet of that size is not even fetched."""
    return Refused(
        f"A sheet is at most {BYTES // 1024} KiB, and this file is larger.",
        way_out="Upload the file that /orders sheet gave you, with your changes.",
    )


# ---------------------------------------------------------------- what the use cases share


@asynccontextmanager
async def store_of(host: Host, seat: Seat) -> AsyncGenerator[GuildStore]:
    """The guild's store. Raises `Refused` for what the store cannot do."""
    try:
        async with host.stores.use(seat.guild) as store:
            yield store
    except NotFound as error:
        raise Refused(str(error), way_out="See your orders with /orders list.") from error
    except StoreError as error:
        raise Refused(str(error)) from error


def check_player(seat: Seat) -> None:
    """Check that the player can give orders.

    Raises `Refused` once the campaign has ended, and before the player's place is made.
    """
    if seat.campaign.state is CampaignState.ENDED:
        raise Refused(
            "This campaign has ended.", way_out="/report and /map still show how it went."
        )
    if not seat.player:
        raise Refused(
            "Your place in this campaign is not made yet.", way_out="Try again in a minute."
        )


def _order(
    cls: type[Order], texts: Mapping[str, str], labels: Labels, makes: Mapping[str, str]
) -> Order:
    try:
        return order_of(cls, texts, labels, makes)
    except Unfit as unfit:
        says = [_sentence(problem) for problem, _ in unfit.problems]
        likely = [plain(suggestion) for _, suggestion in unfit.problems if suggestion]
        hint = f"Did you mean {'; '.join(likely)}? " if likely else ""
        offered = any(f"`{p.name}`" in str(unfit) for p in parameters(cls) if p.asks)
        raise Refused(
            "I cannot make sense of this order: " + " ".join(says),
            way_out=hint + (_OFFERED if offered else "Give it again with another value."),
        ) from None


async def _works_after_teammates(host: Host, seat: Seat, wanted: Sequence[tuple[str, str]]) -> bool:
    """Whether the new order is not refused once the turns that teammates share have run."""
    turns: list[tuple[int, Sequence[tuple[str, str]]]] = []
    async with store_of(host, seat) as store:
        for member in await store.members.of_campaign(seat.campaign.id):
            mine = member.user == seat.member.user
            if mine or member.faction != seat.member.faction or not member.player:
                continue
            if shared := await store.shares.get(seat.campaign.id, member.user):
                turns.append((member.player, bodies_of(shared.orders)))
    if not turns:
        return False
    plans = await host.foresee_together(seat, [*turns, (seat.player, wanted)])
    planned = plans[-1].of(_NEW)
    return planned is None or planned.outcome != "refused"


def _differences(before: Plan, after: Plan) -> Iterable[tuple[str, Planned]]:
    for old in before.orders:
        new = after.of(old.key)
        if new and (new.outcome, new.refusal) != (old.outcome, old.refusal):
            yield old.key, new


def _keyed(orders: Sequence[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    """The orders, those without a key under one of their own."""
    number = max([int(key[1:]) for key, _ in orders if key], default=0)
    for key, body in orders:
        number += not key
        yield key or f"k{number}", body


def _known(host: Host, seat: Seat) -> tuple[object, ...]:
    """What a worker needs to know what the player knows."""
    campaign = seat.campaign
    return (host.path(seat.guild), campaign.id, campaign.tick, seat.member.faction, seat.player)


def _key(text: str) -> str:
    """A key as people type it: `k3`, `K3`, `3`."""
    key = text.strip().lower()
    key = key if key.startswith("k") else f"k{key}"
    if not _KEY.fullmatch(key):
        raise Refused(
            f"“{plain(text[:40])}” is no key of an order.",
            way_out="Keys are k1, k2 ...; see them with /orders list.",
        )
    return key


def _sentence(problem: str) -> str:
    """What is wrong with a text, as Discord shows it."""
    return plain(problem.replace("`", "").rstrip(".")) + "."


def _faulty(faults: Sequence[LineFault]) -> str:
    lines: list[str] = []
    for fault in faults[:_FAULTS_TOLD]:
        where = f"Line {fault.line}: " if fault.line else ""
        like = f" Did you mean {plain(fault.suggestion)}?" if fault.suggestion else ""
        lines.append(f"• {where}{_sentence(fault.says)}{like}")
    if len(faults) > _FAULTS_TOLD:
        lines.append(f"… and at least {len(faults) - _FAULTS_TOLD} more.")
    return "\n".join(["I changed nothing, since I cannot read all of the sheet.", *lines])
