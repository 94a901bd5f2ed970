"""The reason codes of refused orders that any system may use.

A pack lists its further codes (`engine.packs.Pack.codes`), so the codes of a campaign are a closed
list; a test holds every refusal against it. What is wrong in a case says the refusal itself.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Common: TypeAlias = Literal[
    "unable",
    "bad_target",
    "out_of_range",
    "not_allowed",
    "missing",
    "name_taken",
    # An order that broke the program; no rule of the game (cohorts.turn.failed-orders).
    "internal_error",
]
COMMON: Final[tuple[str, ...]] = get_args(Common)
