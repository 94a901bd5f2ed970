"""What a record says of everyone in it: what is left of each unit, who fell, who was spared.

Read by what a battle leaves in the world, and by forecasts.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.battle import BattleRecord, Engagement
from engine.packs.warmaster.battle.happenings import Ended, Stood
from engine.packs.warmaster.battle.mercy import Rallied, Spared
from engine.packs.warmaster.battle.naval import FightingShip, SeaEnded, left_of
from engine.packs.warmaster.battle.values import SIDES, Army, SideName
from engine.packs.warmaster.pieces import wounds_of
from engine.world import Place

DEAD = 100
"""The wounds of the dead, in percent."""


@dataclass(frozen=True, slots=True)
class PieceFate:
    """What became of one unit, ship or character of the world."""

    piece: Place
    side: int
    wounds: int | None
    """Percent; `DEAD` for one that is destroyed or dead, None for a character nothing befell."""
    spared: bool = False
    """Whether a character was slain and lives."""

    @property
    def dead(self) -> bool:
        """Whether it is no more."""
        return self.wounds == DEAD


@dataclass(frozen=True, slots=True)
class BattleResult:
    """How a battle of Warmaster came out."""

    winner: int
    """0 for the attacker, 1 for the defender."""
    by_time: bool
    """Whether the attack failed since no round was left."""
    fates: tuple[PieceFate, ...]
    """Of everyone of the world who took part, units before characters, attackers first."""


def result_of(record: BattleRecord, mercy_wounds: int) -> BattleResult:
    """What a record tells; who was spared has `mercy_wounds` percent of wounds."""
    fight = record.engagements[-1]
    winner = SIDES.index("attacker" if record.winner == "attacker" else "defender")
    ends = [each for each in fight.events if isinstance(each, Ended | SeaEnded)]
    by_time = any(end.reason == "time" for end in ends)
    spared = _lives(fight, Spared)
    fates: list[PieceFate] = []
    for side, name in enumerate(SIDES):
        fates.extend(_units(fight, side, name))
    for side, name in enumerate(SIDES):
        fates.extend(_characters(fight, side, name, spared, mercy_wounds))
    return BattleResult(winner, by_time, tuple(fates))


def _lives(fight: Engagement, kind: type[Rallied | Spared]) -> dict[tuple[str, int], bool]:
    return {(e.side, e.number): e.lives for e in fight.events if isinstance(e, kind)}


def _army(fight: Engagement, side: SideName) -> Army | None:
    armies = (each for each in fight.participants if isinstance(each, Army))
    return next((army for army in armies if army.side == side), None)


def _last(fight: Engagement) -> Stood | None:
    return next((each for each in reversed(fight.events) if isinstance(each, Stood)), None)


def _units(fight: Engagement, side: int, name: SideName) -> list[PieceFate]:
    fleet = tuple(e for e in fight.participants if isinstance(e, FightingShip) and e.side == name)
    if fleet:
        left = left_of(fleet, name, fight.events)
        return [
            PieceFate(ship.piece, side, wounds_of(ship.full_stands, stands))
            for ship, stands in zip(fleet, left, strict=True)
            if ship.piece
        ]
    army, last = _army(fight, name), _last(fight)
    rallied = _lives(fight, Rallied)
    fates: list[PieceFate] = []
    for number, troop in enumerate(army.troops if army else (), start=1):
        stands = last.units[side][number - 1].stands if last else troop.stands
        if not stands and rallied.get((name, number)):
            stands = 1
        if troop.piece:
            fates.append(PieceFate(troop.piece, side, wounds_of(troop.full_stands, stands)))
    return fates


def _characters(
    fight: Engagement,
    side: int,
    name: SideName,
    spared: dict[tuple[str, int], bool],
    mercy_wounds: int,
) -> list[PieceFate]:
    army, last = _army(fight, name), _last(fight)
    fates: list[PieceFate] = []
    for number, captain in enumerate(army.captains if army else (), start=1):
        if captain.piece is None:
            continue
        slain = (name, number) in spared or (
            last is not None and not last.characters[side][number - 1]
        )
        lives = spared.get((name, number), False)
        wounds = (mercy_wounds if lives else DEAD) if slain else None
        fates.append(PieceFate(captain.piece, side, wounds, spared=slain and lives))
    return fates
