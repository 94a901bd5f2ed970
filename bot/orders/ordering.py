"""What players do with their lists of orders: give, change, undo, move, remove, clear.

Use cases over the store and the plan. Each raises `Refused` with the way out, and has changed
something only if it returns. Sheets are in `bot.orders.sheets`, submitting in
`bot.orders.submitting`, and how answers look in `bot.orders.texts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot import faces
from bot.answers import Refused
from bot.faces.choices.offering import labels_of
from bot.faces.face import Faces
from bot.faces.macros import key_of
from bot.faces.words.text import number, plain
from bot.host import DraftPlan, Host, Seat
from bot.orders.access import acting, check_player, store_of
from bot.store.guild import GuildStore
from bot.store.records import Draft, QueuedOrder
from bot.wording import check_words
from engine.forms import order_of
from engine.labels import Labels
from engine.names import free_texts
from engine.orders import Order, Queued, Refusal, parameters
from engine.packs import Rules
from engine.preview import Planned
from engine.world import World
from engine.written import Unfit

MOST_ORDERS = 2000
"""Orders in a draft; what a turn may hold of each kind is the rules' matter."""
_TRIES = 5
_NEW = key_of(1)
"""The key of an order that has none yet; the store gives keys from k1 on."""
_OFFERED = "Choose from the suggestions that appear as you type."


@dataclass(frozen=True, slots=True)
class Given:
    """An order that was added: where it stands, what it would do, what it does to others."""

    queued: Queued
    position: int
    draft: Draft
    planned: Planned | None
    world: World
    """The names of things."""
    changed: tuple[tuple[str, Planned], ...]
    """Earlier orders that now come out differently, and how."""
    faces: Faces
    edits: tuple[Edit, ...] = ()
    """What was done to the list, so that it can be undone."""
    others: tuple[tuple[Queued, Planned | None], ...] = ()
    """The orders that were added with it, from the second on."""
    hindered: Refusal | None = None
    """Why it does not run in its own phase already, if it was put into a later one."""


@dataclass(frozen=True, slots=True)
class Edit:
    """An order as it was put into a list, and what stood there before under its key."""

    key: str
    body: str
    before: str = ""
    """The order's stored form before; empty if it is new."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What orders would do if they were given: nothing is changed."""

    orders: tuple[tuple[Queued, Planned | None], ...]
    world: World
    """The names of things."""
    changed: tuple[tuple[str, Planned], ...]
    """Earlier orders that would come out differently, and how."""
    faces: Faces
    refused: bool
    """Whether the list would not take them, not even after what teammates share."""
    hindered: Refusal | None = None
    """Why the first that is put into a later phase does not run in its own already."""
    listed: tuple[tuple[str, str], ...] = ()
    """The whole list with them, by keys and stored forms."""
    barred: Refusal | None = None
    """Why the first that no phase takes is refused: in its own, or in its last where orders are
    queued, since what they bring about tells more by then."""


class NotTaken(Refused):
    """An order that the list does not take as it is; given otherwise it may."""


class ListChanged(Refused):
    """The list of orders is no longer the one on which a person decided."""

    def __init__(self) -> None:
        super().__init__(
            "Your list of orders has changed since, so I changed nothing.",
            way_out="Look at it with /orders list, and decide anew.",
        )

    def __reduce__(self) -> tuple[type[ListChanged], tuple[()]]:
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


# ---------------------------------------------------------------- the draft


async def give(
    host: Host, seat: Seat, cls: type[Order], texts: Mapping[str, str], phase: str = ""
) -> Given:
    """Add an order to the draft, unless it is plain that it cannot be carried out.

    Without a phase it goes into its first phase in which it would not be refused. One that only
    what teammates share makes possible is taken; it needs a sequence to succeed
    (cohorts.turn.shared-orders). Raises `NotTaken` for an order that is not taken, and `Refused` if
    the list is full or kept changing.
    """
    check_player(seat)
    rules = await host.rules(seat.guild, seat.campaign)
    if phase and phase not in cls.phases:
        raise Refused(
            f"This order does not run in “{plain(phase[:40])}”.",
            way_out=f"It runs {' or '.join(rules.when(each) for each in cls.phases)}.",
            rule=rules.cites("order-phases"),
        )

    def made(tried: _Before) -> list[Queued]:
        makes = {each.key: type(each.order).makes for each in tried.orders}
        return [Queued(_NEW, order_typed(cls, texts, labels_of(tried.plan), makes), phase)]

    return await _add(host, seat, made)


async def give_all(host: Host, seat: Seat, bodies: Sequence[str]) -> Given:
    """Add orders in their stored form, all of them or none; as `give`.

    Among each other they name what they make by `n1`, `n2` ... in the order of the list.
    """
    check_player(seat)
    rules = await host.rules(seat.guild, seat.campaign)
    return await _add(host, seat, lambda _: _new(rules, bodies))


