"""With which units characters stand: at the start, and as the battle moves on.

Sources: warmaster.deploy.auto, warmaster.command.hero-moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.packs.warmaster.battle.grid import distances
from engine.packs.warmaster.battle.orders import RANGE
from engine.packs.warmaster.battle.state import Battle, BattleCharacter, BattleUnit
from engine.packs.warmaster.content.lists import Role

_SAFE: Final[Mapping[Role, int]] = {"general": 4, "hero": 4, "wizard": 2, "runesmith": 2}
"""How far away enemies are to be, in hexes, from who commands; magic does not reach far."""


def midmost(units: Sequence[BattleUnit], among: Iterable[BattleUnit]) -> BattleUnit:
    """Of these units the one from which all of them are nearest together; ties: roster order."""
    return min(among, key=lambda each: _reach(each, units))


def command_post(battle: Battle, role: Role, unit: BattleUnit) -> BattleUnit:
    """Where a character who stands with a unit and commands goes: out of the fight, amid the army.

    It is the unit itself if no other is better.
    """
    away = distances(unit.cell)
    own = battle.living(unit.side)
    enemies = [distances(each.cell) for each in battle.living(1 - unit.side)]
    safety = {
        each: min((_SAFE[role], *(space[each.cell] for space in enemies)))
        for each in own
        if away[each.cell] <= RANGE
    }
    safest = max(safety.values())
    best = [each for each, space in safety.items() if space == safest]
    goal = midmost(own, best)
    return unit if unit in best and _reach(unit, own) == _reach(goal, own) else goal


def _reach(unit: BattleUnit, units: Iterable[BattleUnit]) -> int:
    away = distances(unit.cell)
    return sum(away[each.cell] for each in units)


def post(battle: Battle, side: int) -> None:
    """Put the characters of a side, which is deployed, with their units (warmaster.deploy.auto)."""
    units = battle.units[side]
    if not units:
        return
    heroes: list[BattleCharacter] = []
    for character in battle.characters[side]:
        captain = character.captain
        if 1 <= captain.with_ <= len(units):
            character.unit = units[captain.with_ - 1]
        elif captain.role == "hero":
            heroes.append(character)
        else:
            character.unit = midmost(units, units)
    fighters = [each for each in units if not each.troop.shots and each.troop.kind != "machine"]
    for hero in heroes:
        hero.unit = _least_led(fighters or units, battle.characters[side])


def _least_led(units: Sequence[BattleUnit], leaders: Sequence[BattleCharacter]) -> BattleUnit:
    """The unit farthest from the leader; ties: roster order."""
    posts = [distances(each.unit.cell) for each in leaders if each.unit]
    return max(units, key=lambda each: min((away[each.cell] for away in posts), default=0))
