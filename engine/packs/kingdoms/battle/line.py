"""The line of battle: which unit stands where, and whom it faces.

Sources: kingdoms.battle.line, kingdoms.battle.flanks-and-rear, kingdoms.battle.nemesis.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.packs.kingdoms.battle.happenings import Loss, Row, Spot
from engine.packs.kingdoms.battle.strength import Factor
from engine.packs.kingdoms.battle.values import Contingent, Fielded, Leader, SideName
from engine.packs.kingdoms.content.armies import BEASTS, ArmyType


@dataclass(slots=True)
class LineUnit:
    """An army as it fights: what it is, where it stands, and how it fares."""

    side: SideName
    number: int
    army: Fielded
    type: ArmyType
    contingent: Contingent
    leader: Leader | None
    """None for a garrison, and once the leader was slain in the duel."""
    column: int = 0
    row: Row = "front"
    fanatical: bool = False
    drawn: int | None = None
    base: Fraction = Fraction(0)
    fights: int = 0
    """The quality it fights with."""
    factors: tuple[Factor, ...] = ()
    strength: Fraction = Fraction(0)
    quality: int = 0
    """Its own, as it changes in the battle."""
    loss: Loss = "unhurt"
    bitten: str = ""

    @property
    def flies(self) -> bool:
        """Whether it fights over its own line."""
        return self.row == "behind" and self.type.flies

    def spot(self) -> Spot:
        """Where it stands, for the record."""
        return Spot(
            side=self.side,
            number=self.number,
            piece=self.army.piece,
            column=self.column,
            row=self.row,
            flies=self.flies,
        )


@dataclass(slots=True)
class Half:
    """One side's units in a contested column, each list in order of their numbers."""

    front: LineUnit
    behind: list[LineUnit]
    flank: list[LineUnit]

    @property
    def flyers(self) -> list[LineUnit]:
        """Those behind the line that fly."""
        return [unit for unit in self.behind if unit.flies]

    def units(self) -> Iterable[LineUnit]:
        """All of them: the front unit, those behind, those who outflank."""
        yield self.front
        yield from self.behind
        yield from self.flank

    def strength(self, behind: Fraction) -> Fraction:
        """What they bring together; `behind` is the share of those behind who do not fly.

        Source: kingdoms.battle.flanks-and-rear.
        """
        full, part = self.front.strength, Fraction(0)
        for unit in self.behind:
            if unit.flies:
                full += unit.strength
            else:
                part += unit.strength
        for unit in self.flank:
            full += unit.strength
        return full + part * behind


@dataclass(slots=True)
class Column:
    """A contested column: both sides' units in it."""

    number: int
    attacker: Half
    defender: Half

    @property
    def halves(self) -> tuple[Half, Half]:
        """The attacker's and the defender's."""
        return self.attacker, self.defender


def contested(length: int, attackers: int, defenders: int) -> int:
    """How many columns both sides' front lines reach (kingdoms.battle.line)."""
    return min(length, attackers, defenders)


def post(units: Sequence[LineUnit], length: int, columns: int) -> None:
    """Put one side's units in their places.

    Front units beyond the contested columns outflank the last of these, and those behind them
    count as behind it; without an enemy nobody outflanks. Sources: kingdoms.battle.line,
    kingdoms.battle.flanks-and-rear.
    """
    for place, unit in enumerate(units):
        column = place % length + 1
        unit.column = min(column, columns or length)
        if place >= length:
            unit.row = "behind"
        else:
            unit.row = "flank" if column > unit.column else "front"


def columns_of(
    attackers: Sequence[LineUnit], defenders: Sequence[LineUnit], count: int
) -> list[Column]:
    """The contested columns of units that were posted."""
    halves = [_halves(units, count) for units in (attackers, defenders)]
    return [
        Column(number, one, other)
        for number, (one, other) in enumerate(zip(*halves, strict=True), start=1)
    ]


def _halves(units: Sequence[LineUnit], count: int) -> list[Half]:
    found = [Half(units[place], [], []) for place in range(count)]
    for unit in units:
        half = found[unit.column - 1] if count else None
        if half and unit.row == "behind":
            half.behind.append(unit)
        elif half and unit.row == "flank":
            half.flank.append(unit)
    return found


def facing(unit: LineUnit, own: Half, enemy: Half) -> list[LineUnit]:
    """The enemies that face a unit: the front unit, those who outflank, those who fly.

    Source: kingdoms.battle.nemesis.
    """
    if unit.row == "flank":
        return [enemy.front]
    if unit.flies:
        return [enemy.front, *enemy.flyers]
    if unit.row == "behind":
        return enemy.flyers
    over = enemy.flyers if not own.behind else []
    return [enemy.front, *enemy.flank, *over]


def frightens(enemy: ArmyType, type: ArmyType) -> bool:
    """Whether a type is the nemesis of another (kingdoms.army.table, kingdoms.army.beasts)."""
    return enemy.key in type.nemesis or (enemy.beast and BEASTS in type.nemesis)
