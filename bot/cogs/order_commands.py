"""The slash commands of the orders, made from the order classes: `/stack move` and all others.

What becomes of an order is in `bot.playing.ordering`, what is offered while typing in
`bot.playing.choosing`.
"""

import functools
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVar

from discord import app_commands

from bot.answers import Refused, acknowledge
from bot.cogs.done_panels import AfterDone
from bot.cogs.forms.instead import instead
from bot.cogs.made_commands import Command, Complete, Option, made, short
from bot.cogs.order_panels import AfterOrder
from bot.cogs.seats import Choices, Interaction, seat_of
from bot.host import Host, Seat
from bot.playing import at_once, choosing, fights, ordering
from bot.playing.order_texts import accepted
from bot.store.errors import StoreError
from engine.forms import given_by_players
from engine.orders import Order, Parameter, parameters
from engine.packs import Rules

T = TypeVar("T")

WHEN: Final = "when"
"""The option for the phase in which an order runs, where it may run in several."""


def commands(played: Sequence[Rules]) -> tuple[app_commands.Group, ...]:
    """The order commands of campaigns with these rules."""
    orders: dict[tuple[str, str], type[Order]] = {}
    when: dict[str, str] = {}
    for rules in played:
        orders.update(given_by_players(rules))
        when.update((phase, rules.when(phase)) for phase in rules.phases)
    return groups(tuple(orders[path] for path in sorted(orders)), tuple(when.items()))


@functools.lru_cache(maxsize=16)
def groups(
    orders: tuple[type[Order], ...], when: tuple[tuple[str, str], ...]
) -> tuple[app_commands.Group, ...]:
    """The commands of these orders; guilds with the same orders share them.

    `when` says of each phase in words when it is.
    """
    words = dict(when)
    found: dict[str, app_commands.Group] = {}
    for cls in orders:
        name = cls.path[0]
        if name not in found:
            names = ", ".join(each.path[1] for each in orders if each.path[0] == name)
            found[name] = app_commands.Group(name=name, description=short(f"Orders: {names}"))
        several = cls.phases if len(cls.phases) > 1 else ()
        choices = tuple((words.get(phase, phase), phase) for phase in several)
        found[name].add_command(_command(cls, choices))
    return tuple(found.values())


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
        orders = ordering.bodies_of(given.draft.orders)
        new = replace(given.planned, key=given.queued.key)
        fight = await fights.expected(host, seat, orders, [new])
        if fight and not panel.is_finished():  # it may have been undone meanwhile
            await answer.edit(embed=accepted(given, fight[new.key]))


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
