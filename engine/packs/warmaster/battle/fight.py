"""A battle of Warmaster from deployment to its end: turn after turn until an army withdraws.

Sources: warmaster.turn.sequence, warmaster.random.stream.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.battle import Engagement
from engine.dice import Dice
from engine.packs.warmaster.battle import combat, command, magic, shooting
from engine.packs.warmaster.battle.deployment import deploy
from engine.packs.warmaster.battle.ending import ROUNDS, by_time, withdrawal
from engine.packs.warmaster.battle.grid import spot_of
from engine.packs.warmaster.battle.happenings import (
    NOWHERE,
    Ended,
    Stood,
    TurnBegan,
    UnitPosition,
)
from engine.packs.warmaster.battle.lore import Lore
from engine.packs.warmaster.battle.state import Battle, BattleUnit
from engine.packs.warmaster.battle.values import Army, Field

PHASES: Final[tuple[Callable[[Battle], None], ...]] = (
    command.phase,
    shooting.phase,
    combat.phase,
)


def fight(field: Field, armies: tuple[Army, Army], lore: Lore, dice: Dice) -> Engagement:
    """A whole battle, from deployment on; `lore` is what the module says of spells and items."""
    known = lore.of(armies)
    battle = Battle(field, armies, dice, known)
    deploy(battle)
    ended = play(battle)
    return Engagement(
        participants=(field, *armies, known), events=tuple(battle.events), winner=ended.winner
    )


def again(engagement: Engagement, dice: Dice) -> Engagement:
    """The battle of a record fought once more, to the same end with the same dice."""
    field, attacker, defender, lore = engagement.participants
    assert isinstance(field, Field)
    assert isinstance(attacker, Army)
    assert isinstance(defender, Army)
    assert isinstance(lore, Lore)
    return fight(field, (attacker, defender), lore, dice)


def play(battle: Battle) -> Ended:
    """All turns of a battle of which both armies are deployed."""
    stood(battle, 0)
    ended = None
    while ended is None:
        ended = turn(battle)
        if ended is None and battle.active == 1 and battle.round == ROUNDS:
            ended = by_time(battle)
        if ended is None:
            if battle.active == 1:
                stood(battle, battle.round)
                battle.round += 1
            battle.active = 1 - battle.active
    stood(battle, battle.round)
    battle.happen(ended)
    return ended


def turn(battle: Battle) -> Ended | None:
    """One side's turn; it stops early when an army withdraws."""
    battle.happen(TurnBegan(round=battle.round, side=battle.side))
    battle.affected.clear()
    magic.fade(battle)
    battle.rest()
    for phase in PHASES:
        phase(battle)
        if ended := withdrawal(battle):
            return ended
    return None


def stood(battle: Battle, after: int) -> None:
    """Note where everybody stands after a round; 0 for the start."""
    battle.happen(
        Stood(
            round=after,
            units=(
                tuple(_standing(unit) for unit in battle.units[0]),
                tuple(_standing(unit) for unit in battle.units[1]),
            ),
            characters=(_with(battle, 0), _with(battle, 1)),
        )
    )


def _standing(unit: BattleUnit) -> UnitPosition:
    if not unit.alive:
        return UnitPosition(NOWHERE, 0)
    return UnitPosition(spot_of(unit.cell), unit.stands, unit.confused, unit.attached)


def _with(battle: Battle, side: int) -> tuple[int, ...]:
    return tuple(each.unit.number if each.unit else 0 for each in battle.characters[side])
