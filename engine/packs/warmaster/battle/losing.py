"""What hits and other misfortunes take: stands, whole units, and the characters with them.

Sources: warmaster.unit.stands, warmaster.army.attached, warmaster.shoot.saves,
warmaster.character.loss.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.packs.warmaster.battle import figures, items
from engine.packs.warmaster.battle.blows import (
    Cause,
    CharacterSlain,
    Dice,
    Harm,
    StandsLost,
    UnitLost,
)
from engine.packs.warmaster.battle.grid import distances
from engine.packs.warmaster.battle.happenings import CharacterWent
from engine.packs.warmaster.battle.state import GONE, Battle, BattleUnit
from engine.packs.warmaster.battle.values import SIDES
from engine.packs.warmaster.content.lists import NO_ARMOUR

_REFUGE: Final = 6
"""How far a character goes to another unit when its own is gone, in hexes."""


class Saves(NamedTuple):
    """The saves of a unit that took hits, before anything is lost.

    How many are not saved in the mean: warmaster.combat.chances.
    """

    hits: int
    on_attached: int
    attached_needs: int
    attached_dice: Dice
    needs: int
    dice: Dice
    again: Dice = ()

    @property
    def attached_unsaved(self) -> int:
        """Hits on the attached stand that were not saved."""
        return self.on_attached - sum(die >= self.attached_needs for die in self.attached_dice)

    @property
    def unsaved(self) -> int:
        """Hits on its own stands that were not saved."""
        saved = sum(die >= self.needs for die in self.dice)
        saved -= sum(die < self.needs for die in self.again)
        return self.hits - self.on_attached - saved


def save(
    battle: Battle,
    unit: BattleUnit,
    hits: int,
    *,
    pierced: bool = False,
    saves: bool = True,
    broken: int = 0,
) -> Saves:
    """Roll the saves of a unit: of its attached stand, on which hits fall first, then its own.

    `broken` is how many of its successful ones must be made again
    (warmaster.item.sword-of-destruction).
    """
    on_attached = min(hits, unit.attached)
    on_unit = hits - on_attached
    attached_needs, needs = NO_ARMOUR, NO_ARMOUR
    if saves:
        if on_attached and unit.troop.attached:
            attached_needs = figures.shifted(unit.troop.attached.armour, worse=int(pierced))
        if on_unit:
            needs = figures.armour(battle, unit, pierced=pierced)
    attached_dice = battle.roll(on_attached) if attached_needs < NO_ARMOUR else ()
    dice = battle.roll(on_unit) if needs < NO_ARMOUR else ()
    again: Dice = ()
    if broken:
        again = battle.roll(min(broken, sum(die >= needs for die in dice)))
    return Saves(hits, on_attached, attached_needs, attached_dice, needs, dice, again)


def suffer(battle: Battle, unit: BattleUnit, saves: Saves, *, shooting: bool = False) -> Harm:
    """Take what was not saved from a unit; who has no stand left is still to be buried (`bury`).

    Of shooting hits a banner may make some nothing, and the others count for drive-backs.
    """
    attached_lost = min(saves.attached_unsaved, unit.attached)
    unsaved, spared = saves.unsaved, 0
    if shooting and unsaved and unit.troop.item:
        spared = min(unsaved, items.spared(battle, unit))
        unit.spared += spared
        unsaved -= spared
    each = figures.hits(battle, unit)
    counted = min(unsaved, unit.stands * each - unit.odd)
    unit.attached -= attached_lost
    lost, unit.odd = divmod(unit.odd + counted, each)
    if shooting:
        unit.taken += attached_lost + counted
    _take(unit, lost)
    return Harm(
        side=SIDES[unit.side],
        number=unit.number,
        hits=saves.hits,
        attached_needs=_told(saves.attached_needs),
        attached_saves=saves.attached_dice,
        needs=_told(saves.needs),
        saves=saves.dice,
        saves_again=saves.again,
        spared=spared,
        counted=attached_lost + counted,
        lost=lost,
        stands=unit.stands,
        attached=unit.attached if unit.stands else 0,
    )


def _told(needs: int) -> int:
    return 0 if needs == NO_ARMOUR else needs


def _take(unit: BattleUnit, stands: int) -> int:
    """Take that many own stands from a unit, as far as it has them; gives how many."""
    lost = min(stands, unit.stands)
    unit.stands -= lost
    unit.lost_stand = unit.lost_stand or lost > 0
    return lost


def lose_stands(battle: Battle, unit: BattleUnit, number: int, cause: Cause) -> int:
    """Take own stands from a unit, but not by hits; gives how many it had to lose."""
    lost = _take(unit, number)
    if lost:
        battle.happen(
            StandsLost(side=SIDES[unit.side], number=unit.number, lost=lost, stands=unit.stands)
        )
    bury(battle, unit, cause)
    return lost


def bury(battle: Battle, unit: BattleUnit, cause: Cause) -> None:
    """A unit without a stand is destroyed."""
    if not unit.stands and unit.cell != GONE:
        destroy(battle, unit, cause)


def destroy(battle: Battle, unit: BattleUnit, cause: Cause) -> None:
    """Take a unit off the field, and see to the characters who were with it.

    They fall with it in combat; else they go to the nearest unit of their side, if one is near
    enough (warmaster.character.loss).
    """
    away = distances(unit.cell)
    battle.happen(UnitLost(side=SIDES[unit.side], number=unit.number, cause=cause))
    battle.remove(unit)
    refuge = None
    if cause != "combat":
        refuge = min(battle.living(unit.side), key=lambda each: away[each.cell], default=None)
    if refuge is not None and away[refuge.cell] > _REFUGE:
        refuge = None
    for character in battle.characters[unit.side]:
        if character.unit is unit:
            character.unit = refuge
            battle.happen(_fate(unit.side, character.number, refuge))


def _fate(side: int, number: int, refuge: BattleUnit | None) -> CharacterSlain | CharacterWent:
    if refuge is None:
        return CharacterSlain(side=SIDES[side], number=number)
    return CharacterWent(side=SIDES[side], number=number, unit=refuge.number, why="unit lost")
