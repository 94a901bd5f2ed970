"""Lines about moves and about meeting others on the way."""

from fractions import Fraction
from typing import Final

from bot.reports.names import Names, number
from bot.reports.telling import line
from engine.hexes import DIRECTION_NAMES
from engine.packs.cohorts.marching.encounters import StacksMet, WouldMeet
from engine.packs.cohorts.marching.moving import MoveEnded, Reason, StackMoved

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


@line(StackMoved)
def _(event: StackMoved, names: Names) -> str:
    start, end = names.province(event.start), names.province(event.route[-1])
    return (
        f"{names.show(event.name)} goes by {event.mode} from {start} to {end} "
        f"({number(len(event.route), 'province')}; {_points(event.left)} of "
        f"{_points(event.points)} movement points left)."
    )


@line(MoveEnded)
def _(event: MoveEnded, names: Names) -> str:
    if event.reason == "met":
        wanted = names.province(event.wanted)
        return f"{names.show(event.name)} goes no farther than {wanted}: {_WHY[event.reason]}."
    return (
        f"{names.show(event.name)} stops at {names.province(event.province)} before "
        f"{names.province(event.wanted)}: {_WHY[event.reason]}."
    )


@line(StacksMet)
def _(event: StacksMet, names: Names) -> str:
    way = (
        f", coming from the {DIRECTION_NAMES[(event.direction + 3) % 6]}"
        if event.direction >= 0
        else ""
    )
    return (
        f"{names.stack(event.mover)}{way}, meets {names.things(event.defenders)} "
        f"at {names.province(event.province)}."
    )


@line(WouldMeet)
def _(event: WouldMeet, names: Names) -> str:
    return (
        f"{names.stack(event.stack)} would meet {names.things(event.foes)} "
        f"at {names.province(event.province)}."
    )


def _points(points: Fraction) -> str:
    return f"{float(points):.1f}".removesuffix(".0")
