"""Lines about what a faction saw or reached for the first time, and what can be done there."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import DISCOVERY, MET, News, headline
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number, one, word
from engine.packs.cohorts.knowledge.discoveries import (
    CitySighted,
    FactionMet,
    PlaceReached,
    PlaceSighted,
)

LINES = Lines()

_TOLD = 3
"""Quests that a line names; `/show quests` has them all."""


def _place(event: PlaceSighted | PlaceReached, names: CohortsNames, *, known: bool) -> str:
    """A place of note by its name, or else by its kind, with an article that fits.

    `known` is whether the reader has heard of it before.
    """
    kind = names.content.hot_spots.get(event.type) if names.content else None
    called = event.name or (kind.name if kind else word(event.type)) or "place of note"
    if any(part[0].isupper() for part in called.split()[1:]):
        return names.show(called)  # a proper name, such as “Temple of Dawn”
    plain = called[0].lower() + called[1:]
    if known:
        return names.show(f"the {plain}")
    return names.show(plain if _several(plain) else one(plain))


def _several(called: str) -> bool:
    """Whether a place is called by a word for several things, such as "standing stones"."""
    return called.endswith("s") and not called.endswith("ss")


def _reached(event: PlaceReached, names: CohortsNames) -> News:
    place = _place(event, names, known=True)
    were = "were" if place.startswith("the ") and _several(place) else "was"
    return headline(DISCOVERY, f"{place} {were} reached")


@LINES.of(PlaceReached, _reached)
def _(event: PlaceReached, names: CohortsNames) -> str:
    place = _place(event, names, known=True)
    told = f"Your people reached {place} at {names.province(event.province)}."
    if not event.quests:
        return f"{told} There was no quest to be had there."
    quests = listed((f"“{names.task(each)}”" for each in event.quests), most=_TOLD)
    times = f" ({number(event.uses, 'time')} in all)" if event.uses else ""
    return (
        f"{told} To be done there{times}: {quests}. `/show quests` says what each asks and gives."
    )


def _sighted(event: PlaceSighted, names: CohortsNames) -> News:
    return headline(DISCOVERY, f"{_place(event, names, known=False)} came into sight")


@LINES.of(PlaceSighted, _sighted)
def _(event: PlaceSighted, names: CohortsNames) -> str:
    where = names.province(event.province)
    place = _place(event, names, known=False)
    return f"{place[0].upper()}{place[1:]} came into sight at {where}; send somebody to learn more."


def _city(event: CitySighted, names: CohortsNames) -> News:
    return headline(DISCOVERY, f"{names.show(event.name)} came into sight")


@LINES.of(CitySighted, _city)
def _(event: CitySighted, names: CohortsNames) -> str:
    whose = f"a city of {names.faction(event.faction)}" if event.faction else "nobody's city"
    return f"{names.show(event.name)}, {whose}, came into sight at {_spot(event.province, names)}."


def _met(event: FactionMet, names: CohortsNames) -> News:
    return headline(MET, names.faction(event.other))


@LINES.of(FactionMet, _met)
def _(event: FactionMet, names: CohortsNames) -> str:
    where = names.province(event.province)
    return f"People of {names.faction(event.other)} were met for the first time, at {where}."


def _spot(province: int, names: CohortsNames) -> str:
    """A province by its coordinates alone: its city was named already."""
    return names.province(province).rsplit(" ", 1)[-1]
