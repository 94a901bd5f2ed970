"""The Command phase: charges on initiative, orders one after another, characters who go to fight.

Sources: warmaster.command, warmaster.item.crown-of-command, warmaster.item.orb-of-majesty.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from engine.packs.warmaster.battle.blunders import blunder
from engine.packs.warmaster.battle.confusion import recover
from engine.packs.warmaster.battle.directives import carry_out, charge, plan_of
from engine.packs.warmaster.battle.grid import distances
from engine.packs.warmaster.battle.happenings import CharacterWent, HeldBack, Ordered, Value
from engine.packs.warmaster.battle.items import own
from engine.packs.warmaster.battle.orders import (
    RANGE,
    CommandOrder,
    Dice,
    choice,
    command_of,
    is_blunder,
    succeeds,
    sure_value,
    value_for,
)
from engine.packs.warmaster.battle.posts import command_post
from engine.packs.warmaster.battle.reach import charge_of
from engine.packs.warmaster.battle.state import Battle, BattleCharacter, BattleUnit
from engine.packs.warmaster.battle.values import SIDES
from engine.packs.warmaster.content.items import CrownOrders, TestAgain
from engine.packs.warmaster.content.lists import Role

_ON_INITIATIVE: Final = 2
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
    _go_to_posts(battle)
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


def _give_orders(battle: Battle, character: BattleCharacter) -> None:
    """One order after another, until a test fails or there is nothing to order."""
    crown = own(battle, character, CrownOrders)
    while order := choice(battle, character, sure=crown.command if crown else 0):
        if not _passes(battle, character, order, crowned=crown is not None):
            return
        obey(battle, order)
        crown = None
    _hold_back(battle, character)


def _passes(
    battle: Battle, character: BattleCharacter, order: CommandOrder, *, crowned: bool
) -> bool:
    """Test an order; whether it is obeyed and the character goes on.

    Sources: warmaster.command.test, warmaster.command.failure, warmaster.command.blunder.
    """
    if crowned:
        value, item = sure_value(order.hardest, order.value), character.captain.item
    else:
        command = command_of(battle, character)
        value, item = value_for(battle, character, order.hardest, command), ""
    dice = _test(battle, character, order, value, item)
    if succeeds(value.value, dice):
        return True
    if crowned:
        character.used = True  # the Crown works no more (warmaster.item.crown-of-command)
    elif orb := own(battle, character, TestAgain):
        character.used = True
        value = value_for(battle, character, order.hardest, orb.command)
        dice = _test(battle, character, order, value, character.captain.item)
        if succeeds(value.value, dice):
            return True
    return is_blunder(dice) and blunder(battle, character, order.units[0])


def _test(
    battle: Battle, character: BattleCharacter, order: CommandOrder, value: Value, item: str
) -> Dice:
    """Throw two dice for an order, by an item or without one."""
    dice = battle.die(), battle.die()
    battle.happen(
        Ordered(
            side=battle.side,
            by=character.number,
            role=character.captain.role,
            brigade=order.units[0].troop.brigade,
            units=tuple(unit.number for unit in order.units),
            value=value,
            dice=dice,
            success=succeeds(value.value, dice),
            item=item,
        )
    )
    return dice


def _hold_back(battle: Battle, character: BattleCharacter) -> None:
    """Tell of the order that a character would have given but for its army's boldness.

    Source: warmaster.directive.boldness.
    """
    order = choice(battle, character, boldness=0)
    if order:
        battle.happen(
            HeldBack(
                side=battle.side,
                by=character.number,
                role=character.captain.role,
                units=tuple(unit.number for unit in order.units),
                value=value_for(battle, character, order.hardest, command_of(battle, character)),
                boldness=battle.armies[character.side].boldness,
            )
        )


def obey(battle: Battle, order: CommandOrder) -> None:
    """All units of an order do what their directives say at that moment."""
    for unit in order.units:
        unit.obeyed += 1
        plan = plan_of(battle, unit)
        if plan:
            carry_out(battle, unit, plan)


# ---------------------------------------------------------------- going where they are needed


def _go_to_posts(battle: Battle) -> None:
    """Characters go where there is fighting, or from where they command, unless they stay.

    Source: warmaster.command.hero-moves.
    """
    engaged = [unit for unit in battle.living(battle.active) if battle.engaged(unit)]
    for character in battle.characters[battle.active]:
        unit = character.unit
        if unit is None:
            continue
        match character.captain.stance:
            case "lead":
                _go(battle, character, _where_they_fight(battle, unit, engaged), "fight")
            case "command":
                _go(
                    battle, character, command_post(battle, character.captain.role, unit), "command"
                )
            case "stay":
                pass


def _where_they_fight(
    battle: Battle, unit: BattleUnit, engaged: Sequence[BattleUnit]
) -> BattleUnit | None:
    """The nearest engaged unit within range of a unit that is not."""
    if battle.engaged(unit):
        return None
    away = distances(unit.cell)
    goal = min(engaged, key=lambda each: away[each.cell], default=None)
    return goal if goal and away[goal.cell] <= RANGE else None


def _go(
    battle: Battle,
    character: BattleCharacter,
    goal: BattleUnit | None,
    why: Literal["fight", "command"],
) -> None:
    if goal is None or goal is character.unit:
        return
    character.unit = goal
    battle.happen(
        CharacterWent(
            side=SIDES[character.side], number=character.number, unit=goal.number, why=why
        )
    )
