"""How an encounter may end, in words, with what is taken and who dies.

Source: kingdoms.encounter.end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.battle import End

COMES_OFF_WELL: Final = "To come off well is to win, to take something, or to be heard."
_ROLES: Final[Mapping[str, tuple[str, str]]] = {
    "initiator": ("attacker", "defender"),
    "other": ("defender", "attacker"),
}
"""For the role in an outcome's code, the side of who has it, and of the other."""
_ENDS: Final[Mapping[str, str]] = {
    "both_slain": "both die",
    "talk_peace": "they talk, and part in peace",
    "talk_truce": "they talk, and make a truce",
    "talk_gift": "they talk, and make a truce",
    "talk_bargain": "they talk, and for a tribute the monster would raid no more",
    "talk_departure": "they talk, and the monster leaves for ever",
    "refused": "it is not begun, for want of courage",
    "round_limit": "neither can win, and they part",
}
_ENDS_OF_ONE: Final[Mapping[str, str]] = {
    "slain": "{0} dies",
    "fled": "{0} flees",
    "spared": "{0} begs, and is spared",
    "charmed_away": "{0} charms {1}, and walks away",
    "stole": "{0} steals, and gets away",
}
"""By what is said behind the role: of whom it is, and of the other."""


def ends_of(
    ends: Sequence[End], names: Mapping[str, str], mine: str
) -> Iterator[tuple[str, float]]:
    """Each end in words, and its chance.

    `names` are those of the attacker and the defender, `mine` is which of them asks.
    """
    for end in ends:
        words = _told(end.code, names)
        if end.gainer:
            words += " (something gained)" if end.gainer == mine else " (something lost)"
        elif end.code.endswith("_stole"):
            words += " (but there is nothing to take)"
        yield words, end.chance


def _told(code: str, names: Mapping[str, str]) -> str:
    if code in _ENDS:
        return _ENDS[code]
    role, _, deed = code.partition("_")
    who, whom = _ROLES[role]
    return _ENDS_OF_ONE[deed].format(names[who], names[whom])
