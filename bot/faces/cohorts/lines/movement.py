"""Lines about moves and about meeting others on the way."""

from fractions import Fraction
from typing import Final

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import number
from engine.hexes import DIRECTION_NAMES
from engine.packs.cohorts.marching.encounters import StacksMet, WouldMeet
from engine.packs.cohorts.marching.moving import MoveEnded, Reason, StackMoved

LINES = Lines()

_WHY: Final[dict[Reason, str]] = {
    "points": "what movement it has left does not suffice",
    "impassable": "it cannot pass there",
    "barrier": "a natural barrier is in the way",
    "barrier that way": "a natural barrier lets nobody pass that way, only the way back",
    "barrier to that mode": "a natural barrier is in the way of who travels like that",
    "magic barrier": "a barrier of magic is in the way",
    "level limit": "no force so strong may enter there",
    "no gate": "there is no gate",
    "cannot stay": "it could not have stayed there",
    "met": "it meets enemies there",
    "sheltered": "the garrison stays behind its walls, and the stack joins it there",
}


@LINES.of(StackMoved)
def _(event: StackMoved, names: CohortsNames) -> str:
    start, end = names.province(event.start), names.province(event.route[-1])
    return (
        f"{names.show(event.name)} goes by {event.mode} from {start} to {end} "
        f"({number(len(event.route), 'province')}; {_points(event.left)} of "
        f"{_points(event.points)} movement points left)."
    )


@LINES.of(MoveEnded)
def _(event: MoveEnded, names: CohortsNames) -> str:
    if event.reason == "met":
        wanted = names.province(event.wanted)
        return f"{names.show(event.name)} goes no farther than {wanted}: {_WHY[event.reason]}."
    return (
        f"{names.show(event.name)} stops at {names.province(event.province)} before "
        f"{names.province(event.wanted)}: {_WHY[event.reason]}."
    )


@LINES.of(StacksMet)
def _(event: StacksMet, names: CohortsNames) -> str:
    way = (
        f", coming from the {DIRECTION_NAMES[(event.direction + 3) % 6]}"
        if event.direction >= 0
        else ""
    )
    return (
        f"{names.stack(event.mover)}{way}, meets {names.things(event.defenders)} "
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
