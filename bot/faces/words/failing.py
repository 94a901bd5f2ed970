"""The line about an order that failed: what it was, why, with the rule, and the way out."""

from bot.faces.words.names import Names
from bot.faces.words.news import VAIN
from bot.faces.words.rulebook import ruled
from bot.faces.words.telling import Lines
from engine.events import OrderFailed

LINES = Lines()

LONGEST = 160  # characters of the order that are repeated


@LINES.of(OrderFailed, VAIN)
def _(event: OrderFailed, names: Names) -> str:
    order = names.order(event.line)
    order = order if len(order) <= LONGEST else order[: LONGEST - 1] + "…"
    way_out = f" {names.show(event.instead)}" if event.instead else ""
    return f"{names.show(order)}: {names.show(event.says)}{way_out}{ruled(event.rule)}"
