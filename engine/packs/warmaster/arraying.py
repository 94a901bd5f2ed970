"""An army by itself in its places, as it would stand when a battle begins: for those who plan one.

It is mustered and deployed as for a battle, with nobody against it. No rule runs on it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.battle import MOVEMENT, Clash
from engine.dice import ForeseeDice, ScriptedDice
from engine.packs.cohorts.battle.guess import guess_ground
from engine.packs.cohorts.battle.muster import hosts
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.records import Province
from engine.packs.warmaster.battle.deployment import drawn_up
from engine.packs.warmaster.battle.making import made
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
    field = made(site.terrain, (), site.walls, ScriptedDice(()))  # no features, only walls
    units, _ = roster(state, bands, most=None)
    return Array(
        field=field,
        army=drawn_up(army, field),
        left_out=len(units) - len(army.troops),
        naval=site.naval,
    )
