"""The line about an order that failed: what it was, why, with the rule, and the way out."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.faces.words.names import Names
from bot.faces.words.news import VAIN
from bot.faces.words.rulebook import ruled
from bot.faces.words.telling import Lines, tell
from engine.events import OrderFailed

LINES = Lines()

LONGEST = 160  # characters of the order that are repeated
MOST = 6  # orders of a line, which then fits a page


def _order(event: OrderFailed, names: Names) -> str:
    order = names.order(event.line)
    return names.show(order if len(order) <= LONGEST else order[: LONGEST - 1] + "…")


def _why(event: OrderFailed, names: Names) -> str:
    way_out = f" {names.show(event.instead)}" if event.instead else ""
    return f"{names.show(event.says)}{way_out}"


def _parts(events: Sequence[OrderFailed]) -> Iterator[Sequence[OrderFailed]]:
    yield from (events[at : at + MOST] for at in range(0, len(events), MOST))


def _together(events: Sequence[OrderFailed], names: Names) -> Iterator[str]:
    """Each reason once, with all orders of which nothing came for it."""
    reasons: dict[str, list[OrderFailed]] = {}
    for event in events:
        reasons.setdefault(_why(event, names), []).append(event)
    for why, failed in ((why, part) for why, all_ in reasons.items() for part in _parts(all_)):
        if len(failed) == 1:
            yield tell(failed[0], names)
            continue
        told = Counter(_order(each, names) for each in failed)
        orders = [
            order if times == 1 else f"{order} ({times} times)" for order, times in told.items()
        ]
        rules = dict.fromkeys(ruled(each.rule) for each in failed)
        yield f"{why}{''.join(rules)} Nothing came of {len(failed)} orders: {'; '.join(orders)}."


@LINES.of(OrderFailed, VAIN, together=_together)
def _(event: OrderFailed, names: Names) -> str:
    return f"{_order(event, names)}: {_why(event, names)}{ruled(event.rule)}"
