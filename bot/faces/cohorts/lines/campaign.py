"""Lines about the campaign as a whole: who is out, who leads now, and who is about to win."""

from __future__ import annotations

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import DEED, LOST, PEOPLE, News, headline
from bot.faces.words.telling import Lines
from bot.faces.words.text import number, word
from engine.campaign import Faction
from engine.packs.cohorts.campaign.elimination import FactionOut, PlayerOut
from engine.packs.cohorts.campaign.leading import LeaderCame
from engine.packs.cohorts.campaign.winning import DominionHeld, DominionLost
from engine.world import Place

LINES = Lines()


def _faction(names: CohortsNames, id: int) -> str:
    return names.thing(Place(Faction.kind, id))


def _out(event: PlayerOut, names: CohortsNames) -> News:
    return headline(LOST, f"{names.player(event.player)} is out")


@LINES.of(PlayerOut, _out, herald=True)
def _(event: PlayerOut, names: CohortsNames) -> str:
    return (
        f"{names.player(event.player)} of {_faction(names, event.faction)} lost the last city, "
        "hero and soldier, and was out."
    )


def _gone(event: FactionOut, names: CohortsNames) -> News:
    return headline(LOST, f"{_faction(names, event.faction)} fell")


@LINES.of(FactionOut, _gone, herald=True)
def _(event: FactionOut, names: CohortsNames) -> str:
    return f"{_faction(names, event.faction)} fell: none of its players had anything left."


def _held(event: DominionHeld, names: CohortsNames) -> News:
    left = event.needed - event.productions
    title = f"{_faction(names, event.faction)} held {event.percent}% of all cities"
    return headline(DEED, title if left <= 0 else f"{title}, {number(left, 'more production')} win")


@LINES.of(DominionHeld, _held, herald=True)
def _(event: DominionHeld, names: CohortsNames) -> str:
    return (
        f"{_faction(names, event.faction)} held {event.percent}% of all cities or more, at "
        f"{number(event.productions, 'production')} so far; {event.needed} in a row win the "
        "campaign."
    )


def _lost(event: DominionLost, names: CohortsNames) -> News:
    return headline(DEED, f"{_faction(names, event.faction)} lost its hold on the cities")


@LINES.of(DominionLost, _lost, herald=True)
def _(event: DominionLost, names: CohortsNames) -> str:
    return f"{_faction(names, event.faction)} no longer held enough cities to win."


def _came(event: LeaderCame, names: CohortsNames) -> News:
    return headline(PEOPLE, f"{names.show(event.name)} came forward to lead")


@LINES.of(LeaderCame, _came)
def _(event: LeaderCame, names: CohortsNames) -> str:
    city = names.thing(Place("city", event.city))
    return (
        f"With nobody left to lead, {names.show(event.name)}, {word(event.race)} and "
        f"warrior, came forward in {city}."
    )
