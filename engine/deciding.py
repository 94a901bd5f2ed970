"""What a rival gives of what it wants: its orders are planned as anybody's, and those refused fall.

A pure function of a view, a nature and dice: what a faction cannot know changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.dice import SEED_BYTES, Seed, SeededDice
from engine.module.natures import PLAIN
from engine.orders import Queued
from engine.packs import Rules
from engine.preview import plan
from engine.rivals import Decision, Intent, Mind
from engine.world import World

_ADVISER: Final = Seed(bytes(SEED_BYTES))
"""The chance of who advises, of which no campaign and no computer player has any."""


def decide(mind: Mind) -> tuple[Decision, ...]:
    """The orders of a rival for this turn, each with its reason; none where no pack plays."""
    play = mind.rules.rival
    return taken(mind, play.think(mind)) if play else ()


def advice(rules: Rules, view: World, player: int) -> tuple[Decision, ...]:
    """What a strong computer player who wants everything alike would give in a player's place."""
    dice = SeededDice(_ADVISER, 1)  # the same week after week, while nothing changes
    return decide(Mind(rules, view, player, PLAIN, "strong", dice))


def taken(mind: Mind, intents: Iterable[Intent]) -> tuple[Decision, ...]:
    """Those of the intents that the rules take, as far as can be foreseen.

    Of one choice the next takes the place of what is refused.
    """
    ways: list[list[Intent]] = []
    places: dict[str, int] = {}
    for intent in intents:
        if intent.choice in places:
            ways[places[intent.choice]].append(intent)
            continue
        if intent.choice:
            places[intent.choice] = len(ways)
        ways.append([intent])
    while True:
        given = [way[0] for way in ways]
        refused = _refused(mind, given)
        if not refused:
            return tuple(
                Decision(queued, intent.reason)
                for queued, intent in zip(_queued(given), given, strict=True)
            )
        ways = [way[place in refused :] for place, way in enumerate(ways)]
        ways = [way for way in ways if way]


def _refused(mind: Mind, given: Sequence[Intent]) -> set[int]:
    queued = _queued(given)
    planned = plan(mind.rules, mind.view, mind.player, queued)
    outcomes = {each.key: each.outcome for each in planned.orders}
    return {
        place for place, each in enumerate(queued) if outcomes.get(each.key, "refused") == "refused"
    }


def _queued(given: Sequence[Intent]) -> tuple[Queued, ...]:
    return tuple(
        Queued(f"k{number}", intent.order, intent.phase)
        for number, intent in enumerate(given, start=1)
    )
