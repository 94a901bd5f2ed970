"""Lines about votes, counters and how factions stand to each other."""

from typing import Final

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
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


@LINES.of(VoteCast, herald=True)
def _(event: VoteCast, names: CohortsNames) -> str:
    return (
        f"{names.player(event.player)} of {names.faction(event.faction)} votes for "
        f"{_WISH[event.matter]} {names.faction(event.target)}: {_tally(event)}."
    )


@LINES.of(VoteRescinded, herald=True)
def _(event: VoteRescinded, names: CohortsNames) -> str:
    return (
        f"{names.player(event.player)} of {names.faction(event.faction)} takes back the vote for "
        f"{_WISH[event.matter]} {names.faction(event.target)}: {_tally(event)}."
    )


@LINES.of(CounterAdvanced, herald=True)
def _(event: CounterAdvanced, names: CohortsNames) -> str:
    return (
        f"{names.faction(event.faction)} has stood for {_WISH[event.matter]} "
        f"{names.faction(event.target)} through {event.productions} of {event.needed} productions."
    )


@LINES.of(RelationChanged, herald=True)
def _(event: RelationChanged, names: CohortsNames) -> str:
    one, other = names.faction(event.one), names.faction(event.other)
    match event.relation:
        case "at_war":
            return f"WAR: {one} and {other} are at war."
        case "allied":
            return f"ALLIANCE: {one} and {other} are allies now."
        case _:
            ends = "war" if event.before == "at_war" else "alliance"
            return f"The {ends} of {one} and {other} is over; they are neutral to each other."


def _tally(event: VoteCast | VoteRescinded) -> str:
    return f"{event.votes} of the {event.needed} that decide"
