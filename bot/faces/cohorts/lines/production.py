"""Lines about what cities sent each other at the production."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from engine.packs.cohorts.production.orders import ItemsSent, UnitSent

LINES = Lines()


@LINES.of(ItemsSent)
def _(event: ItemsSent, names: CohortsNames) -> str:
    sent = names.items({event.item: event.count})
    return f"{names.city(event.city)} sends {sent} to {names.city(event.target)}."


@LINES.of(UnitSent)
def _(event: UnitSent, names: CohortsNames) -> str:
    unit, target = names.show(event.name), names.show(event.target)
    if event.far:
        return f"{unit} marches as reinforcement into the garrison of {target}."
    return f"{unit} joins {target}."
