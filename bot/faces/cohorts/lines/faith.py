"""Lines about what faith does to churches."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import number, word
from engine.packs.cohorts.characters.preaching import (
    ChurchAttacked,
    ChurchWeakened,
    ConversionSuffered,
    ConversionTried,
)

LINES = Lines()


@LINES.of(ChurchAttacked)
def _(event: ChurchAttacked, names: CohortsNames) -> str:
    levels = number(event.levels, "level")
    return (
        f"{names.show(event.name)} attacks the church of {names.city(event.city)} by faith, worth "
        f"up to {levels}."
    )


@LINES.of(ChurchWeakened)
def _(event: ChurchWeakened, names: CohortsNames) -> str:
    return (
        f"The church of {names.city(event.city)} is attacked in the name of {_deity(event.deity)} "
        f"and falls to level {event.level}."
    )


@LINES.of(ConversionTried)
def _(event: ConversionTried, names: CohortsNames) -> str:
    who, where = names.show(event.name), names.city(event.city)
    if event.converted:
        return f"{who} converts the church of {where}: it worships {_deity(event.deity)} now."
    return f"{who} preaches in vain at the church of {where} (the chance was {event.chance}%)."


@LINES.of(ConversionSuffered)
def _(event: ConversionSuffered, names: CohortsNames) -> str:
    head = f"Somebody preaches {_deity(event.deity)} at the church of {names.city(event.city)}"
    return f"{head}, and it is converted." if event.converted else f"{head}, in vain."


def _deity(key: str) -> str:
    return word(key).title()
