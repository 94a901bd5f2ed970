"""The Command phase: charges on initiative, orders one after another, characters who go to fight.

Sources: warmaster.command, warmaster.directive.boldness, warmaster.army.brigades.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from operator import itemgetter
from typing import Final, NamedTuple

from engine.packs.warmaster.battle.blunders import blunder
from engine.packs.warmaster.battle.confusion import recover
from engine.packs.warmaster.battle.directives import carry_out, charge, plan_of
from engine.packs.warmaster.battle.grid import distances
from engine.packs.warmaster.battle.happenings import (
    Cause,
    CharacterWent,
    Ordered,
    Penalty,
    Value,
)
from engine.packs.warmaster.battle.items import own, use_of
from engine.packs.warmaster.battle.reach import charge_of
from engine.packs.warmaster.battle.state import Battle, Character, Unit
from engine.packs.warmaster.battle.values import SIDES
from engine.packs.warmaster.content.items import BetterCommand, CrownOrders, TestAgain
from engine.packs.warmaster.content.lists import Role

Dice = tuple[int, int]

HIGHEST: Final = 10
"""No Command is higher."""
_ON_INITIATIVE: Final = 2
_RANGE: Final = 6
_TOGETHER: Final = 3
"""How far from the first unit of a brigade the others may stand."""
_CLOSE: Final = 2
_RANKS: Final[tuple[Role, ...]] = ("hero", "runesmith", "wizard", "general")
"""The order in which characters give orders (warmaster.command.order-of-characters)."""


def phase(battle: Battle) -> None:
    """The Command phase of the side whose turn it is."""
    battle.commands[battle.active] += 1
    _charge_on_initiative(battle)
    for role in _RANKS:
        for character in battle.characters[battle.active]:
            if character.captain.role == role and character.unit:
                _give_orders(battle, character)
    _go_to_fight(battle)
    recover(battle, battle.active)


def _charge_on_initiative(battle: Battle) -> None:
    """Source: warmaster.command.initiative."""
    for unit in battle.living(battle.active):
        troop = unit.troop
        if unit.confused or unit.undead or troop.kind == "machine" or battle.engaged(unit):
            continue
        if troop.directive in ("hold", "stand-off"):
            continue
        found = charge_of(battle, unit, within=_ON_INITIATIVE)
        if found:
            charge(battle, unit, found, "initiative")


# ---------------------------------------------------------------- orders


class Order(NamedTuple):
    """An order that a character may give."""

    units: tuple[Unit, ...]
    """Whom it covers, in roster order."""
    value: Value

    @property
    def rank(self) -> tuple[int, int]:
        """The lowest is given (warmaster.command.choice)."""
        return -self.value.value, self.units[0].number


def _give_orders(battle: Battle, character: Character) -> None:
    """One order after another, until a test fails or there is nothing to order."""
    crown = own(battle, character, CrownOrders)
    while order := choice(battle, character, sure=crown.command if crown else 0):
        if not _passes(battle, character, order, crowned=crown is not None):
            return
        obey(battle, order)
        crown = None


def _passes(battle: Battle, character: Character, order: Order, *, crowned: bool) -> bool:
    """Test an order; whether it is obeyed and the character goes on.

    Sources: warmaster.command.test, warmaster.command.failure, warmaster.command.blunder.
    """
    dice = _test(battle, character, order, character.captain.item if crowned else "")
    if succeeds(order.value.value, dice):
        return True
    if crowned:
        character.used = True  # the Crown works no more (warmaster.item.crown-of-command)
    elif orb := own(battle, character, TestAgain):
        character.used = True
        hardest = battle.units[character.side][order.value.unit - 1]
        again = order._replace(value=value_for(battle, character, hardest, orb.command))
        dice = _test(battle, character, again, character.captain.item)
        if succeeds(again.value.value, dice):
            return True
    return is_blunder(dice) and blunder(battle, character, order.units[0])


def _test(battle: Battle, character: Character, order: Order, item: str) -> Dice:
    """Throw two dice for an order, by an item or without one."""
    dice = battle.die(), battle.die()
    battle.happen(
        Ordered(
            side=battle.side,
            by=character.number,
            role=character.captain.role,
            brigade=order.units[0].troop.brigade,
            units=tuple(unit.number for unit in order.units),
            value=order.value,
            dice=dice,
            success=succeeds(order.value.value, dice),
            item=item,
        )
    )
    return dice


def obey(battle: Battle, order: Order) -> None:
    """All units of an order do what their directives say at that moment."""
    for unit in order.units:
        unit.obeyed += 1
        plan = plan_of(battle, unit)
        if plan:
            carry_out(battle, unit, plan)


def choice(battle: Battle, character: Character, *, sure: int = 0) -> Order | None:
    """The order that a character gives next; None if there is none (warmaster.command.choice).

    With a `sure` value, that of a Crown, all orders have this one, and are bold enough.
    """
    boldness = 0 if sure else battle.armies[character.side].boldness
    command = command_of(battle, character)
    offers: list[tuple[int, int, list[tuple[Unit, Value]]]] = []
    for group in _groups(battle, character.side):
        valued = [
            (unit, _crowned(unit, sure) if sure else value_for(battle, character, unit, command))
            for unit in group
            if _open(battle, character, unit)
        ]
        if valued:
            best = max(value.value for _, value in valued)
            offers.append((-best, valued[0][0].number, valued))
    # An order is never worth more than its best unit: the others need not be looked at.
    chosen: Order | None = None
    for bound, number, valued in sorted(offers, key=itemgetter(0, 1)):
        if -bound < boldness or (chosen and (bound, number) > chosen.rank):
            break
        order = _order(battle, valued)
        if order and order.value.value >= boldness and (not chosen or order.rank < chosen.rank):
            chosen = order
    return chosen


def _groups(battle: Battle, side: int) -> Iterator[list[Unit]]:
    """The brigades and the single units of a side (warmaster.army.brigades)."""
    brigades: dict[int, list[Unit]] = {}
    for unit in battle.living(side):
        # A single unit has a negative number, which no brigade has.
        brigades.setdefault(unit.troop.brigade or -unit.number, []).append(unit)
    yield from brigades.values()


def _open(battle: Battle, character: Character, unit: Unit) -> bool:
    """Whether the character may order the unit, if its directive has something for it to do."""
    if unit.confused or unit.stalled or unit.charged or battle.engaged(unit):
        return False
    return character.captain.role == "general" or _apart(character, unit) <= _RANGE


def _order(battle: Battle, valued: list[tuple[Unit, Value]]) -> Order | None:
    """The order for a brigade or a unit: whom it covers, with the lowest value among them."""
    covered: list[Unit] = []
    lowest: Value | None = None
    away = b""
    for unit, value in valued:
        if covered and away[unit.cell] > _TOGETHER:
            continue
        if plan_of(battle, unit) is None:
            continue
        if not covered:
            away = distances(unit.cell)
        covered.append(unit)
        if lowest is None or value.value < lowest.value:
            lowest = value
    return Order(tuple(covered), lowest) if lowest else None


def _apart(character: Character, unit: Unit) -> int:
    assert character.unit, "only who lives gives orders"
    return distances(character.unit.cell)[unit.cell]


# ---------------------------------------------------------------- value and test


def command_of(battle: Battle, character: Character) -> int:
    """A character's Command in this turn (warmaster.item.helm-of-dominion)."""
    command = character.command
    if helm := own(battle, character, BetterCommand):
        use = use_of(battle, character.side, character.captain.item)
        if battle.round == (use.turn or helm.turn):
            command += helm.by
    return min(HIGHEST, command)


