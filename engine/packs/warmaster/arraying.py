"""An army by itself in its places, as it would stand when a battle begins: for those who plan one.

It is mustered and deployed as for a battle, with nobody against it. No rule runs on it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.battle import MOVEMENT, Clash
from engine.dice import ForeseeDice
from engine.packs.cohorts.battle.guess import guess_ground
from engine.packs.cohorts.battle.muster import hosts
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.records import Province
from engine.packs.warmaster.battle.deployment import deploy
from engine.packs.warmaster.battle.grid import spot_of
from engine.packs.warmaster.battle.making import made
from engine.packs.warmaster.battle.state import Battle
from engine.packs.warmaster.battle.values import ATTACKER, SIDES, Army, Field
from engine.packs.warmaster.muster import army_of, roster, site_of
from engine.state import State
from engine.world import Place


@dataclass(frozen=True, slots=True)
class Array:
    """An army in its places on a field of which nothing but the walls is known."""

    field: Field
    army: Army
    """Every unit has its hex, and every character its unit if there is any."""
    left_out: int
    """Units beyond those that may take part (warmaster.deploy.zones)."""
    naval: bool
    """Whether it is at sea, where ships fight and nobody is deployed (warmaster.map.naval)."""


def array_of(state: State, place: Place, side: int) -> Array:
    """A stack or garrison as an army of that side, where it is; 0 attacks, 1 defends.

    On a view, walls that were seen count as the lowest if it is not known how high they are.
    """
    world = state.world.fork()
    there = Place(Province.kind, province_of(world, place))
    sides = ((place,), ()) if side == ATTACKER else ((), (place,))
    clash = Clash(sides=sides, trigger=MOVEMENT, place=there)
    guess_ground(world, clash)
    state = State(state.rules, world, ForeseeDice())
    site, bands = site_of(state, clash), hosts(world, clash)[side]
    army = army_of(state, SIDES[side], bands, site)
    nobody = Army(side=SIDES[1 - side], troops=(), captains=())
    dice = state.dice.stream("array", "field")  # nothing is drawn: no features, only walls
    field = made(site.terrain, (), site.walls, dice)
    battle = Battle(field, (army, nobody) if side == ATTACKER else (nobody, army), dice)
    deploy(battle)
    units, _ = roster(state, bands, most=None)
    troops = (
        troop.replace(at=spot_of(unit.cell))
        for troop, unit in zip(army.troops, battle.units[side], strict=True)
    )
    captains = (
        captain.replace(with_=each.unit.number if each.unit else 0)
        for captain, each in zip(army.captains, battle.characters[side], strict=True)
    )
    return Array(
        field=field,
        army=army.replace(troops=tuple(troops), captains=tuple(captains)),
        left_out=len(units) - len(army.troops),
        naval=site.naval,
    )