async def change(host: Host, seat: Seat, key: str, body: str) -> Given:
    """Give a queued order another form under its key, in its place; refuses as `give` does.

    Raises `Refused` as well if there is no such order any more.
    """
    check_player(seat)
    rules = await host.rules(seat.guild, seat.campaign)
    for _ in range(_TRIES):
        tried = await _before(host, seat, rules)
        queued = rules.read_order(key, body)
        done = await _tried(host, seat, tried, [queued], replacing=key)
        queued = done.orders[0][0]
        body = queued.to_json()
        if done.refused:
            _refuse(done)
        async with acting(host, seat) as store:
            draft = await store.drafts.get(seat.campaign.id, seat.member.user)
            if draft.version != tried.draft.version:
                continue
            before = next(order.body for order in draft.orders if order.key == key)
            stored = await store.drafts.edit(seat.campaign.id, seat.member.user, key, body)
        return _given(done, stored, [queued], [Edit(key, body, before)])
    raise _kept_changing()


async def rehearse(
    host: Host, seat: Seat, bodies: Sequence[str], replacing: str = "", *, at_once: bool = False
) -> Rehearsal:
    """What orders would do if they were added, put in place of the one of a key, or done at once.

    Raises `Refused` if there is no order of that key any more.
    """
    check_player(seat)
    rules = await host.rules(seat.guild, seat.campaign)
    tried = await _before(host, seat, rules)
    if at_once:  # before all that stands in the list
        draft = replace(tried.draft, orders=())
        tried = _Before(draft, (), await host.foresee(seat, ()), rules)
    return await _tried(host, seat, tried, _new(rules, bodies, replacing), replacing=replacing)


@dataclass(frozen=True, slots=True)
class _Before:
    """A list before something is added to it."""

    draft: Draft
    orders: Sequence[Queued]
    plan: DraftPlan
    rules: Rules


async def _before(host: Host, seat: Seat, rules: Rules) -> _Before:
    draft = await draft_of(host, seat)
    return _Before(draft, queued_of(rules, draft), await host.plan(seat, draft), rules)


async def _tried(
    host: Host, seat: Seat, before: _Before, orders: Sequence[Queued], replacing: str = ""
) -> Rehearsal:
    """What the orders would do in the list.

    One without a phase is put into its first phase in which it is not refused.
    """
    for queued in orders:
        await check_words(host, seat.guild, seat.campaign.id, free_texts(queued.order))
    placed, hindered, barred = list(orders), None, None
    after = await host.foresee(seat, _listed(before.draft, placed, replacing))
    for place, queued in enumerate(placed):
        own = after.of(queued.key)
        if own is None or not _is_refused(own):
            continue
        telling = own.refusal
        for phase in () if queued.phase else type(queued.order).phases[1:]:
            later = [*placed[:place], Queued(queued.key, queued.order, phase), *placed[place + 1 :]]
            plan = await host.foresee(seat, _listed(before.draft, later, replacing))
            found = plan.of(queued.key)
            if not _is_refused(found):
                placed, after = later, plan
                hindered = hindered or own.refusal
                break
            if found and before.orders:
                telling = found.refusal
        else:
            barred = barred or telling
    outcomes = tuple((queued, after.of(queued.key)) for queued in placed)
    listed = _listed(before.draft, placed, replacing)
    refused = any(_is_refused(planned) for _, planned in outcomes)
    if refused and not placed[0].order.at_once:
        keys = [queued.key for queued in placed]
        refused = not await _works_after_teammates(host, seat, listed, keys)
    return Rehearsal(
        orders=outcomes,
        world=after.names,
        changed=tuple(each for each in _differences(before.plan, after) if each[0] != replacing),
        faces=faces.of(before.rules),
        refused=refused,
        hindered=hindered,
        barred=barred,
        listed=tuple(listed),
    )


def _listed(draft: Draft, orders: Sequence[Queued], replacing: str = "") -> list[tuple[str, str]]:
    """The list with the orders at its end, or one of them in place of that of a key.

    Raises `Refused` if there is no order of that key.
    """
    if not replacing:
        return [*bodies_of(draft.orders), *((each.key, each.to_json()) for each in orders)]
    if replacing not in [order.key for order in draft.orders]:
        raise gone(replacing)
    (new,) = orders
    return [
        (key, new.to_json() if key == replacing else body) for key, body in bodies_of(draft.orders)
    ]


