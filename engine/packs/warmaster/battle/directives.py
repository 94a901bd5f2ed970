"""What a unit does by its directive, and the doing of it: moves and charges.

Sources: warmaster.directive.units, warmaster.move.directive, warmaster.directive.keep-line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal, NamedTuple

from engine.packs.warmaster.battle.grid import WIDTH, cell_of, distances, spot_of
from engine.packs.warmaster.battle.happenings import Errand, Moved, Unordered
from engine.packs.warmaster.battle.reach import Charge, approach, charge_of
from engine.packs.warmaster.battle.state import Battle, BattleUnit
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, SIDES, Directive, SideName
from engine.packs.warmaster.content.lists import Kind

COUNTER_WITHIN: Final = 4
FLANK_WITHIN: Final = 3
_AT_GOAL: Final = 1
_FLANK_COLUMNS: Final = {"flank-left": 1, "flank-right": 16}
_FLANK_ROWS: Final = (3, 10)
"""For the attacker and the defender."""
_AHEAD: Final = 2
"""Rows that a unit may end ahead of the army's line."""
IN_LINE: Final[tuple[Directive, ...]] = ("attack", "advance")
"""The directives of the units of which the line is made, and which keep it."""


def default_directive(side: SideName, kind: Kind, *, missiles: bool, flies: bool) -> Directive:
    """The directive of a unit for which its player gave none (warmaster.directive.units)."""
    if missiles:
        return "stand-off" if flies or kind in ("infantry", "machine") else "advance"
    return "attack" if side == "attacker" and not flies else "counter"


class UnitAction(NamedTuple):
    """What a unit would do now."""

    errand: Errand
    path: tuple[int, ...]
    target: BattleUnit | None


def plan_of(
    battle: Battle,
    unit: BattleUnit,
    *,
    directive: Directive | None = None,
    pace: int | None = None,
    charging: bool = True,
    in_line: bool = True,
) -> UnitAction | None:
    """What the unit would do by its directive, or by another; None if there is nothing to do.

    Without `in_line` it is what it would do if the army did not keep its line.
    """
    pace = unit.troop.pace if pace is None else pace
    away = distances(unit.cell)
    nearest = battle.nearest(unit)
    if nearest is None:
        return None
    space = away[nearest.cell]
    match directive or unit.troop.directive:
        case "hold":
            return None
        case "counter" if _waits(battle, unit, space):
            return None
        case "stand-off":
            if _has_a_mark(battle, unit):
                return None
        case "flank-left" | "flank-right" as flank:
            goal = flank_goal(flank, unit.side)
            if not unit.round_flank and away[goal] > _AT_GOAL and space > FLANK_WITHIN:
                return _toward(battle, unit, goal, pace, None, in_line=in_line)
            charge = charge_of(battle, unit, pace) if charging else None
            if charge:
                return UnitAction("charge", charge.path, charge.target)
        case "attack" | "counter":
            charge = charge_of(battle, unit, pace) if charging else None
            if charge:
                return UnitAction("charge", charge.path, charge.target)
        case "advance":
            pass
    return _toward(battle, unit, nearest.cell, pace, nearest, in_line=in_line)


def flank_goal(flank: Directive, side: int) -> int:
    """The cell that a unit goes round by (warmaster.directive.units)."""
    return cell_of((_FLANK_COLUMNS[flank], _FLANK_ROWS[side]))


def arrived(unit: BattleUnit) -> bool:
    """Whether a unit that goes round a flank has come to its goal."""
    goal = flank_goal(unit.troop.directive, unit.side)
    return distances(goal)[unit.cell] <= _AT_GOAL


def _waits(battle: Battle, unit: BattleUnit, space: int) -> bool:
    """Whether a unit under counter holds still, the nearest enemy being so far away.

    On walls it always does; of an attacker never, if nobody else would go.
    """
    if battle.land.walled[unit.cell]:
        return True
    if space <= COUNTER_WITHIN or battle.met:
        return False
    return unit.side == DEFENDER or any(
        each.troop.directive not in ("counter", "hold") for each in battle.living(unit.side)
    )


