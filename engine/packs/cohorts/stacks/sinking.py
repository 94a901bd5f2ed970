"""Ships that sink: who is aboard drowns, and their share of the cargo becomes flotsam.

Source: cohorts.ship.sinking. What sank the ship stands with the rule that did.
"""

from __future__ import annotations

from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.contents import ship_of
from engine.packs.cohorts.pieces.ownership import faction_of, province_of
from engine.packs.cohorts.pieces.possessions import held, move
from engine.packs.cohorts.pieces.records import Character, Province, Unit
from engine.packs.cohorts.worth.losses import destroy, drown
from engine.state import State
from engine.world import Place


@facts
class ShipSunk(Event):
    """A ship went down (cohorts.ship.sinking)."""

    ship: int
    name: str
    province: int
    drowned: tuple[str, ...]
    """The names of those aboard who were lost with it; on land nobody is."""
    flotsam: dict[str, int]
    """Its share of the stack's possessions, now in the province's cache."""


def sink(state: State, ship: Unit) -> None:
    """Take a ship with all aboard out of the game; in a land province they are unharmed.

    Its share of the stack's possessions is its part of the cargo capacity of all the stack's ships,
    the last ship's everything (cohorts.battle.artillery-hit).
    """
    world = state.world
    spot = province_of(world, ship.place)
    flotsam = _share(state, ship)
    for item, number in flotsam.items():
        move(world, ship.holder, Place("province", spot), item, number)
    lost: list[str] = []
    water = _water(state, spot)
    for cls in (Character, Unit):
        for piece in list(world.by(cls, "holder", ship.holder)):
            if ship_of(world, piece) != ship:
                continue
            if not water:
                world.put(piece.replace(ship=0))
                continue
            lost.append(piece.name)
            if isinstance(piece, Character):
                drown(world, piece, spot)
            else:
                destroy(world, piece, spot)
    destroy(world, ship, spot)
    event = ShipSunk(
        ship=ship.id,
        name=ship.name,
        province=spot,
        drowned=tuple(lost),
        flotsam=dict(sorted(flotsam.items())),
    )
    state.emit_to(event, own=(faction_of(world, ship),))


def _water(state: State, province: int) -> bool:
    terrain = state.world.get(Province, province).terrain
    return state.module.content(Content).terrains[terrain].is_water


def _share(state: State, ship: Unit) -> dict[str, int]:
    types = state.module.content(Content).ships
    ships = [u for u in state.world.by(Unit, "holder", ship.holder) if u.arm == "ship"]
    total = sum(types[each.type].cargo_capacity for each in ships)
    own = types[ship.type].cargo_capacity
    if len(ships) == 1 or not total:
        own = total = 1
    share = {each.item: each.count * own // total for each in held(state.world, ship.holder)}
    return {item: number for item, number in share.items() if number}
