"""What is offered while a person types an order: from what is at hand, within the moment.

Reads only the kept view and plan; where they are not there yet they are made in the background, and
waited for no longer than a person would. Each choice is tried in the order itself, as long as there
is time for it (`engine.suggesting`).
"""

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any
from weakref import WeakKeyDictionary

from bot.faces.choices.filling import Filling, of_values
from bot.faces.choices.filter import ChoiceFilter, head_of
from bot.faces.choices.offering import as_planned, labels_of, offered
from bot.host import Host, Seat, asking
from bot.orders.ordering import draft_of
from bot.orders.slices import sliced
from bot.store.errors import StoreError
from bot.store.records import Draft
from bot.workers import WorkerError
from engine.forms import read, read_one
from engine.labels import Labels, NoSuch, without_note
from engine.module.names import key_of
from engine.orders import Choice, Order, Parameter, Ref, parameters
from engine.packs import Rules
from engine.sheet import item_of, spot_or_item
from engine.state import State
from engine.world import World
from engine.written import Unfit, items, paired

MOST = 25
LONGEST = 100
"""Characters of a choice's name and of its value; both as Discord takes them."""

COLD = 0.7
"""Seconds for which an offer waits for what is not at hand."""
WITHIN = 0.15
"""Seconds for which choices are tried; what was found out is there for the next key pressed."""
KEPT = 256
"""As many questions as have their tried choices kept, those that were asked last."""

_NUMBER = re.compile(r" #\d+")
_IN_NOTE = re.compile(r'[,"()]+\s*')
_log = logging.getLogger(__name__)
_loading: dict[Hashable, asyncio.Task[None]] = {}
_tried: WeakKeyDictionary[Host, OrderedDict[Hashable, dict[Hashable, str]]] = WeakKeyDictionary()


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
    """What may be chosen for a parameter, from the texts given so far, its own included.

    What the order would take stands first, what there was no time to try behind it, and what it
    would refuse is left out. Where somebody types and nothing of that is taken, what matches is
    offered with the reason against it.
    """
    rules = await host.rules(seat.guild, seat.campaign)
    cls = rules.orders.get(path)
    parameter = next((p for p in parameters(cls) if p.name == name), None) if cls else None
    if cls is None or parameter is None or parameter.asks is None or not seat.player:
        return []
    draft = await draft_of(host, seat)
    at_hand = await _at_hand(host, seat, rules, draft)
    if at_hand is None:
        return []
    states, labels = at_hand
    typed = given.get(name, "")
    others = {key: text for key, text in given.items() if key != name}
    if parameter.asks.repeats:
        others[name] = typed.rpartition(",")[0]
    asked = _Asked(cls, parameter, states, labels, others)
    when = seat.campaign.id, seat.campaign.tick, seat.member.user, draft.version, len(states)
    kept = _kept(host, (seat.guild, *when, path, name, *sorted(others.items())))
    if parameter.many:
        return await _last_item(asked, typed, kept)
    found = await _sifted(asked, _matching(asked, typed), kept, (), typed=bool(typed))
    if not found and parameter.kind == "ref":  # what was chosen, as it stands in the option
        found = _meant(asked.offered(), parameter, labels, typed)
    return [
        Choice(value, _cut(each.label))
        for each in found
        if len(value := value_of(parameter, labels, each)) <= LONGEST
    ]


async def _at_hand(
    host: Host, seat: Seat, rules: Rules, draft: Draft
) -> tuple[list[State], Labels] | None:
    """States on the plan that is at hand and on the view; None if there is neither.

    An order may run before those that are queued, so what it takes on the view alone it may take.
    """
    view = await known(host, seat, draft)
    plan = host.planned(seat, draft)
    if view is None:
        return None
    now = asking(rules, view.fork(), seat.player)
    if plan is None or not draft.orders:
        return [now], Labels(view)
    return [asking(rules, plan.world, seat.player), now], labels_of(plan)


class _Asked:
    """A parameter somebody is asked for: what is offered for it, and what the order would take."""

    def __init__(
        self,
        cls: type[Order],
        parameter: Parameter,
        states: list[State],
        labels: Labels,
        others: Mapping[str, str],
    ) -> None:
        self.parameter, self.labels = parameter, labels
        self._cls, self._states = cls, states
        self._others = _plain(cls, others, labels)
        self._makes = {key: place.kind for key, place in labels.by_key.items()}
        self._given = read(cls, others, labels, self._makes)

    def offered(self) -> Iterator[Choice]:
        """The choices, those that queued orders will make by the orders' keys."""
        return offered(self.parameter, self._states[0], self.labels, self._others)

    def sieve(self) -> ChoiceFilter:
        """Tries the choices in the order."""
        return ChoiceFilter(self._states, self._cls, self.parameter, self.labels, self._given)

    def one(self, text: str) -> Any:
        """What one text means, of a list an item; the text itself while it means nothing."""
        try:
            return read_one(text, self.parameter, self.labels, self._makes)
        except (NoSuch, Unfit):
            return text


async def _sifted(
    asked: _Asked,
    matching: Iterable[Choice],
    kept: dict[Hashable, str],
    before: Sequence[str],
    *,
    typed: bool,
) -> list[Choice]:
    """Of the choices that match those that the order takes, as far as there is time to try them.

    `kept` are the reasons that were found before, by choice; empty for what is taken.
    """
    sieve, items_before = asked.sieve(), [asked.one(text) for text in before]
    began = perf_counter()
    async for choice in sliced(matching):
        key = (*before, choice.value)
        if key not in kept and perf_counter() - began <= WITHIN:
            kept[key] = sieve.reason(choice, items_before)
        sieve.put(choice, kept.get(key))
        if len(sieve.taken) == MOST or (
            key not in kept and len(sieve.taken) + len(sieve.untried) >= MOST
        ):
            break
    found = [*sieve.taken, *sieve.untried][:MOST]
    return found or (sieve.refused[:MOST] if typed else [])


