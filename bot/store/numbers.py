"""Numbers below 0 that stand where a person's Discord id would: for computers, and for strangers.

A computer player has the number of its player below 0. People not known here, having been erased or
left behind in another server, have a number below all of those.
"""

from typing import Final

COMING: Final = -(2**40)
"""The user of a computer player whose player is not made yet."""
STRANGERS: Final = -(10**9)
"""Strangers have the numbers below this one, in the order in which they came."""


def computer_of(player: int) -> int:
    """The user under which a seat is kept that no person holds."""
    return -player


def is_computer(user: int) -> bool:
    """Whether it stands for a computer player."""
    return STRANGERS <= user < 0 or user == COMING


def is_stranger(user: int) -> bool:
    """Whether it stands for a person who is not known here."""
    return user < STRANGERS and user != COMING


def called(user: int) -> str:
    """A user of such a number as people read it: a mention, a computer, or somebody who is gone."""
    if user > 0:
        return f"<@{user}>"
    return "a computer" if is_computer(user) else "somebody who is not known here any more"
