"""A battle of Warmaster from deployment to its end: turn after turn until an army withdraws.

Sources: warmaster.turn.sequence, warmaster.random.stream.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from engine.battle import Engagement
from engine.dice import Dice
from engine.packs.warmaster.battle import combat, command, magic, shooting
from engine.packs.warmaster.battle.deployment import deploy
from engine.packs.warmaster.battle.grid import spot_of
from engine.packs.warmaster.battle.happenings import (
    NOWHERE,
    Ended,
    Stood,
    TurnBegan,
    UnitPosition,
    Withdrew,
)
from engine.packs.warmaster.battle.lore import Lore
from engine.packs.warmaster.battle.state import Battle, BattleUnit
from engine.packs.warmaster.battle.values import DEFENDER, SIDES, Army, Field

ROUNDS: Final = 8  # warmaster.turn.sequence
_BREAKS_AT: Final = (Fraction(9, 20), Fraction(2, 5))
"""The share of its units, machines not counted, at which an army withdraws: for either side."""


def withdrawal(battle: Battle) -> Ended | None:
    """Whether an army withdraws at the end of a phase; then the battle is over."""
    reasons = [_beaten(battle, side) for side in (0, 1)]
    for reason in reasons:
        if reason:
            battle.happen(reason)
    if not any(reasons):
        return None
    # If both would withdraw the defender has won.
    winner = SIDES[DEFENDER] if reasons[0] else SIDES[0]
    return Ended(winner=winner, reason="withdrawal", round=battle.round)


def _beaten(battle: Battle, side: int) -> Withdrew | None:
    began = [unit for unit in battle.units[side] if unit.troop.kind != "machine"]
    lost = sum(not unit.alive for unit in began)
    general = any(
        each.captain.role == "general" and each.unit is None for each in battle.characters[side]
    )
    if not general and (not lost or lost < _BREAKS_AT[side] * len(began)):
        return None
    return Withdrew(
        side=SIDES[side],
        reason="general" if general else "losses",
        lost=lost,
        of=len(began),
    )


def by_time(battle: Battle) -> Ended:
    """No round is left: the attack has failed."""
    return Ended(winner=SIDES[DEFENDER], reason="time", round=battle.round)


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
