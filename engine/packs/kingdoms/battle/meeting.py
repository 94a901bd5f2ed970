"""Who fights whom where armies of several kingdoms stand in one province.

Source: kingdoms.battle.trigger. The code that moves armies brings them together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

Hostile = Callable[[int, int], bool]
"""Whether two kingdoms are enemies; militia, kingdom 0, is everybody's."""


@dataclass(frozen=True, slots=True)
class Present:
    """A side with armies in a province: a kingdom's, or the militia, which is kingdom 0."""

    crown: int
    before: bool = False
    """Whether armies of it were here before this phase."""


def meet(
    sides: Sequence[Present],
    owner: int,
    hostile: Hostile,
    fight: Callable[[Present, Present], Present],
) -> None:
    """Fight out who stays in a province; `sides` stand in kingdom order.

    `fight` fights an attacker against a defender and says who has won, who defends next. Guests
    take no part: those who have no enemy among the others, and partners of an owner who defends.
    """
    waiting = list(enemies(sides, hostile))
    if not waiting:
        return
    first = defender = defends(waiting, owner)
    for attacker in waiting:
        guest = first.crown == owner and not hostile(attacker.crown, owner)
        if attacker is not first and not guest and hostile(attacker.crown, defender.crown):
            defender = fight(attacker, defender)


def enemies(sides: Sequence[Present], hostile: Hostile) -> Iterator[Present]:
    """Those of the sides that have an enemy among the others."""
    for side in sides:
        if any(other is not side and hostile(side.crown, other.crown) for other in sides):
            yield side


def defends(sides: Sequence[Present], owner: int) -> Present:
    """Who of those with an enemy here defends: the owner, else who was here first.

    Among those who came in this phase it is the first in kingdom order.

    Raises:
        ValueError: there are none.
    """
    if not sides:
        raise ValueError("nobody is here to defend")
    for side in sides:
        if side.crown == owner:
            return side
    return next((side for side in sides if side.before), sides[0])
