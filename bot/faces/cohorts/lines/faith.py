"""Lines about what faith does to churches."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import NEEDS, unless_vain
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
    attacked = f"{names.show(event.name)} {names.did('attacked', 'attack')}"
    return f"{attacked} the church of {names.city(event.city)} by faith, worth up to {levels}."


@LINES.of(ChurchWeakened, NEEDS)
def _(event: ChurchWeakened, names: CohortsNames) -> str:
    return (
        f"The church of {names.city(event.city)} was attacked in the name of "
        f"{_deity(event.deity)} and fell to level {event.level}."
    )


@LINES.of(ConversionTried, unless_vain("converted"))
def _(event: ConversionTried, names: CohortsNames) -> str:
    who, where = names.show(event.name), names.city(event.city)
    if event.converted:
        converted = f"{who} {names.did('converted', 'convert')} the church of {where}"
        return f"{converted} to {_deity(event.deity)}."
    chance = "" if names.planned else f" (the chance was {event.chance}%)"
    preached = names.did("preached", "preach")
    return f"{who} {preached} {names.in_vain()} at the church of {where}{chance}."


@LINES.of(ConversionSuffered, NEEDS)
def _(event: ConversionSuffered, names: CohortsNames) -> str:
    head = f"Somebody preached {_deity(event.deity)} at the church of {names.city(event.city)}"
    return f"{head}, and it was converted." if event.converted else f"{head}, in vain."


def _deity(key: str) -> str:
    return word(key).title()
