"""Own stacks that cannot move for what lies in them since a battle or quest.

Captives, bodies and goods count as load (cohorts.stack.possessions-and-burden), and nothing else
says why a stack stands still.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.choices.asking import planning
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.report_sections import Learned, Need
from bot.faces.words.text import listed, number
from engine.facts import NotKnown
from engine.packs import Rules
from engine.packs.cohorts.battle.told import BattleFought, PiecesCaptured
from engine.packs.cohorts.movement.rates import pace
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import faction_of, imprisoned
from engine.packs.cohorts.pieces.possessions import tally
from engine.packs.cohorts.pieces.records import Character, Stack
from engine.packs.cohorts.quests.questing import QuestDone
from engine.packs.cohorts.stacks.burdens import stuck
from engine.world import Missing, World

_AFTER: Final = (BattleFought, PiecesCaptured, QuestDone)


def _burdened(rules: Rules, names: CohortsNames, told: Sequence[Learned]) -> Iterator[str]:
    """Own stacks that cannot move where a battle or quest was, with what nothing there carries."""
    fields = dict.fromkeys(each.event.province for each in told if isinstance(each.event, _AFTER))
    for province in fields:
        for stack in names.world.by(Stack, "province", province):
            if faction_of(names.world, stack) != names.reader:
                continue
            state, name = planning(rules, names.world, stack.player), names.show(stack.name)
            try:
                if stuck(state, stack):
                    yield (
                        f"{name} cannot move: nothing in it carries "
                        f"{listed(_load(names.world, stack))}. `/turn` offers to put down what is "
                        "too much."
                    )
                elif (hold := pace(state, stack, "water").hold) and not hold.holds:
                    yield f"{name} cannot sail: more is aboard than its ships can hold."
            except (NotKnown, Missing):
                continue


def _load(view: World, stack: Stack) -> Iterator[str]:
    """What a stack has to carry."""
    pieces = list(pieces_in(view, stack.place))
    bodies = [each for each in pieces if isinstance(each, Character) and each.dead]
    captives = [each for each in pieces if imprisoned(each) and each not in bodies]
    goods = sum(tally(view, stack.place).values())
    if captives:
        yield number(len(captives), "prisoner")
    if bodies:
        yield number(len(bodies), "body", "bodies")
    if goods:
        yield number(goods, "item")


BURDENED: Final = Need("burdens", _burdened)
