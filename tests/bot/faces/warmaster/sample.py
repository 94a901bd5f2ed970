"""Battles of Warmaster for tests of scenes, accounts and pictures: fought by the real engine."""

from itertools import cycle
from typing import Final

from engine.battle import BattleRecord
from engine.packs.warmaster.battle.fight import fight
from engine.packs.warmaster.battle.mercy import Mercy
from engine.packs.warmaster.battle.naval import FightingShip, Seas
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, SIDES, Army
from engine.packs.warmaster.content.lists import CARRIERS
from engine.packs.warmaster.fighting import Arena, FightingSide
from engine.packs.warmaster.fighting import fight as fight_out
from engine.packs.warmaster.system import NAME
from tests.bot.faces.battle.sample import CLASH
from tests.packs.warmaster.battle.armies import grounds, host, thrown
from tests.rules.adapters.warmaster.scene import LISTS, LORE

NAMES: Final = tuple(LISTS)


def equipped(army: Army) -> Army:
    """An army whose units and characters carry what they may, each item once."""
    left = dict(LORE.items)

    def take(fits) -> str:
        key = next((key for key, item in left.items() if fits(item)), "")
        left.pop(key, None)
        return key

    captains = tuple(
        each.replace(item=take(lambda item, role=each.role: role in item.roles))
        for each in army.captains
    )
    troops = tuple(
        each.replace(
            item=take(lambda item, t=each: item.cost_for(t.kind, t.armour, t.hits) is not None)
            if each.kind in CARRIERS
            else ""
        )
        for each in army.troops
    )
    return army.replace(captains=captains, troops=troops)


def met(
    attacker: str = "crown-marches",
    defender: str = "ashen-host",
    units: int = 10,
    *,
    base: str = "hills",
    walls: int = 0,
    seed: int = 1,
    items: bool = False,
) -> BattleRecord:
    """Two armies of lists in battle, with items of all kinds or without any."""
    armies = host(attacker, ATTACKER, units), host(defender, DEFENDER, units)
    if items:
        armies = equipped(armies[0]), equipped(armies[1])
    fought = fight(grounds(base, seed, walls), armies, LORE, thrown(seed))
    return BattleRecord(system=NAME, clash=CLASH, engagements=(fought,))


def alone() -> BattleRecord:
    """An army that nobody meets."""
    nobody = Army(side=SIDES[DEFENDER], troops=(), captains=())
    where = Arena("hills", (), 0, LORE, Mercy())
    forces = FightingSide(host("crown-marches", ATTACKER, 3)), FightingSide(nobody)
    engagement = fight_out(where, forces, thrown(1))
    return BattleRecord(system=NAME, clash=CLASH, engagements=(engagement,))


def fleet(side: int, ships: int) -> tuple[FightingShip, ...]:
    """Ships of all kinds."""
    figures = cycle((("heavy_warship", 4, 4, 5, 3), ("light_warship", 3, 3, 5, 2)))
    return tuple(
        FightingShip(
            side=SIDES[side],
            name=f"Gull {number}",
            type=kind,
            attacks=attacks,
            hits=hits,
            armour=armour,
            full_stands=stands,
            stands=stands,
            bonus=int(number == 1),
        )
        for number, (kind, attacks, hits, armour, stands) in zip(
            range(1, ships + 1), figures, strict=False
        )
    )


def at_sea(mine: int, theirs: int, seed: int = 1) -> BattleRecord:
    """Two fleets in battle, each with characters aboard its first ship."""
    where = Arena("sea", (), 0, LORE, Mercy(spare=4), Seas(rounds=6, hit=4))
    crews = [host("crown-marches", side, 1, troops=()) for side in (ATTACKER, DEFENDER)]
    forces = FightingSide(crews[0], fleet(0, mine)), FightingSide(crews[1], fleet(1, theirs))
    engagement = fight_out(where, forces, thrown(seed))
    return BattleRecord(system=NAME, clash=CLASH, engagements=(engagement,))
