"""The slash commands of the orders, made from the order classes: `/stack move` and all others.

What becomes of an order is in `bot.orders.ordering`, what is offered while typing in
`bot.orders.choosing`.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

import discord
from discord import app_commands

from bot.answers import LIFETIME, Panel, Refused, acknowledge, answer_refusal
from bot.callers.made_commands import SUBCOMMANDS, Command, Complete, Option, made, short
from bot.callers.seats import Choices, Interaction, seat_of
from bot.faces.choices.filling import Filling
from bot.host import Host, Seat
from bot.orders import at_once, choosing, fights, ordering
from bot.orders.done_panel import AfterDone
from bot.orders.forms.form import FormPanel, open_form
from bot.orders.ordering import NotTaken
from bot.orders.panels import AfterOrder
from bot.orders.texts import accepted
from bot.store.errors import StoreError
from engine.forms import given_by_players
from engine.orders import Order, Parameter, parameters
from engine.packs import Rules

TAP: Final = "Fill it in by tapping"


async def instead(
    interaction: Interaction, seat: Seat, filling: Filling, refused: NotTaken
) -> None:
    """Answer with the form where the order lacks but one of its parameters.

    Else with the refusal, and a button that opens the form. The interaction has been deferred.
    """
    form = FormPanel(seat, filling)
    made = await form.fill(interaction, seat)
    if made.lacks:
        await form.put(interaction, seat, made)
    else:
        await answer_refusal(interaction, refused, _ByTapping(seat, filling))


class _ByTapping(Panel):
    """Below a refusal: to the form."""

    def __init__(self, seat: Seat, filling: Filling) -> None:
        super().__init__(timeout=LIFETIME)
        self.seat, self.filling = seat, filling

    @discord.ui.button(label=TAP)
    async def tap(self, interaction: Interaction, _: discord.ui.Button[Any]) -> None:
        """The form, in place of the refusal."""
        await acknowledge(interaction, thinking=False)
        seat = await seat_of(interaction, f"#{self.seat.campaign.id}")
        await open_form(interaction, seat, self.filling)
        self.stop()


T = TypeVar("T")

Orders = dict[str, type[Order]]
"""The orders of a group, by their names in it."""
WHEN: Final = "when"
"""The option for the phase in which an order runs, where it may run in several."""


def commands(played: Sequence[Rules]) -> tuple[app_commands.Group, ...]:
    """The order commands of campaigns with these rules.

    Where the orders of one system do not go into a group beside those of another, since both call
    different orders alike or Discord takes no more, they have one of their own: `/character-2`.
    """
    found: dict[str, Orders] = {}
    when: dict[str, str] = {}
    for rules in played:
        own: dict[str, Orders] = {}
        for (group, name), cls in given_by_players(rules).items():
            own.setdefault(group, {})[name] = cls
        for group, orders in own.items():
            place = _place(found, group, orders)
            found[place] = found.get(place, {}) | orders
        when.update((phase, rules.when(phase)) for phase in rules.phases)
    sorted_ = ((name, tuple(found[name][key] for key in sorted(found[name]))) for name in found)
    return groups(tuple(sorted(sorted_, key=lambda each: each[0])), tuple(when.items()))


def _place(found: Mapping[str, Orders], group: str, orders: Orders) -> str:
    """The first name of a group in which there is room for these beside what it holds."""
    for number in itertools.count(1):
        name = group if number == 1 else f"{group}-{number}"
        there = found.get(name, {})
        alike = all(_asks(there.get(key, cls)) == _asks(cls) for key, cls in orders.items())
        if not there or (alike and len(there | orders) <= SUBCOMMANDS):
            return name
    raise AssertionError("an empty group takes the orders of any system")


def _asks(cls: type[Order]) -> tuple[object, ...]:
    """What a command asks for: orders of one path that ask for the same share it."""
    asked = ((each.name, each.kind, each.many, each.required) for each in parameters(cls))
    return (cls.phases, *asked)


@functools.lru_cache(maxsize=16)
def groups(
    orders: tuple[tuple[str, tuple[type[Order], ...]], ...], when: tuple[tuple[str, str], ...]
) -> tuple[app_commands.Group, ...]:
    """The commands of these orders, group by group; guilds with the same orders share them.

    `when` says of each phase in words when it is.
    """
    words = dict(when)
    found: list[app_commands.Group] = []
    for name, classes in orders:
        names = ", ".join(cls.path[1] for cls in classes)
        group = app_commands.Group(name=name, description=short(f"Orders: {names}"))
        for cls in classes:
            several = cls.phases if len(cls.phases) > 1 else ()
            choices = tuple((words.get(phase, phase), phase) for phase in several)
            group.add_command(_command(cls, choices))
        found.append(group)
    return tuple(found)


def _command(cls: type[Order], when: tuple[tuple[str, str], ...]) -> Command:
    """The command of one order, with a parameter in each option."""

    async def give(interaction: Interaction, values: dict[str, Any]) -> None:
        await _give(interaction, cls.path, values)

    help = " ".join((cls.__doc__ or "").split())
    return made(cls.path[1], help, tuple(_options(cls, when)), give)


def _options(cls: type[Order], when: tuple[tuple[str, str], ...]) -> Iterator[Option]:
    for each in parameters(cls):
        choices = tuple((option, option) for option in each.options if not each.many)
        complete = _completion(cls, each.name) if each.asks else None
        yield Option(each.name, each.help, _annotation(each), complete, choices)
    if when:
        help = "When it runs; left out, as early as it can be carried out"
        yield Option(WHEN, help, str | None, choices=when)


def _annotation(parameter: Parameter) -> Any:
    """What Discord is to take for a parameter. Things, names and lists are text with offers."""
    plain: Any = str
    if parameter.kind == "flag" and not parameter.many:
        plain = bool
    elif parameter.kind == "number" and not parameter.many:
        plain = int
        if parameter.least is not None or parameter.most is not None:
            plain = app_commands.Range[int, parameter.least, parameter.most]
    elif parameter.kind == "text" and not parameter.many and (parameter.least or parameter.most):
        plain = app_commands.Range[str, parameter.least, parameter.most]
    return plain if parameter.required else plain | None


def _completion(cls: type[Order], name: str) -> Complete:
    async def complete(interaction: Interaction, typed: str) -> Choices:
        return await _offers(interaction, cls.path, name)

    return complete


async def _offers(interaction: Interaction, path: tuple[str, str], name: str) -> Choices:
    given = {key: _text(value) for key, value in interaction.namespace if value is not None}
    try:
        seat = await seat_of(interaction)
        found = await choosing.offers(interaction.client.host, seat, path, name, given)
    except (Refused, StoreError):
        return []
    return [app_commands.Choice(name=each.label, value=each.value) for each in found]


async def _give(interaction: Interaction, path: tuple[str, str], values: dict[str, Any]) -> None:
    await acknowledge(interaction)
    host = interaction.client.host
    seat = await seat_of(interaction)
    cls = given_by_players(await host.rules(seat.guild, seat.campaign)).get(path)
    if cls is None:
        raise Refused(
            f"The rules of this campaign have no /{' '.join(path)}.",
            way_out="See its orders with /orders help.",
        )
    phase = values.pop(WHEN, None) or ""
    texts = {name: _text(value) for name, value in values.items() if value is not None}
    try:
        if cls.at_once:
            done = await _as_meant(host, seat, cls, texts, partial(at_once.give, host, seat, cls))
            await interaction.followup.send(
                embed=at_once.done_card(done), view=AfterDone(seat, done), ephemeral=True
            )
            return
        give = partial(ordering.give, host, seat, cls, phase=phase)
        given = await _as_meant(host, seat, cls, texts, give)
    except ordering.NotTaken as refused:
        filling = await choosing.read_so_far(host, seat, cls, texts, phase)
        await instead(interaction, seat, filling, refused)
        return
    choosing.warm(host, seat, given.draft)
    panel = AfterOrder(seat, given.queued)
    answer = await interaction.followup.send(
        embed=accepted(given), view=panel, ephemeral=True, wait=True
    )
    if given.planned:  # the answer comes at once, the figure as soon as it is there
        fight = await fights.fight_of(host, seat, given)
        if fight and not panel.is_finished():  # it may have been undone meanwhile
            await answer.edit(embed=accepted(given, fight))


async def _as_meant(
    host: Host,
    seat: Seat,
    cls: type[Order],
    texts: dict[str, str],
    give: Callable[[dict[str, str]], Awaitable[T]],
) -> T:
    """The order given. What is typed as autocomplete shows it is taken for that."""
    try:
        return await give(texts)
    except ordering.NotTaken:
        meant = await choosing.by_labels(host, seat, cls, texts)
        if meant == texts:
            raise
        return await give(meant)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