def _has_a_mark(battle: Battle, unit: BattleUnit) -> bool:
    """Whether an enemy is within range and in sight."""
    away, far = distances(unit.cell), unit.range
    return any(
        away[each.cell] <= far and battle.aims(unit, each.cell)
        for each in battle.living(1 - unit.side)
    )


def _toward(
    battle: Battle,
    unit: BattleUnit,
    goal: int,
    pace: int,
    target: BattleUnit | None,
    *,
    in_line: bool,
) -> UnitAction | None:
    in_place = _keeping_line(battle, unit) if in_line else _anywhere
    path = approach(battle, unit, goal, pace, in_place)
    if path is None:
        return None
    return UnitAction("enemy" if target else "flank", path, target)


# ---------------------------------------------------------------- the line


def line_of(side: int, rows: Iterable[int]) -> int | None:
    """The row of an army's line, of the rows of those who make it; None without any."""
    order = sorted(rows, reverse=side == ATTACKER)
    return order[3 * len(order) // 4] if order else None


def foremost(side: int, line: int) -> int:
    """The row farthest ahead in which a unit that keeps the line may end."""
    return line + (_AHEAD if side == DEFENDER else -_AHEAD)


def army_line(battle: Battle, side: int) -> int | None:
    """The row of the army's line as it stands now (warmaster.directive.keep-line)."""
    near = battle.near[1 - side]
    return line_of(
        side,
        (
            unit.cell // WIDTH
            for unit in battle.living(side)
            if unit.troop.directive in IN_LINE
            and not near[unit.cell]
            and not unit.confused
            and unit.troop.kind != "machine"
        ),
    )


def _behind(battle: Battle, side: int) -> int | None:
    """The row that those who stand off do not pass: that of the line of all others."""
    return line_of(
        side,
        (
            unit.cell // WIDTH
            for unit in battle.living(side)
            if unit.troop.directive != "stand-off" and unit.troop.kind != "machine"
        ),
    )


def _anywhere(cell: int) -> bool:
    return True


def _keeping_line(battle: Battle, unit: BattleUnit) -> Callable[[int], bool]:
    """Says of a cell whether the army's line lets the unit end there."""
    if not battle.armies[unit.side].keep_line:
        return _anywhere
    if unit.troop.directive in IN_LINE:
        line = army_line(battle, unit.side)
        last = None if line is None else foremost(unit.side, line)
    elif unit.troop.directive == "stand-off":
        last = _behind(battle, unit.side)
    else:
        last = None
    if last is None:
        return _anywhere
    if unit.side == DEFENDER:
        return lambda cell: cell // WIDTH <= last
    return lambda cell: cell // WIDTH >= last


# ---------------------------------------------------------------- the doing


def carry_out(battle: Battle, unit: BattleUnit, plan: UnitAction) -> None:
    """Move as planned; a charge ends the unit's movement for the turn (warmaster.move.charge)."""
    if plan.errand == "charge":
        unit.charged = True
    _move(battle, unit, plan)
    if plan.errand == "flank":
        unit.round_flank = arrived(unit)


def charge(
    battle: Battle,
    unit: BattleUnit,
    made: Charge,
    unordered: Unordered,
) -> None:
    """Charge without an order. To pursue is no charge that brings a bonus."""
    unit.charged = unit.charged or unordered != "pursuit"
    _move(battle, unit, UnitAction("charge", made.path, made.target), unordered)


def _move(
    battle: Battle,
    unit: BattleUnit,
    plan: UnitAction,
    unordered: Literal["", Unordered] = "",
) -> None:
    battle.place(unit, plan.path[-1])
    battle.happen(
        Moved(
            side=SIDES[unit.side],
            number=unit.number,
            path=tuple(spot_of(cell) for cell in plan.path),
            errand=plan.errand,
            target=plan.target.number if plan.target else 0,
            unordered=unordered,
        )
    )