def value_for(battle: Battle, character: Character, unit: Unit, command: int) -> Value:
    """What an order by that Command is worth for one unit (warmaster.command.value)."""
    away = distances(unit.cell)
    close = any(away[each.cell] <= _CLOSE for each in battle.living(1 - unit.side))
    penalties: tuple[tuple[Cause, int], ...] = (
        ("distance", _apart(character, unit) // 2),
        ("orders", unit.obeyed),
        ("losses", unit.troop.full_stands - unit.stands),
        ("enemy", int(close)),
        ("terrain", int(battle.land.rough[unit.cell])),
    )
    told = tuple(Penalty(cause=cause, amount=amount) for cause, amount in penalties if amount)
    value = max(0, command - sum(amount for _, amount in penalties))
    return Value(value=value, command=command, penalties=told, unit=unit.number)


def _crowned(unit: Unit, value: int) -> Value:
    """The value of an order to which no penalties apply."""
    return Value(value=value, command=value, unit=unit.number)


def succeeds(value: int, dice: Dice) -> bool:
    """Whether a Command test succeeds (warmaster.command.test)."""
    if dice == (1, 1):
        return True
    return not is_blunder(dice) and sum(dice) <= value


def chance_of(value: int) -> Fraction:
    """The chance that a Command test of this value succeeds, 0 to 1."""
    throws = [(first, second) for first in range(1, 7) for second in range(1, 7)]
    return Fraction(sum(succeeds(value, dice) for dice in throws), len(throws))


def is_blunder(dice: Dice) -> bool:
    """Whether it is a double 6 (warmaster.command.blunder)."""
    return dice == (6, 6)


# ---------------------------------------------------------------- going where there is fighting


def _go_to_fight(battle: Battle) -> None:
    """Source: warmaster.command.hero-moves."""
    engaged = [unit for unit in battle.living(battle.active) if battle.engaged(unit)]
    for character in battle.characters[battle.active]:
        unit = character.unit
        if character.captain.stance != "lead" or not unit or battle.engaged(unit):
            continue
        away = distances(unit.cell)
        goal = min(engaged, key=lambda each: away[each.cell], default=None)
        if goal is None or away[goal.cell] > _RANGE:
            continue
        character.unit = goal
        battle.happen(
            CharacterWent(
                side=SIDES[character.side], number=character.number, unit=goal.number, why="fight"
            )
        )
