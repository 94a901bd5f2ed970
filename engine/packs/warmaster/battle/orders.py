"""Which order a character gives next, what it is worth, and whether it is obeyed.

Sources: warmaster.command.choice, warmaster.command.value, warmaster.command.test,
warmaster.army.brigades, warmaster.directive.boldness.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Final, NamedTuple

from engine.packs.warmaster.battle.directives import plan_of
from engine.packs.warmaster.battle.grid import distances, within
from engine.packs.warmaster.battle.happenings import Cause, Penalty, Value
from engine.packs.warmaster.battle.items import own, use_of
from engine.packs.warmaster.battle.state import Battle, BattleCharacter, BattleUnit
from engine.packs.warmaster.content.items import BetterCommand

HIGHEST: Final = 10
"""No Command is higher."""
RANGE: Final = 6
"""Of all but the General, in hexes."""
_TOGETHER: Final = 3
"""How far from the first unit of a brigade the others may stand."""
_CLOSE: Final = 2
_CAUSES: Final[tuple[Cause, ...]] = ("distance", "orders", "losses", "enemy", "terrain")

Dice = tuple[int, int]
Rank = tuple[int, int, int]
"""By how many orders were obeyed, the value with the sign changed, and the roster number."""


class CommandOrder(NamedTuple):
    """An order that a character may give."""

    units: tuple[BattleUnit, ...]
    """Whom it covers, in roster order."""
    hardest: BattleUnit
    """The first of those with the lowest value."""
    value: int

    @property
    def rank(self) -> Rank:
        """The lowest is given (warmaster.command.choice)."""
        return _obeyed(self.units), -self.value, self.units[0].number


def choice(
    battle: Battle, character: BattleCharacter, *, sure: int = 0, boldness: int | None = None
) -> CommandOrder | None:
    """The order that a character gives next; None if there is none (warmaster.command.choice).

    With a `sure` value, that of a Crown, all orders have this one, and are bold enough. Boldness is
    the army's if no other is given.
    """
    if boldness is None:
        boldness = 0 if sure else battle.armies[character.side].boldness
    command = command_of(battle, character)
    offers: list[tuple[Rank, list[tuple[BattleUnit, int]]]] = []
    for group in _groups(battle, character.side):
        valued = [
            (unit, sure or max(0, command - sum(penalties(battle, character, unit))))
            for unit in group
            if _open(battle, character, unit)
        ]
        if valued:
            best = max(value for _, value in valued)
            times = _obeyed(unit for unit, _ in valued)
            offers.append(((times, -best, valued[0][0].number), valued))
    # No order comes before its bound, that of its best units: the others need not be looked at.
    chosen: CommandOrder | None = None
    for bound, valued in sorted(offers, key=itemgetter(0)):
        if chosen and bound > chosen.rank:
            break
        order = _order(battle, valued)
        if order and order.value >= boldness and (not chosen or order.rank < chosen.rank):
            chosen = order
    return chosen


def _obeyed(units: Iterable[BattleUnit]) -> int:
    """How many orders the one of these units has obeyed in this turn that has obeyed the fewest."""
    return min(unit.obeyed for unit in units)


def _groups(battle: Battle, side: int) -> Iterator[list[BattleUnit]]:
    """The brigades and the single units of a side (warmaster.army.brigades)."""
    brigades: dict[int, list[BattleUnit]] = {}
    for unit in battle.living(side):
        # A single unit has a negative number, which no brigade has.
        brigades.setdefault(unit.troop.brigade or -unit.number, []).append(unit)
    yield from brigades.values()


def _open(battle: Battle, character: BattleCharacter, unit: BattleUnit) -> bool:
    """Whether the character may order the unit, if its directive has something for it to do."""
    if unit.confused or unit.stalled or unit.charged or battle.engaged(unit):
        return False
    return character.captain.role == "general" or _apart(character, unit) <= RANGE


def _order(battle: Battle, valued: list[tuple[BattleUnit, int]]) -> CommandOrder | None:
    """The order for a brigade or a unit: whom it covers, with the lowest value among them."""
    covered: list[tuple[BattleUnit, int]] = []
    away = b""
    for unit, value in valued:
        if covered and away[unit.cell] > _TOGETHER:
            continue
        if plan_of(battle, unit) is None:
            continue
        if not covered:
            away = distances(unit.cell)
        covered.append((unit, value))
    if not covered:
        return None
    hardest, lowest = min(covered, key=itemgetter(1))
    return CommandOrder(tuple(unit for unit, _ in covered), hardest, lowest)


def _apart(character: BattleCharacter, unit: BattleUnit) -> int:
    assert character.unit, "only who lives gives orders"
    return distances(character.unit.cell)[unit.cell]


# ---------------------------------------------------------------- value and test


def command_of(battle: Battle, character: BattleCharacter) -> int:
    """A character's Command in this turn (warmaster.item.helm-of-dominion)."""
    command = character.command
    if helm := own(battle, character, BetterCommand):
        use = use_of(battle, character.side, character.captain.item)
        if battle.round == (use.turn or helm.turn):
            command += helm.by
    return min(HIGHEST, command)


def penalties(battle: Battle, character: BattleCharacter, unit: BattleUnit) -> tuple[int, ...]:
    """What makes an order for the unit harder, one for each cause (warmaster.command.value)."""
    enemies = battle.cells[1 - unit.side]
    return (
        _apart(character, unit) // 2,
        unit.obeyed,
        unit.troop.full_stands - unit.stands,
        0 if within(unit.cell, _CLOSE).isdisjoint(enemies) else 1,
        int(battle.land.rough[unit.cell]),
    )


def value_for(battle: Battle, character: BattleCharacter, unit: BattleUnit, command: int) -> Value:
    """What an order by that Command is worth for one unit (warmaster.command.value)."""
    amounts = penalties(battle, character, unit)
    return Value(
        value=max(0, command - sum(amounts)),
        command=command,
        penalties=tuple(
            Penalty(cause=cause, amount=amount)
            for cause, amount in zip(_CAUSES, amounts, strict=True)
            if amount
        ),
        unit=unit.number,
    )


def sure_value(unit: BattleUnit, value: int) -> Value:
    """The value of an order to which no penalties apply (warmaster.item.crown-of-command)."""
    return Value(value=value, command=value, unit=unit.number)


def succeeds(value: int, dice: Dice) -> bool:
    """Whether a Command test succeeds (warmaster.command.test)."""
    if dice == (1, 1):
        return True
    return not is_blunder(dice) and sum(dice) <= value


def is_blunder(dice: Dice) -> bool:
    """Whether it is a double 6 (warmaster.command.blunder)."""
    return dice == (6, 6)
