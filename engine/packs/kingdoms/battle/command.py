"""Who commands, who fights together and in which order: contingents before a battle.

Sources: kingdoms.battle.contingents, kingdoms.battle.command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from engine.dice import Dice
from engine.packs.kingdoms.battle.strength import base_strength
from engine.packs.kingdoms.battle.values import Contingent, Field, Fielded, Leader
from engine.packs.kingdoms.content.armies import LineFigures
from engine.packs.kingdoms.pieces.chance import succeeds

Distance = Callable[[int, int], int]
"""How far two provinces lie apart."""


def commands_before(leader: Leader, *, sea: bool) -> tuple[bool, int, int]:
    """Sorts leaders into command order: King or Heir, higher Tactical (Naval at sea), lower id."""
    return (not leader.royal, -leader.command(sea=sea), leader.piece.id)


def usual_order(field: Field, armies: Iterable[Fielded]) -> list[Fielded]:
    """Armies in battle order where nobody says otherwise: the highest base strength first, then id.

    A Garrison counts as in defence, Elephants as in their middle. Sources: kingdoms.battle.command,
    kingdoms.action.free-orders.
    """

    def place(army: Fielded) -> tuple[Fraction, int]:
        type = field.type_of(army)
        middle = Fraction(type.least + type.strength, 2) if type.least else None
        return (-base_strength(field, army, defends=True, drawn=middle), army.piece.id)

    return sorted(armies, key=place)


def in_command_order(field: Field, contingents: Iterable[Contingent]) -> tuple[Contingent, ...]:
    """Contingents as their side's battle order has them: by their leaders, the garrison last.

    Source: kingdoms.battle.command.
    """
    led = [each for each in contingents if each.leader]
    unled = [each for each in contingents if not each.leader]
    led.sort(key=lambda each: _order(each, sea=field.sea))
    return (
        *led,
        *(each.replace(armies=tuple(usual_order(field, each.armies))) for each in unled),
    )


def _order(contingent: Contingent, *, sea: bool) -> tuple[bool, int, int]:
    assert contingent.leader
    return commands_before(contingent.leader, sea=sea)


def uniting_chance(figures: LineFigures, levels: Sequence[int], distance: int) -> int:
    """The chance in percent that two contingents unite, by the higher level of their leaders.

    `distance` lies between the provinces they came from. Source: kingdoms.battle.contingents.
    """
    return figures.unites(max(levels), distance)


def unite(
    field: Field, contingents: Sequence[Contingent], distance: Distance, dice: Dice
) -> tuple[tuple[Contingent, ...], tuple[Contingent, ...]]:
    """The invaders' main force, and those who fight alone afterwards, both in command order.

    Each other leader is checked once against the supreme commander. Source:
    kingdoms.battle.contingents.
    """
    main, *others = contingents
    joined, apart = [main], list[Contingent]()
    for other in others:
        if main.leader is None or other.leader is None:
            joined.append(other)
            continue
        levels = [each.haste(sea=field.sea) for each in (main.leader, other.leader)]
        chance = uniting_chance(field.figures, levels, distance(main.origin, other.origin))
        (joined if succeeds(dice, chance) else apart).append(other)
    return tuple(joined), tuple(apart)
