"""What is offered while a person types an order: from what is at hand, within the moment.

Reads only the kept view and plan; where they are not there yet they are made in the background, and
waited for no longer than a person would. Whether a choice is any good is not asked here.
"""

import asyncio
import logging
from collections.abc import Hashable, Iterable, Mapping
from contextlib import suppress

from bot.faces.offering import labels_of, offered
from bot.host import Host, Seat, asking
from bot.playing.ordering import draft_of
from bot.store.errors import StoreError
from bot.store.records import Draft
from bot.workers import WorkerError
from engine.forms import Unfit, items, paired
from engine.labels import Labels, NoSuch
from engine.module.names import key_of
from engine.orders import Choice, Order, Parameter, Ref, parameters
from engine.packs import Rules
from engine.sheet import item_of, spot_or_item
from engine.state import State
from engine.world import World

MOST = 25
LONGEST = 100
"""Characters of a choice's name and of its value; both as Discord takes them."""

COLD = 0.8
"""Seconds for which an offer waits for what is not at hand."""

_log = logging.getLogger(__name__)
_loading: dict[Hashable, asyncio.Task[None]] = {}


def warm(host: Host, seat: Seat, draft: Draft) -> asyncio.Task[None] | None:
    """See to it in the background that the plan of a draft is at hand; None if it is."""
    if host.planned(seat, draft) is not None:
        return None
    wanted = (host, seat.guild, seat.campaign.id, seat.campaign.tick, draft.user, draft.version)
    task = _loading.get(wanted)
    if task is None:
        task = _loading[wanted] = asyncio.create_task(_load(host, seat, draft))
        task.add_done_callback(lambda _: _loading.pop(wanted))
    return task


async def _load(host: Host, seat: Seat, draft: Draft) -> None:
    try:
        await host.plan(seat, draft)
    except (StoreError, WorkerError) as error:
        _log.warning("No plan at hand: guild=%d %s", seat.guild, error)


async def known(host: Host, seat: Seat, draft: Draft) -> World | None:
    """What the player's faction knows, if it is at hand or soon is."""
    loading = warm(host, seat, draft)
    if loading:
        await asyncio.wait({loading}, timeout=COLD)
    return host.seen(seat.guild, seat.campaign, seat.member.faction)


async def offers(
    host: Host, seat: Seat, path: tuple[str, str], name: str, given: Mapping[str, str]
) -> list[Choice]:
    """What may be chosen for a parameter, from the texts given so far, its own included."""
    rules = await host.rules(seat.guild, seat.campaign)
    cls = rules.orders.get(path)
    parameter = next((p for p in parameters(cls) if p.name == name), None) if cls else None
    if cls is None or parameter is None or parameter.asks is None or not seat.player:
        return []
    at_hand = await _at_hand(host, seat, rules)
    if at_hand is None:
        return []
    state, labels = at_hand
    typed = given.get(name, "")
    others = _plain(cls, {key: text for key, text in given.items() if key != name}, labels)
    if parameter.many:
        return _last_item(parameter, state, labels, others, typed)
    found = _matching(offered(parameter, state, labels, others), typed)
    if not found and parameter.kind == "ref":  # what was chosen, as it stands in the option
        found = _meant(offered(parameter, state, labels, others), parameter, labels, typed)
    return [
        Choice(value, _cut(each.label))
        for each in found
        if len(value := value_of(parameter, labels, each)) <= LONGEST
    ]


async def _at_hand(host: Host, seat: Seat, rules: Rules) -> tuple[State, Labels] | None:
    """A state on the plan that is at hand, else on the view; None if there is neither."""
    draft = await draft_of(host, seat)
    view = await known(host, seat, draft)
    plan = host.planned(seat, draft)
    if view is None:
        return None
    if plan is None:
        return asking(rules, view, seat.player), Labels(view)
    return asking(rules, plan.world, seat.player), labels_of(plan)


def _plain(cls: type[Order], given: Mapping[str, str], labels: Labels) -> dict[str, str]:
    """The texts with every thing that they name as its reference, for the choosers."""
    ids = {key: place for place, key in labels.made.items()}
    found = dict(given)
    for parameter in parameters(cls):
        text = given.get(parameter.name)
        if text and parameter.asks and parameter.asks.ids:
            with suppress(NoSuch):
                found[parameter.name] = labels.text_meant(text, parameter.asks.ids)
        if text and parameter.kind == "ref" and not parameter.many and parameter.asks:
            kinds = parameter.asks.kinds
            makes = {key: place.kind for key, place in ids.items()}
            try:
                ref = labels.find(text, kinds, makes)
            except NoSuch:
                continue
            found[parameter.name] = str(Ref(*ids[ref.new]) if ref.new in ids else ref)
    return found


def _meant(
    choices: Iterable[Choice], parameter: Parameter, labels: Labels, typed: str
) -> list[Choice]:
    """The one among the choices that a text means."""
    assert parameter.asks is not None
    makes = {key: place.kind for place, key in labels.made.items()}
    try:
        wanted = str(labels.find(typed, parameter.asks.kinds, makes))
    except NoSuch:
        return []
    return [choice for choice in choices if choice.value == wanted][:1]


def value_of(parameter: Parameter, labels: Labels, choice: Choice) -> str:
    """What stands in the option once a choice is made: how its thing is called, no id."""
    assert parameter.asks is not None
    if parameter.kind != "ref":
        kind = parameter.asks.ids
        return labels.text_of(choice.value, kind) if kind else choice.value
    return labels.of(Ref.parse(choice.value), parameter.asks.kinds)


def _matching(choices: Iterable[Choice], typed: str) -> list[Choice]:
    """The choices whose label holds what was typed, those that begin with it first."""
    wanted = key_of(typed)
    first: list[Choice] = []
    others: list[Choice] = []
    for choice in choices:
        label = key_of(choice.label)
        if label.startswith(wanted):
            first.append(choice)
        elif wanted in label or choice.value == typed:
            others.append(choice)
        if len(first) == MOST:
            break
    return [*first, *others][:MOST]


def _last_item(
    parameter: Parameter, state: State, labels: Labels, others: Mapping[str, str], typed: str
) -> list[Choice]:
    """Choices for the last item of a list; each is the whole list, so that one may go on typing."""
    assert parameter.asks is not None
    try:
        each = items(typed)
    except Unfit:
        return []
    if parameter.kind == "ref":
        each = paired(each)
    *before, last = each
    head = "".join(f"{spot_or_item(item.text)}, " for item in before)
    found: list[Choice] = []
    for choice in _matching(offered(parameter, state, labels, others), last.text):
        quoted = spot_or_item if parameter.kind == "ref" else item_of
        text = quoted(value_of(parameter, labels, choice))
        whole = head + text
        if len(whole) <= LONGEST:
            found.append(Choice(whole, whole))
    return found


def _cut(label: str) -> str:
    return label if len(label) <= LONGEST else label[: LONGEST - 1] + "…"
