"""Lines about treaties, and about gold between kingdoms."""

from __future__ import annotations

from typing import Final

from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.words.news import ALLIANCE, NEEDS, PLAIN, WAR, News, headline
from bot.faces.words.telling import Lines
from engine.packs.kingdoms.crowns.relations import truce_between
from engine.packs.kingdoms.crowns.ventures.ruling import GoldGiven
from engine.packs.kingdoms.crowns.ventures.treating import (
    TreatyBroken,
    TreatyEnded,
    TreatyMade,
    TreatyOffered,
)

LINES: Final = Lines()


def _offered(event: TreatyOffered, names: KingdomsNames) -> News:
    """It needs an answer, unless there is a treaty by now."""
    answered = truce_between(names.world, event.crown, event.to) is not None
    return NEEDS if names.own(event.to) and not answered else PLAIN


@LINES.of(TreatyOffered, _offered)
def _(event: TreatyOffered, names: KingdomsNames) -> str:
    offered = names.did("offered", "offer")
    return f"{names.crown(event.crown)} {offered} {names.crown(event.to)} a treaty."


def _made(event: TreatyMade, names: KingdomsNames) -> News:
    one, other = event.crowns
    return headline(ALLIANCE, f"a treaty of {names.crown(one)} with {names.crown(other)}")


@LINES.of(TreatyMade, _made)
def _(event: TreatyMade, names: KingdomsNames) -> str:
    one, other = map(names.crown, event.crowns)
    how = ", by the word of a Druidic King alone" if event.automatic else ""
    return f"{one} and {other} {names.did('made', 'make')} a treaty{how}."


def _broken(event: TreatyBroken, names: KingdomsNames) -> News:
    if event.offer:
        return PLAIN
    return headline(WAR, f"{names.crown(event.crown)} broke with {names.crown(event.to)}")


@LINES.of(TreatyBroken, _broken)
def _(event: TreatyBroken, names: KingdomsNames) -> str:
    one, other = names.crown(event.crown), names.crown(event.to)
    if event.offer:
        return f"{one} {names.did('withdrew', 'withdraw')} the offer of a treaty to {other}."
    when = "at once" if event.at_once else "to be over with the end of the turn"
    return f"{one} {names.did('broke', 'break')} the treaty with {other}, {when}."


@LINES.of(TreatyEnded)
def _(event: TreatyEnded, names: KingdomsNames) -> str:
    one, other = map(names.crown, event.crowns)
    return f"The treaty of {one} with {other} {names.was()} over."


@LINES.of(GoldGiven)
def _(event: GoldGiven, names: KingdomsNames) -> str:
    gave = names.did("gave", "give")
    return f"{names.crown(event.crown)} {gave} {names.crown(event.to)} {event.gold} gold."
