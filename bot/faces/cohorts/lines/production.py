"""Lines about what cities sent each other at the production."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import routine
from bot.faces.words.telling import Lines
from engine.packs.cohorts.production.orders import ItemsSent, UnitSent

LINES = Lines()


@LINES.of(ItemsSent, routine("shipment"))
def _(event: ItemsSent, names: CohortsNames) -> str:
    sent = names.items({event.item: event.count})
    target = names.city(event.target)
    return f"{names.city(event.city)} {names.did('sent', 'send')} {sent} to {target}."


@LINES.of(UnitSent, routine("reinforcement"))
def _(event: UnitSent, names: CohortsNames) -> str:
    unit, target = names.show(event.name), names.show(event.target)
    if event.far:
        marched = names.did("marched", "march")
        return f"{unit} {marched} as reinforcement into the garrison of {target}."
    return f"{unit} {names.did('joined', 'join')} {target}."
