"""The line about an order that failed: what it was, why, with the rule, and the way out."""

from bot.faces.words.names import Names
from bot.faces.words.news import VAIN
from bot.faces.words.telling import Lines
from engine.events import OrderFailed

LINES = Lines()

LONGEST = 160  # characters of the order that are repeated


@LINES.of(OrderFailed, VAIN)
def _(event: OrderFailed, names: Names) -> str:
    order = event.line if len(event.line) <= LONGEST else event.line[: LONGEST - 1] + "…"
    way_out = f" {names.show(event.instead)}" if event.instead else ""
    rule = f" (rule {event.rule})" if event.rule else ""
    return f"{names.show(order)}: {names.show(event.says)}{way_out}{rule}"
