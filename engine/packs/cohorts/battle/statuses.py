"""What battle statuses do in a unit's own turn: wounds, auras, cures and healing.

What each does is a figure of the module; who gives them stands with special attacks and spells.
Sources: cohorts.battle.turn, cohorts.battle-status.scope.
"""

from __future__ import annotations

from engine.packs.cohorts.battle import morale
from engine.packs.cohorts.battle.fight import Fight
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.formulas import settled
from engine.packs.cohorts.battle.record import Cured, StatusWound, WoundsClosed
from engine.packs.cohorts.battle.values import touches
from engine.packs.cohorts.content.battle import BattleStatus, StatusAura


def begin_turn(fight: Fight, one: Fighter) -> None:
    """The wounds that statuses deal, then the unit's own auras."""
    for name, status in _on(fight, one):
        if status.at_start:
            suffer(fight, one, name, status.at_start)
        if fight.over or not one.fights:
            return
    for name, status in _on(fight, one):
        if status.aura:
            _radiate(fight, one, name, status.aura)
        if fight.over or not one.fights:
            return


def end_turn(fight: Fight, one: Fighter) -> None:
    """The wounds that come last, then the chances of cure, then healing."""
    for name, status in _on(fight, one):
        if status.at_end:
            suffer(fight, one, name, status.at_end)
        if fight.over or not one.fights:
            return
    for name, status in _on(fight, one):
        # cohorts.battle-status.lasting-statuses-in-battle
        if not status.curable or name in one.lasting:
            continue
        if fight.chance.happens(one.con, f"cure {name}", one.number):
            del one.statuses[name]
            one.refresh(fight.statuses)
            fight.note(Cured(unit=one.number, status=name))
    for name, status in _on(fight, one):
        if status.heals:
            _heal(fight, one, name, status.heals)


def suffer(
    fight: Fight, one: Fighter, cause: str, percent: float, by: Fighter | None = None
) -> None:
    """A unit is wounded by a status or an aura; a heavy loss calls for a morale check.

    Nobody has the credit for a death by either; `by` is whose aura it was. Sources:
    cohorts.battle.kill, cohorts.morale.check-after-weapons.
    """
    wounds = one.wound(percent)
    if by:
        by.dealt += wounds * one.hp / 100
    fight.note(StatusWound(unit=one.number, cause=cause, wounds=wounds, after=one.wounds))
    if one.finished:
        fight.kill(one)
    elif settled(wounds) > fight.rules.loss_check_above:
        morale.check_loss(fight, one, wounds, None)


def _on(fight: Fight, one: Fighter) -> list[tuple[str, BattleStatus]]:
    """The statuses of a unit in the order of the module's table."""
    return [(name, each) for name, each in fight.statuses.items() if name in one.statuses]


def _heal(fight: Fight, one: Fighter, cause: str, percent: float) -> None:
    healed = one.heal(percent)
    if healed:
        fight.note(WoundsClosed(unit=one.number, cause=cause, healed=healed, after=one.wounds))


def _radiate(fight: Fight, bearer: Fighter, name: str, aura: StatusAura) -> None:
    """An aura heals friends in the bearer's slot and then wounds enemies there.

    Sources: cohorts.battle-status.aura-of-life, cohorts.battle-status.aura-of-death.
    """
    heroic = bearer.statuses[name]
    if aura.heals:
        for one in fight.fighting[bearer.side]:
            if one.hex == bearer.hex and touches(one, aura.heals_only):
                _heal(fight, one, name, aura.heals * heroic)
    if aura.wounds:
        for one in list(fight.enemies(bearer)):
            if one.hex == bearer.hex and one.fights and touches(one, aura.wounds_only):
                suffer(fight, one, name, aura.wounds * heroic, bearer)
                if fight.over:
                    return
