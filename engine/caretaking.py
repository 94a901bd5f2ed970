"""What a caretaker gives for a player who is away: it keeps what there is, and how sides stand.

It wants what a rival of a quiet nature wants; of that only what the pack says a caretaker may give
(`engine.rivals.Play.keeps`), beside the player's standing orders and never against them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.deciding import taken
from engine.module.natures import RivalNature
from engine.orders import Queued
from engine.preview import plan
from engine.rivals import Decision, Keeping, Mind

KEEPER: Final = RivalNature(
    key="keeper",
    name="Caretaker",
    wishes={"land": 0, "war": 0, "gold": 7, "people": 6, "lore": 5, "guile": 0, "peace": 10},
)
"""What a caretaker wants."""
CARETAKERS_KEY: Final = "c"
"""How the key of an order of a caretaker's begins; those of a player's list begin otherwise."""


def tend(mind: Mind, keeping: Keeping, standing: Sequence[Queued] = ()) -> tuple[Decision, ...]:
    """The orders of a caretaker for this turn, each with its reason, to be given after `standing`.

    None where no pack plays.
    """
    play = mind.rules.rival
    if play is None:
        return ()
    quiet = replace(mind, nature=KEEPER)
    wanted = (each for each in play.think(quiet) if play.keeps(quiet, each.order, keeping))
    return beside(mind, taken(quiet, wanted), standing)


def beside(
    mind: Mind, decisions: Sequence[Decision], standing: Sequence[Queued]
) -> tuple[Decision, ...]:
    """Those of the decisions that the rules take after the standing orders, under other keys."""
    left = [
        Decision(replace(each.queued, key=f"{CARETAKERS_KEY}{number}"), each.reason)
        for number, each in enumerate(decisions, 1)
    ]
    while standing and left:
        orders = (*standing, *(each.queued for each in left))
        outcomes = {
            each.key: each.outcome
            for each in plan(mind.rules, mind.view, mind.player, orders).orders
        }
        stay = [each for each in left if outcomes.get(each.queued.key, "refused") != "refused"]
        if len(stay) == len(left):
            break
        left = stay
    return tuple(left)
