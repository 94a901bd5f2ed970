"""Lines about votes, counters and how factions stand to each other."""

from collections.abc import Callable
from typing import Any, Final

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import (
    ALLIANCE,
    ELSEWHERE,
    NEEDS,
    PEACE,
    PLAIN,
    WAR,
    News,
    headline,
)
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed
from engine.packs.cohorts.diplomacy.decisions import CounterAdvanced, RelationChanged
from engine.packs.cohorts.diplomacy.orders import VoteCast, VoteRescinded
from engine.packs.cohorts.diplomacy.votes import Matter

LINES = Lines()

_WISH: Final[dict[Matter, str]] = {
    "war": "war with",
    "peace": "peace with",
    "alliance": "an alliance with",
    "breaking": "an end of the alliance with",
}


def _vote(of_own: News) -> Callable[[Any, CohortsNames], News]:
    """What votes are: of that kind to those who may vote too, news to whom they are about."""

    def found(event: VoteCast | VoteRescinded | CounterAdvanced, names: CohortsNames) -> News:
        if names.reader == event.faction:
            return of_own
        return PLAIN if names.reader in (0, event.target) else ELSEWHERE

    return found


@LINES.of(VoteCast, _vote(NEEDS), herald=True)
def _(event: VoteCast, names: CohortsNames) -> str:
    return (
        f"{names.player(event.player)} of {names.faction(event.faction)} "
        f"{names.did('voted', 'vote')} for "
        f"{_WISH[event.matter]} {names.faction(event.target)}{_over(names, event.over)}: "
        f"{_tally(event)}."
    )


@LINES.of(VoteRescinded, _vote(PLAIN), herald=True)
def _(event: VoteRescinded, names: CohortsNames) -> str:
    return (
        f"{names.player(event.player)} of {names.faction(event.faction)} "
        f"{names.did('took', 'take')} back the vote for "
        f"{_WISH[event.matter]} {names.faction(event.target)}: {_tally(event)}."
    )


@LINES.of(CounterAdvanced, _vote(PLAIN), herald=True)
def _(event: CounterAdvanced, names: CohortsNames) -> str:
    stood = names.did("stood", "stand")
    return (
        f"{names.faction(event.faction)} {stood} for {_WISH[event.matter]} "
        f"{names.faction(event.target)} through {event.productions} of {event.needed} productions."
    )


def _relation(event: RelationChanged, names: CohortsNames) -> News:
    if names.reader not in (0, event.one, event.other):
        return ELSEWHERE
    one, other = names.faction(event.one), names.faction(event.other)
    match event.relation:
        case "at_war":
            return headline(WAR, f"{one} against {other}")
        case "allied":
            return headline(ALLIANCE, f"{one} with {other}")
        case _:
            return headline(PEACE, f"{one} and {other} are neutral again")


@LINES.of(RelationChanged, _relation, herald=True)
def _(event: RelationChanged, names: CohortsNames) -> str:
    one, other = names.faction(event.one), names.faction(event.other)
    match event.relation:
        case "at_war":
            went = names.did("went", "go")
            return f"{one} and {other} {went} to war with each other{_over(names, *event.over)}."
        case "allied":
            return f"{one} and {other} {names.did('became', 'become')} allies."
        case _:
            ends = "war" if event.before == "at_war" else "alliance"
            ended = names.did("ended", "end")
            return f"The {ends} of {one} and {other} {ended}; they were neutral from then on."


def _over(names: CohortsNames, *cities: str) -> str:
    """What a war is about, as those say who want it."""
    return f" over {listed(map(names.show, cities))}" if any(cities) else ""


def _tally(event: VoteCast | VoteRescinded) -> str:
    return f"{event.votes} of the {event.needed} votes that decide"
