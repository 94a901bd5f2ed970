"""The victor's burden: own stacks that a battle left with more than they can carry.

Captives, bodies and goods count as load (cohorts.movement.capacity); a stack that cannot carry them
stands still, and nothing else says why.
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
from engine.packs.cohorts.content.land import MODES
from engine.packs.cohorts.movement.rates import pace
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import faction_of, imprisoned
from engine.packs.cohorts.pieces.possessions import tally
from engine.packs.cohorts.pieces.records import Character, Stack
from engine.world import Missing, World

_AFTER: Final = (BattleFought, PiecesCaptured)


def _burdened(rules: Rules, names: CohortsNames, told: Sequence[Learned]) -> Iterator[str]:
    """Own stacks that cannot move where a battle was, each with what it could leave behind."""
    fields = dict.fromkeys(each.event.province for each in told if isinstance(each.event, _AFTER))
    for province in fields:
        for stack in names.world.by(Stack, "province", province):
            if faction_of(names.world, stack) == names.reader and _stuck(rules, names.world, stack):
                load = _load(names.world, stack)
                if load:
                    yield (
                        f"{names.show(stack.name)} cannot move: nothing in it carries "
                        f"{listed(each for each, _ in load)}. To leave them: "
                        f"{'; '.join(way for _, way in load)}."
                    )


def _stuck(rules: Rules, view: World, stack: Stack) -> bool:
    """Whether somebody there could walk or sail, if it were not for the load."""
    state = planning(rules, view, stack.player)
    try:
        paces = [pace(state, stack, mode) for mode in MODES]
    except (NotKnown, Missing):
        return False
    return any(each.movers for each in paces) and not any(each.rate for each in paces)


def _load(view: World, stack: Stack) -> list[tuple[str, str]]:
    """Foreign things that a stack carries, each with the order that leaves it behind."""
    pieces = list(pieces_in(view, stack.place))
    bodies = [each for each in pieces if isinstance(each, Character) and each.dead]
    captives = [each for each in pieces if imprisoned(each) and each not in bodies]
    goods = sum(tally(view, stack.place).values())
    found: list[tuple[str, str]] = []
    if captives:
        way = "`/transfer character` or `/transfer unit` to the province sets prisoners free"
        found.append((number(len(captives), "prisoner"), way))
    if bodies:
        way = "`/unit bury` or `/transfer character` leaves a body"
        found.append((number(len(bodies), "body", "bodies"), way))
    if goods:
        way = "`/transfer items` to the province leaves goods there"
        found.append((f"{goods:,} goods", way))
    return found


BURDENED: Final = Need("burdens", _burdened)
