"""Lines about votes, counters and how factions stand to each other."""

from collections.abc import Callable, Iterator, Sequence
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
from bot.faces.words.text import listed, number
from engine.campaign import Player
from engine.packs.cohorts.diplomacy.decisions import CounterAdvanced, RelationChanged
from engine.packs.cohorts.diplomacy.orders import VoteCast, VoteRescinded
from engine.packs.cohorts.diplomacy.parting import FriendParted
from engine.packs.cohorts.diplomacy.votes import Matter
from engine.packs.cohorts.diplomacy.wars import War

LINES = Lines()

_Vote = VoteCast | VoteRescinded | CounterAdvanced
_COUNCILS: Final = 4
"""Wishes that a week's line names; of more it tells the number."""
_WISH: Final[dict[Matter, str]] = {
    "war": "war with",
    "peace": "peace with",
    "alliance": "an alliance with",
    "breaking": "an end of the alliance with",
}


def _vote(of_own: News) -> Callable[[Any, CohortsNames], News]:
    """What votes are: of that kind to those who may vote too, news to whom they are about."""

    def found(event: _Vote, names: CohortsNames) -> News:
        if names.reader == event.faction:
            return of_own if _others(event, names) and not _carried(event) else PLAIN
        return PLAIN if names.reader in (0, event.target) else ELSEWHERE

    return found


def _carried(event: _Vote) -> bool:
    """Whether there are votes enough, so that nobody else is asked."""
    return isinstance(event, VoteCast) and event.votes >= event.needed


def _others(event: _Vote, names: CohortsNames) -> bool:
    """Whether somebody else of the faction may vote."""
    voter = event.player if isinstance(event, VoteCast) else 0
    return any(each.id != voter for each in names.world.by(Player, "faction", event.faction))


def _councils(events: Sequence[_Vote | RelationChanged], names: CohortsNames) -> str:
    """How councils voted in a week: what each wants of whom at the end of it, and how firmly.

    The result is told by itself.
    """
    told: dict[tuple[int, int], str] = {}
    for event in events:
        if isinstance(event, RelationChanged):
            told.pop((event.one, event.other), None)
            told.pop((event.other, event.one), None)
            continue
        about = event.faction, event.target
        wish = f"{names.faction(event.faction)} for {_WISH[event.matter]} "
        wish += names.faction(event.target)
        match event:
            case CounterAdvanced():
                told[about] = f"{wish} (week {event.productions} of {event.needed})"
            case VoteCast() if event.matter == "alliance" and _carried(event):
                told[about] = f"{wish} (decided, if the other side wants it too)"
            case VoteCast():
                told[about] = f"{wish} ({event.votes} of {number(event.needed, 'vote')})"
            case VoteRescinded():
                told.pop(about, None)
    return f"Councils: {listed(told.values(), most=_COUNCILS)}." if told else ""


@LINES.of(VoteCast, _vote(NEEDS), herald=_councils)
def _(event: VoteCast, names: CohortsNames) -> str:
    return (
        f"{names.player(event.player)} of {names.faction(event.faction)} "
        f"{names.did('voted', 'vote')} for "
        f"{_WISH[event.matter]} {names.faction(event.target)}{_over(names, event.over)}: "
        f"{_tally(event)}."
    )


@LINES.of(VoteRescinded, _vote(PLAIN), herald=_councils)
def _(event: VoteRescinded, names: CohortsNames) -> str:
    return (
        f"{names.player(event.player)} of {names.faction(event.faction)} "
        f"{names.did('took', 'take')} back the vote for "
        f"{_WISH[event.matter]} {names.faction(event.target)}: {_tally(event)}."
    )


@LINES.of(CounterAdvanced, _vote(PLAIN), herald=_councils)
def _(event: CounterAdvanced, names: CohortsNames) -> str:
    kept = names.did("kept", "keep")
    return (
        f"{names.faction(event.faction)} {kept} to its vote for {_WISH[event.matter]} "
        f"{names.faction(event.target)}: {event.productions} of the {event.needed} weeks needed."
    )


def _relation(event: RelationChanged, names: CohortsNames) -> News:
    if names.reader not in (0, event.one, event.other):
        return ELSEWHERE
    one, other = (names.faction(each) for each in _seeker_first(event))
    match event.relation:
        case "at_war":
            return headline(WAR, f"{one} against {other}")
        case "allied":
            return headline(ALLIANCE, f"{one} with {other}")
        case _:
            return headline(PEACE, f"{one} and {other} are neutral again")


