"""The line about an order that failed: what it was, why, by which rule, and the way out."""

from bot.reports.names import Names
from bot.reports.telling import line
from engine.events import OrderFailed

LONGEST = 160  # characters of the order that are repeated


@line(OrderFailed)
def _(event: OrderFailed, names: Names) -> str:
    order = event.line if len(event.line) <= LONGEST else event.line[: LONGEST - 1] + "…"
    way_out = f" {names.show(event.instead)}" if event.instead else ""
    return f"{names.show(order)}: {names.show(event.says)}{way_out} (rule {event.rule})"
