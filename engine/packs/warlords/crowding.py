"""Stacks of eight: how many characters and military units a stack may hold.

Whatever puts pieces into stacks asks for it (`engine.packs.Limit`). Source: warlords.stack.limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.orders import Refusal
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.records import Stack
from engine.packs.cohorts.worth.levels import counts
from engine.packs.warlords.content import WarContent
from engine.state import State
from engine.world import Record

RULE = "warlords.stack.limit"


def crowded(state: State, stack: Record, joining: Sequence[Record]) -> Iterator[Refusal]:
    """Refuses who would make a stack too large; agents, bodies and prisoners do not count."""
    assert isinstance(stack, Stack)
    most = state.module.content(WarContent).warlords.stack_limit
    held = len(joining) + sum(counts(piece) for piece in pieces_in(state.world, stack.place))
    if held > most:
        yield Refusal(
            "not_allowed",
            RULE,
            f"{stack.name} would hold {held} characters and units; a stack holds at most {most}.",
            "Split the force over several stacks.",
        )