async def read_so_far(
    host: Host, seat: Seat, cls: type[Order], texts: Mapping[str, str], phase: str = ""
) -> Filling:
    """The form of an order with what can be read of the texts of its parameters."""
    labels = labels_of(await host.plan(seat, await draft_of(host, seat)))
    makes = {key: place.kind for key, place in labels.by_key.items()}
    return of_values(cls, read(cls, texts, labels, makes), phase)


async def by_labels(
    host: Host, seat: Seat, cls: type[Order], texts: Mapping[str, str]
) -> dict[str, str]:
    """The texts with what is shown of a choice as that choice, as if it had been chosen.

    Of what is shown, the reason may be left away where that leaves no doubt.
    """
    draft = await draft_of(host, seat)
    at_hand = await _at_hand(host, seat, await host.rules(seat.guild, seat.campaign), draft)
    found = dict(texts)
    for parameter in parameters(cls) if at_hand else ():
        text = found.get(parameter.name)
        if text and at_hand and parameter.asks and not parameter.many:
            others = {name: each for name, each in found.items() if name != parameter.name}
            asked = _Asked(cls, parameter, *at_hand, others)
            found[parameter.name] = await _labelled(asked, text)
    return found


async def _labelled(asked: _Asked, text: str) -> str:
    """The value of the one choice that is shown so; the text where none is, or several are."""
    if asked.parameter.kind == "ref" and isinstance(asked.one(text), Ref):
        return text
    wanted, whole, heads = key_of(text), dict[str, None](), dict[str, None]()
    async for choice in sliced(asked.offered()):
        value = value_of(asked.parameter, asked.labels, choice)
        if value == text:
            return text
        if wanted in (key_of(choice.label), key_of(_cut(choice.label))):
            whole[value] = None
        elif wanted == key_of(head_of(choice.label)):
            heads[value] = None
    meant = [*(whole or heads)]
    return meant[0] if len(meant) == 1 else text


def _kept(host: Host, asked: Hashable) -> dict[Hashable, str]:
    """What was found out about the choices of what is asked, to be added to."""
    every = _tried.setdefault(host, OrderedDict())
    found = every.setdefault(asked, {})
    every.move_to_end(asked)
    while len(every) > KEPT:
        every.popitem(last=False)
    return found


def _plain(cls: type[Order], given: Mapping[str, str], labels: Labels) -> dict[str, str]:
    """The texts with every thing that they name as its reference, for the choosers."""
    makes = {key: place.kind for key, place in labels.by_key.items()}
    found = dict(given)
    for parameter in parameters(cls):
        text = given.get(parameter.name)
        if text and parameter.asks and parameter.asks.ids:
            with suppress(NoSuch):
                found[parameter.name] = labels.text_meant(text, parameter.asks.ids)
        if text and parameter.kind == "ref" and not parameter.many and parameter.asks:
            with suppress(NoSuch):
                ref = labels.find(text, parameter.asks.kinds, makes)
                found[parameter.name] = str(as_planned(ref, labels))
    return found


def _meant(
    choices: Iterable[Choice], parameter: Parameter, labels: Labels, typed: str
) -> list[Choice]:
    """The one among the choices that a text means."""
    assert parameter.asks is not None
    makes = {key: place.kind for key, place in labels.by_key.items()}
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


def _matching(asked: _Asked, typed: str) -> Iterator[Choice]:
    """The choices whose label holds what was typed, those that begin with it first.

    A name is also found by what stands in the option once it is chosen, never by what it is stored
    as, which may hold an id.
    """
    wanted, by_value = key_of(typed), bool(typed) and asked.parameter.kind == "name"
    others: list[Choice] = []
    for choice in asked.offered():
        label = key_of(choice.label)
        if label.startswith(wanted):
            yield choice
        elif wanted in label or (
            by_value and value_of(asked.parameter, asked.labels, choice) == typed
        ):
            others.append(choice)
    yield from others


async def _last_item(asked: _Asked, typed: str, kept: dict[Hashable, str]) -> list[Choice]:
    """Choices for the last item of a list; each is the whole list, so that one may go on typing."""
    parameter = asked.parameter
    try:
        each = items(typed)
    except Unfit:
        return []
    if parameter.kind == "ref":
        each = paired(each)
    *before, last = each
    head = "".join(f"{spot_or_item(without_note(item.text))}, " for item in before)
    matching = _matching(asked, last.text)
    texts = [item.text for item in before]
    found: list[Choice] = []
    for choice in await _sifted(asked, matching, kept, texts, typed=bool(last.text)):
        quoted = spot_or_item if parameter.kind == "ref" else item_of
        text = quoted(value_of(parameter, asked.labels, choice))
        noted = head + text + _note(text, choice)
        whole = noted if len(noted) <= LONGEST else head + text
        if len(whole) <= LONGEST:
            found.append(Choice(whole, whole))
    return found


def _note(text: str, choice: Choice) -> str:
    """What a number in a list stands for, without commas, which would end the item."""
    numbered = "#" in text and not text.startswith('"')
    label = _NUMBER.sub("", choice.label, count=1) if numbered else ""
    return f" ({_IN_NOTE.sub(' · ', label).strip(' ·')})" if label else ""


def _cut(label: str) -> str:
    return label if len(label) <= LONGEST else label[: LONGEST - 1] + "…"
