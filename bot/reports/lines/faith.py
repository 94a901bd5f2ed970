"""Lines about what faith does to churches."""

from bot.reports.names import Names, number, word
from bot.reports.telling import line
from engine.packs.cohorts.characters.preaching import (
    ChurchAttacked,
    ChurchWeakened,
    ConversionSuffered,
    ConversionTried,
)


@line(ChurchAttacked)
def _(event: ChurchAttacked, names: Names) -> str:
    levels = number(event.levels, "level")
    return (
        f"{names.show(event.name)} attacks the church of {names.city(event.city)} by faith, worth "
        f"up to {levels}."
    )


@line(ChurchWeakened)
def _(event: ChurchWeakened, names: Names) -> str:
    return (
        f"The church of {names.city(event.city)} is attacked in the name of {_deity(event.deity)} "
        f"and falls to level {event.level}."
    )


@line(ConversionTried)
def _(event: ConversionTried, names: Names) -> str:
    who, where = names.show(event.name), names.city(event.city)
    if event.converted:
        return f"{who} converts the church of {where}: it worships {_deity(event.deity)} now."
    return f"{who} preaches in vain at the church of {where} (the chance was {event.chance}%)."


@line(ConversionSuffered)
def _(event: ConversionSuffered, names: Names) -> str:
    head = f"Somebody preaches {_deity(event.deity)} at the church of {names.city(event.city)}"
    return f"{head}, and it is converted." if event.converted else f"{head}, in vain."


def _deity(key: str) -> str:
    return word(key).title()
