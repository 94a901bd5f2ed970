"""Where armies stand at the start (warmaster.deploy.zones, warmaster.deploy.auto)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, get_args

from engine.dice import ScriptedDice
from engine.packs.warmaster.battle.figures import Arm, arm_of
from engine.packs.warmaster.battle.grid import WIDTH, cell_of, on_field, spot_of
from engine.packs.warmaster.battle.posts import post
from engine.packs.warmaster.battle.state import GONE, Battle, BattleUnit
from engine.packs.warmaster.battle.values import ATTACKER, SIDES, Army, Field, Spot, Troop

MOST_UNITS: Final = 40
ROWS: Final = ((11, 12, 13), (2, 1, 0))
"""The rows of the attacker's and the defender's zone, the front row first."""
COLUMNS: Final = (8, 9, 7, 10, 6, 11, 5, 12, 4, 13, 3, 14, 2, 15, 1, 16, 0, 17)
"""The columns from the middle outward."""

_FRONT: Final = (0, 1, 2)
_BEHIND: Final = (1, 2, 0)
_ROWS: Final[tuple[Mapping[Arm, tuple[int, ...]], ...]] = tuple(
    {
        "foot": _FRONT,
        "shooters": _BEHIND,
        "horse": _FRONT,
        "machines": machines,
        "flyers": _BEHIND,
    }
    for machines in (_FRONT, _BEHIND)
)
"""The rows of each side's zone in the order in which an arm fills them; 0 is the front row."""


def in_zone(side: int, spot: Spot) -> bool:
    """Whether a hex belongs to a side's zone (warmaster.deploy.zones)."""
    return on_field(spot) and spot[1] in ROWS[side]


def deploy(battle: Battle) -> None:
    """Set all units on the field, where their players want them or else where there is room."""
    for side in (0, 1):
        for unit in battle.units[side]:
            at = unit.troop.at
            if at and in_zone(side, at) and _free(battle, unit, at):
                battle.place(unit, cell_of(at))
        _deploy_the_rest(battle, [unit for unit in battle.units[side] if unit.cell == GONE], side)
        post(battle, side)


def drawn_up(army: Army, field: Field) -> Army:
    """An army as it stands on a field when a battle begins, with nobody against it.

    Every unit has its hex and every character its unit, if there is any; no rule runs on it, and
    nothing is drawn.
    """
    side = SIDES.index(army.side)
    nobody = Army(side=SIDES[1 - side], troops=(), captains=())
    armies = (army, nobody) if side == ATTACKER else (nobody, army)
    battle = Battle(field, armies, ScriptedDice(()))
    deploy(battle)
    troops = (unit.troop.replace(at=spot_of(unit.cell)) for unit in battle.units[side])
    captains = (
        each.captain.replace(with_=each.unit.number if each.unit else 0)
        for each in battle.characters[side]
    )
    return army.replace(troops=tuple(troops), captains=tuple(captains))


def _deploy_the_rest(battle: Battle, units: Sequence[BattleUnit], side: int) -> None:
    def open_to(troop: Troop, spot: Spot) -> bool:
        cell, ways = cell_of(spot), battle.land.ways(troop.kind, "flyer" in troop.special)
        return cell not in battle.at and ways.ends[cell]

    spots = lined_up([unit.troop for unit in units], side, open_to)
    for unit, spot in zip(units, spots, strict=True):
        battle.place(unit, cell_of(spot))


def _free(battle: Battle, unit: BattleUnit, spot: Spot) -> bool:
    cell = cell_of(spot)
    return cell not in battle.at and unit.ways.ends[cell]


Open = Callable[[Troop, Spot], bool]
"""Whether a unit may stand in a hex, where nobody stands whom a player has placed."""


def lined_up(troops: Sequence[Troop], side: int, open_to: Open) -> list[Spot]:
    """Where the engine places these units, one after another (warmaster.deploy.auto).

    Raises:
        LookupError: there is no room for all of them.
    """
    spots: dict[int, Spot] = {}
    taken: dict[Spot, None] = {}

    def may(troop: Troop, spot: Spot) -> bool:
        return spot not in taken and open_to(troop, spot)

    for arm, numbers in _brigades(troops):
        brigade = [troops[number] for number in numbers]
        rows = [ROWS[side][row] for row in _ROWS[side][arm]]
        runs = (_run(brigade, row, may) for row in rows)
        run = next((run for run in runs if run), None) or _wherever(brigade, rows, may)
        spots |= zip(numbers, run, strict=True)
        taken |= dict.fromkeys(run)
    return [spots[number] for number in range(len(troops))]


def _brigades(troops: Sequence[Troop]) -> Iterator[tuple[Arm, list[int]]]:
    """The places of the units in the roster, arm by arm and those of a brigade together.

    Who has no brigade is one alone.
    """
    found: dict[Arm, dict[int, list[int]]] = {arm: {} for arm in get_args(Arm)}
    for number, troop in enumerate(troops):
        brigades = found[arm_of(troop)]
        brigades.setdefault(troop.brigade or -1 - number, []).append(number)
    for arm, brigades in found.items():
        for brigade in brigades.values():
            yield arm, brigade


def _run(brigade: Sequence[Troop], row: int, may: Open) -> list[Spot] | None:
    """The hexes of a row side by side where a brigade may stand, nearest the middle, if any are."""
    runs = (
        [(first + place, row) for place in range(len(brigade))]
        for first in range(WIDTH - len(brigade) + 1)
    )
    fit = (run for run in runs if all(may(t, spot) for t, spot in zip(brigade, run, strict=True)))
    return min(fit, key=_from_middle, default=None)


def _from_middle(run: Sequence[Spot]) -> int:
    return sum(abs(2 * column - WIDTH + 1) for column, _ in run)


def _wherever(brigade: Sequence[Troop], rows: Sequence[int], may: Open) -> list[Spot]:
    """For each unit of a brigade the first hex that is left for it."""
    found: list[Spot] = []
    for troop in brigade:
        spots = ((column, row) for row in rows for column in COLUMNS)
        spot = next((each for each in spots if each not in found and may(troop, each)), None)
        if spot is None:
            raise LookupError("no hex of the zone is left for a unit")
        found.append(spot)
    return found
