"""The computer players at the table: what they want is given by the commands that people use.

Half of them upload a sheet, the others type each order as long as these are few, so both ways are
seen at work. What they want is decided by the pack of the campaign's rules; where that wants
nothing, they pass.
"""

import asyncio
import logging
from collections.abc import Container, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, Final

from simcord import SetupError

from bot.faces.stories import WentWrong
from bot.host import Seat, asking
from bot.jobs.knowing import see
from bot.orders.ordering import draft_of
from bot.practice.table import Table
from engine import sheet
from engine.calendar import Occasion
from engine.campaign import Now, Player
from engine.deciding import decide
from engine.dice import Seed, SeededDice
from engine.labels import Labels
from engine.orders import Order, Ref, parameters
from engine.packs import Rules
from engine.rivals import Mind
from engine.world import World

_TYPED: Final = 12
"""Nobody types more orders than that one by one."""
_log = logging.getLogger(__name__)


async def prepare(
    table: Table, seats: Sequence[tuple[str, Seat]], due: Occasion, *, but: Container[str]
) -> None:
    """Submit for the run that is due the turns of the players whose day has come, `but` for some.

    They share out the days of the week, so that every run has a turn.
    """
    for place, (name, seat) in enumerate(seats):
        rules = await table.bot.host.rules(seat.guild, seat.campaign)
        calendar = rules.module.calendar
        days = calendar.run_days_of(calendar.week_of(due.day))
        if name not in but and days.index(due.day) >= place % len(days):
            try:
                await _give_turn(table, name, seat, rules, by_sheet=bool(place % 2))
            except (LookupError, SetupError, WentWrong) as error:
                _log.warning("The computer could not play %s's turn: %s", name, error)


async def _give_turn(table: Table, name: str, seat: Seat, rules: Rules, *, by_sheet: bool) -> None:
    path, campaign = table.bot.host.path(seat.guild), seat.campaign
    view = await asyncio.to_thread(see, path, campaign.id, campaign.tick, seat.member.faction)
    if view.get(Player, seat.player).last_run == view.get(Now, 1).turn:
        return
    orders = tuple(decision.queued for decision in decide(_mind(rules, view, seat)))
    if not orders:
        return
    channel = await table.home_of(seat)
    say, click = partial(table.slash, name, channel), partial(table.click, name)
    if by_sheet or len(orders) > _TYPED:
        text = sheet.write(orders, asking(rules, view, seat.player))
        answer = await say("orders upload", file=("orders.txt", text.encode()))
        await click(answer, "Take it", sees="Sheet taken")
    else:
        if (await draft_of(table.bot.host, seat)).orders:
            await click(await say("orders clear"), "Clear", sees="List cleared")
        labels = Labels(view)
        for queued in orders:
            command = " ".join(queued.order.path)
            await say(command, sees="Order taken", **options_of(queued.order, labels))
    await table.submit(name, channel)


def _mind(rules: Rules, view: World, seat: Seat) -> Mind:
    """A player with the next nature of the module, and chance that is the same at every table."""
    seed = Seed(sha256(f"{seat.campaign.name}:{seat.player}".encode()).digest())
    dice = SeededDice(seed, view.get(Now, 1).tick)
    nature = rules.module.nature(seat.player - 1)
    return Mind(rules, view, seat.player, nature, "middle", dice)


def options_of(order: Order, labels: Labels) -> dict[str, Any]:
    """The values of an order's command, things as autocomplete fills them in."""
    given: dict[str, Any] = {}
    for each in parameters(type(order)):
        value, kinds = getattr(order, each.name), each.asks.kinds if each.asks else ()
        if not each.required and value == each.default:
            continue
        if each.many:
            given[each.name] = ", ".join(_typed(one, labels, kinds) for one in value)
        elif isinstance(value, Ref):
            given[each.name] = _typed(value, labels, kinds)
        else:
            given[each.name] = value
    return given


def _typed(value: Ref | str, labels: Labels, kinds: tuple[str, ...]) -> str:
    return labels.of(value, kinds) if isinstance(value, Ref) else value
