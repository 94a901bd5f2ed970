"""Lines about what cities sent each other at the production."""

from bot.reports.names import Names
from bot.reports.telling import line
from engine.packs.cohorts.production.orders import ItemsSent, UnitSent


@line(ItemsSent)
def _(event: ItemsSent, names: Names) -> str:
    sent = names.items({event.item: event.count})
    return f"{names.city(event.city)} sends {sent} to {names.city(event.target)}."


@line(UnitSent)
def _(event: UnitSent, names: Names) -> str:
    unit, target = names.show(event.name), names.show(event.target)
    if event.far:
        return f"{unit} marches as reinforcement into the garrison of {target}."
    return f"{unit} joins {target}."