async def _add(host: Host, seat: Seat, make: Callable[[_Before], list[Queued]]) -> Given:
    """Put orders at the end of the list, all of them or none."""
    rules = await host.rules(seat.guild, seat.campaign)
    for _ in range(_TRIES):
        before = await _before(host, seat, rules)
        new = make(before)
        if len(before.draft.orders) + len(new) > MOST_ORDERS:
            raise Refused(
                f"Your list has {number(len(before.draft.orders), 'order')} of {MOST_ORDERS}, and "
                "there is no room for more.",
                way_out="Take some out with /orders remove.",
            )
        done = await _tried(host, seat, before, new)
        new = [queued for queued, _ in done.orders]
        if done.refused:
            _refuse(done)
        async with acting(host, seat) as store:
            draft = await store.drafts.get(seat.campaign.id, seat.member.user)
            if draft.version != before.draft.version:
                continue
            stored, accepted = await _put(store, draft, new)
        edits = [Edit(each.key, each.to_json()) for each in accepted]
        return _given(done, stored, accepted, edits)
    raise _kept_changing()


async def _put(
    store: GuildStore, draft: Draft, new: Sequence[Queued]
) -> tuple[Draft, list[Queued]]:
    """Store orders at the end; what they name of each other gets the keys that the store gives."""
    keys: dict[str, str] = {}
    accepted: list[Queued] = []
    for each in new:
        order = each.order.renamed(keys)
        body = Queued(each.key, order, each.phase).to_json()
        keys[each.key], draft = await store.drafts.add(draft.campaign, draft.user, body)
        accepted.append(Queued(keys[each.key], order, each.phase))
    return draft, accepted


def _given(
    done: Rehearsal, draft: Draft, accepted: Sequence[Queued], edits: Sequence[Edit]
) -> Given:
    outcomes = [planned for _, planned in done.orders]
    first, *others = zip(accepted, outcomes, strict=True)
    places = [order.key for order in draft.orders]
    return Given(
        queued=first[0],
        position=places.index(first[0].key) + 1,
        draft=draft,
        planned=first[1],
        world=done.world,
        changed=done.changed,
        faces=done.faces,
        edits=tuple(edits),
        others=tuple(others),
        hindered=done.hindered,
    )


def _new(rules: Rules, bodies: Sequence[str], replacing: str = "") -> list[Queued]:
    """Orders in their stored form, under the keys that they refer to each other with."""
    return [rules.read_order(replacing or key_of(n), body) for n, body in enumerate(bodies, 1)]


def gone(key: str) -> Refused:
    """Why an order cannot be changed that is not in the list any more."""
    return Refused(
        f"Order {key} is not in your list any more.",
        way_out="Give it as a new one, or see your orders with /orders list.",
    )


def _kept_changing() -> Refused:
    return Refused(
        "Your list of orders kept changing while I read this one.", way_out="Give it again."
    )


async def draft_at(store: GuildStore, seat: Seat, version: int | None) -> Draft:
    """The draft, if it is the one on which the caller decided. Raises `ListChanged`."""
    draft = await store.drafts.get(seat.campaign.id, seat.member.user)
    if version not in (None, draft.version):
        raise ListChanged
    return draft


# ---------------------------------------------------------------- what the use cases share


def order_typed(
    cls: type[Order], texts: Mapping[str, str], labels: Labels, makes: Mapping[str, str]
) -> Order:
    """The order of a class from what was typed. Raises `NotTaken` if no sense can be made of it."""
    try:
        return order_of(cls, texts, labels, makes)
    except Unfit as unfit:
        says = [sentence(problem) for problem, _ in unfit.problems]
        likely = [plain(suggestion) for _, suggestion in unfit.problems if suggestion]
        hint = f"Did you mean {'; '.join(likely)}? " if likely else ""
        offered = any(f"`{p.name}`" in str(unfit) for p in parameters(cls) if p.asks)
        raise NotTaken(
            "I cannot make sense of this order: " + " ".join(says),
            way_out=hint + (_OFFERED if offered else "Give it again with another value."),
        ) from None


async def _works_after_teammates(
    host: Host, seat: Seat, wanted: Sequence[tuple[str, str]], keys: Iterable[str]
) -> bool:
    """Whether the new orders are not refused once the turns that teammates share have run."""
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
    return not any(_is_refused(plans[-1].of(key)) for key in keys)


def _is_refused(planned: Planned | None) -> bool:
    return planned is not None and planned.outcome == "refused"


def _refuse(done: Rehearsal) -> None:
    """Raise `NotTaken` for the first order that is refused."""
    if done.barred:
        raise NotTaken.by_rules(done.barred.says, done.barred.instead, done.barred.rule)


def _differences(before: DraftPlan, after: DraftPlan) -> Iterable[tuple[str, Planned]]:
    for old in before.orders:
        new = after.of(old.key)
        if new and (new.outcome, new.refusal) != (old.outcome, old.refusal):
            yield old.key, new


def sentence(problem: str) -> str:
    """What is wrong with a text, as Discord shows it."""
    return plain(problem.replace("`", "").rstrip(".")) + "."
