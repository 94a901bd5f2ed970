"""Lines about moves and about meeting others on the way."""

from fractions import Fraction
from typing import Final

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import PLAIN, VAIN, News, routine
from bot.faces.words.telling import Lines
from engine.hexes import DIRECTION_NAMES
from engine.packs.cohorts.marching.encounters import StacksMet, WouldMeet
from engine.packs.cohorts.marching.march import MoveEnded, Reason, StackMoved

LINES = Lines()

_WHY: Final[dict[Reason, str]] = {
    "points": "too few movement points",
    "impassable": "no way through there",
    "barrier": "a natural barrier in the way",
    "barrier that way": "a natural barrier that lets nobody pass that way, only back",
    "barrier to that mode": "a natural barrier to who travels like that",
    "magic barrier": "a barrier of magic in the way",
    "level limit": "no entry there for so strong a force",
    "no gate": "no gate there",
    "cannot stay": "no way to stay there",
    "sheltered": "a garrison behind its walls, which the stack joined",
}


@LINES.of(StackMoved, routine("move"))
def _(event: StackMoved, names: CohortsNames) -> str:
    start, end = names.province(event.start), names.province(event.route[-1])
    went, by = names.did("went", "go"), "" if event.mode == "land" else f" by {event.mode}"
    left = f"{_points(event.left)} of {_points(event.points)} points left"
    return f"{names.show(event.name)} {went}{by} from {start} to {end} ({left})."


def _ended(event: MoveEnded, names: CohortsNames) -> News:
    # Those who ran out of points or met somebody were on the way all the same.
    return PLAIN if event.reason in ("points", "met", "sheltered") else VAIN


@LINES.of(MoveEnded, _ended)
def _(event: MoveEnded, names: CohortsNames) -> str:
    wanted = names.province(event.wanted)
    if event.reason == "met":
        came = names.did("came", "come")
        return f"{names.show(event.name)} {came} upon enemies at {wanted}, and no further."
    where, stopped = names.province(event.province), names.did("stopped", "stop")
    return f"{names.show(event.name)} {stopped} at {where} before {wanted}: {_WHY[event.reason]}."


@LINES.of(StacksMet)
def _(event: StacksMet, names: CohortsNames) -> str:
    way = (
        f", coming from the {DIRECTION_NAMES[(event.direction + 3) % 6]},"
        if event.direction >= 0
        else ""
    )
    return (
        f"{names.stack(event.mover)}{way} met {names.things(event.defenders)} "
        f"at {names.province(event.province)}."
    )


@LINES.of(WouldMeet)
def _(event: WouldMeet, names: CohortsNames) -> str:
    return (
        f"{names.stack(event.stack)} would meet {names.things(event.foes)} "
        f"at {names.province(event.province)}."
    )


def _points(points: Fraction) -> str:
    return f"{float(points):.1f}".removesuffix(".0")
