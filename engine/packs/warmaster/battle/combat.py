"""The Combat phase: engagements one at a time, with retreats, pursuits and advances.

Sources: warmaster.combat.engagement, warmaster.combat.result, warmaster.combat.retreat,
warmaster.combat.pursuit, warmaster.combat.advance.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Final

from engine.packs.warmaster.battle.blows import EngagementBegan, EngagementEnded, Retreated
from engine.packs.warmaster.battle.directives import charge
from engine.packs.warmaster.battle.driving import move_back
from engine.packs.warmaster.battle.engagement import fight_round, joined
from engine.packs.warmaster.battle.grid import NEIGHBOURS
from engine.packs.warmaster.battle.losing import lose_stands
from engine.packs.warmaster.battle.reach import Charge, UnitReach, charge_of
from engine.packs.warmaster.battle.state import Battle, BattleUnit
from engine.packs.warmaster.battle.values import SIDES

MOST_ROUNDS: Final = 6
MOST_DICE: Final = 6
"""Of a retreat."""
_STAY: Final = ("hold", "stand-off", "counter")
"""Under these directives a unit neither pursues nor advances, unless it is reckless."""


def phase(battle: Battle) -> None:
    """Play the Combat phase of the active side."""
    fought: set[BattleUnit] = set()
    for unit in battle.living(battle.active):
        if unit.alive and unit not in fought and battle.engaged(unit):
            fight_out(battle, [unit], fought)


def fight_out(battle: Battle, first: Sequence[BattleUnit], fought: set[BattleUnit]) -> None:
    """Fight the engagement of these units to its end, and those made by advances after it.

    At its end odd hits are forgotten, and then, but for those who advance, the first engagement of
    the battle is over (warmaster.unit.stands, warmaster.item.first-engagement).
    """
    fighters = joined(battle, first)
    _tell_began(battle, fighters)
    everyone: dict[BattleUnit, None] = {}
    outcome: EngagementEnded | None = None
    number = 0
    while outcome is None:
        number += 1
        everyone |= dict.fromkeys(fighters)
        scores = fight_round(battle, fighters, number)
        outcome = _settle(battle, fighters, scores, last=number == MOST_ROUNDS)
        if outcome is None:
            pursuers = _pursue(battle, fighters, 0 if scores[0] > scores[1] else 1)
            if pursuers:
                fighters = joined(battle, pursuers)
            else:
                outcome = EngagementEnded(outcome="parted")
    battle.happen(outcome)
    fought.update(everyone)
    eager = fighters if outcome.winner == SIDES[battle.active] else []
    eager = [unit for unit in eager if unit.alive and not unit.advanced]
    for unit in everyone:
        unit.odd = 0
        if unit not in eager:
            unit.bout = "later"
    for unit in eager:
        _advance(battle, unit, fought)


def _tell_began(battle: Battle, fighters: Iterable[BattleUnit]) -> None:
    numbers: tuple[list[int], list[int]] = ([], [])
    for unit in fighters:
        numbers[unit.side].append(unit.number)
    battle.happen(EngagementBegan(units=(tuple(numbers[0]), tuple(numbers[1]))))


def _settle(
    battle: Battle, fighters: Sequence[BattleUnit], scores: tuple[int, int], *, last: bool
) -> EngagementEnded | None:
    """The result of a round; the loser moves back. None if the winner may pursue.

    Source: warmaster.combat.result.
    """
    left = [[unit for unit in fighters if unit.alive and unit.side == side] for side in (0, 1)]
    if not (left[0] and left[1]):
        return _won(left)
    if last:
        return EngagementEnded(outcome="unresolved")
    if scores[0] == scores[1]:
        return EngagementEnded(outcome="drawn")
    loser = 0 if scores[0] < scores[1] else 1
    _retreat(battle, left[loser], abs(scores[0] - scores[1]))
    left[loser] = [unit for unit in left[loser] if unit.alive]
    return None if left[loser] else _won(left)


def _won(left: Sequence[Sequence[BattleUnit]]) -> EngagementEnded:
    """The end of an engagement in which a side has nobody left."""
    for side, units in enumerate(left):
        if units:
            return EngagementEnded(outcome="won", winner=SIDES[side])
    return EngagementEnded(outcome="all lost")


# ---------------------------------------------------------------- retreat


def retreat_dice(difference: int, *, stubborn: bool) -> int:
    """How many dice the loser of a round rolls (warmaster.combat.retreat)."""
    return max(1, min(MOST_DICE, difference) - stubborn)


def retreat_hexes(dice: Sequence[int]) -> int:
    """How far these dice make a unit retreat."""
    return max(1, sum(dice) // 10)


def _retreat(battle: Battle, units: Sequence[BattleUnit], difference: int) -> None:
    """The losers move back one after the other; for each hex that one cannot it loses a stand."""
    stubborn = any("stubborn" in unit.troop.special for unit in units)
    dice = battle.roll(retreat_dice(difference, stubborn=stubborn))
    hexes = retreat_hexes(dice)
    battle.happen(Retreated(side=SIDES[units[0].side], dice=dice, hexes=hexes, stubborn=stubborn))
    for unit in units:
        lose_stands(battle, unit, hexes - move_back(battle, unit, hexes), "combat")


# ---------------------------------------------------------------- pursuit and advance


def may_follow(battle: Battle, unit: BattleUnit) -> bool:
    """Whether a unit of the winner may pursue or advance, if there is a way to."""
    return (
        not unit.confused
        and unit.troop.kind != "machine"
        and not battle.land.walled[unit.cell]
        and (unit.troop.directive not in _STAY or "reckless" in unit.troop.special)
        and not battle.engaged(unit)
    )


def overtakes(pace: int, retreating: int) -> bool:
    """Whether a unit of this pace may pursue one of that."""
    return retreating <= pace


def _pursue(battle: Battle, fighters: Sequence[BattleUnit], winner: int) -> list[BattleUnit]:
    """The units of the winner go after those that moved back; gives those that did."""
    retreating = [unit for unit in fighters if unit.alive and unit.side != winner]
    pursuers: list[BattleUnit] = []
    for unit in fighters:
        if not unit.alive or unit.side != winner or not may_follow(battle, unit):
            continue
        if made := _pursuit_of(battle, unit, retreating):
            charge(battle, unit, made, "pursuit")
            unit.pursuing = True
            pursuers.append(unit)
    return pursuers


def _pursuit_of(
    battle: Battle, unit: BattleUnit, retreating: Iterable[BattleUnit]
) -> Charge | None:
    """Where a unit pursues to: the fewest steps to a hex next to one that it overtakes."""
    reach = UnitReach.of(battle, unit, unit.troop.pace)
    found = [
        (reach.steps[cell], enemy.number, cell, enemy)
        for enemy in retreating
        if overtakes(unit.troop.pace, enemy.troop.pace)
        for cell in NEIGHBOURS[enemy.cell]
        if cell in reach.steps
    ]
    if not found:
        return None
    # Cells count row by row: the lower row comes first, then the lower column.
    _, _, cell, enemy = min(found, key=itemgetter(0, 1, 2))
    return Charge(enemy, reach.path(cell))


def _advance(battle: Battle, unit: BattleUnit, fought: set[BattleUnit]) -> None:
    """A unit of the active side that has won advances if it can, and fights on at once."""
    made = charge_of(battle, unit) if unit.alive and may_follow(battle, unit) else None
    if made:
        unit.advanced = True
        charge(battle, unit, made, "advance")
        fight_out(battle, [unit], fought)
    unit.bout = "later"