@LINES.of(RelationChanged, _relation, herald=_councils)
def _(event: RelationChanged, names: CohortsNames) -> str:
    one, other = (names.faction(each) for each in _seeker_first(event))
    match event.relation:
        case "at_war":
            went = names.did("went", "go")
            won_back = event.cause is not None and event.cause.why == "city"
            over = "" if won_back else _over(names, *event.over)
            if len(event.sought) == 1:
                whom = f"{other}{_standing(event, over)}"
                return f"{one} {went} to war with {whom}{over}{_why(event, names)}."
            both = ": both had called for it" if event.sought else ""
            return f"{one} and {other} {went} to war{over}{both}{_why(event, names)}."
        case "allied":
            return f"{one} and {other} {names.did('became', 'become')} allies."
        case _:
            ends = "war" if event.before == "at_war" else "alliance"
            ended = names.did("ended", "end")
            told = f"The {ends} of {one} and {other} {ended}"
            wish = _wish(event, names)
            if event.war is None:
                return f"{told}{wish}; they were neutral from then on."
            turns = number(max(event.war.ended - event.war.began, 1), "turn")
            return f"{told} after {turns}{wish}. {tolls(event.war, names)}"


@LINES.of(FriendParted)
def _(event: FriendParted, names: CohortsNames) -> str:
    return (
        f"{names.show(event.name)} {names.was()} put out of {names.show(event.start)} of "
        f"{names.faction(event.faction)}, no ally any more, into the open at "
        f"{names.province(event.province)}."
    )


def _seeker_first(event: RelationChanged) -> tuple[int, int]:
    """The two factions, who alone called for a war before whom it is against."""
    if event.relation == "at_war" and event.sought == (event.other,):
        return event.other, event.one
    return event.one, event.other


def _standing(event: RelationChanged, over: str) -> str:
    """What is said of whom a war is against, if that is its cause."""
    known = {"leader": ", who held the lead", "weakness": ", the weakest of all"}
    told = known.get(event.cause.why, "") if event.cause else ""
    return f"{told}," if told and over else told


def _why(event: RelationChanged, names: CohortsNames) -> str:
    """For what other cause they went to war, as far as anybody can see."""
    cause = event.cause
    if cause is None:
        return ""
    match cause.why:
        case "alliance":
            return f"; they had been allies until turn {cause.turn}"
        case "city" if len(event.sought) > 1:
            return f"; {names.show(cause.city)} had changed hands in turn {cause.turn}"
        case "city":
            return f", to win back {names.show(cause.city)}, lost in turn {cause.turn}"
        case "ally":
            whose = "their ally " if len(event.sought) == 1 else ""
            return f", for the sake of {whose}{names.faction(cause.ally)}"
        case _:
            return ""


def _wish(event: RelationChanged, names: CohortsNames) -> str:
    """Who of the two wanted an end, as far as anybody did."""
    wanted = names.did("wanted", "want")
    if len(event.sought) == 1:
        return f", as {names.faction(event.sought[0])} {wanted}"
    return f", as both {wanted}" if event.sought else ""


def tolls(war: War, names: CohortsNames) -> str:
    """What changed hands in a war and what it cost, in sentences."""
    return " ".join(_tolls(war, names))


def _tolls(war: War, names: CohortsNames) -> Iterator[str]:
    held = {each.city: each.loser for each in reversed(war.prizes)}  # before the war
    holds = {each.city: each.winner for each in war.prizes}
    for faction in war.sides:
        won = [city for city, holder in holds.items() if holder == faction]
        taken = [names.show(city) for city in won if held[city] != faction]
        back = [names.show(city) for city in won if held[city] == faction]
        if taken:
            yield f"{names.faction(faction)} had taken {listed(taken)}."
        if back:
            yield f"{names.faction(faction)} had lost and won back {listed(back)}."
    if not war.prizes:
        yield "No city had changed hands."
    for what, figures in (
        ("Battles won", war.won),
        ("Dead or wounded in them", war.fallen),
        ("Heroes fallen", war.heroes),
    ):
        if figures.one or figures.other:
            one, other = (names.faction(each) for each in war.sides)
            yield f"{what}: {one} {figures.one:,}, {other} {figures.other:,}."


def _over(names: CohortsNames, *cities: str) -> str:
    """What a war is about, as those say who want it."""
    return f" over {listed(map(names.show, cities))}" if any(cities) else ""


def _tally(event: VoteCast | VoteRescinded) -> str:
    if not event.votes:
        return "no vote was left"
    if event.needed == 1:
        return "the one vote needed"
    return f"{event.votes} of the {event.needed} votes needed"
