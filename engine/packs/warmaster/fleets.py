"""Fleets of the world as those who fight at sea (warmaster.map.naval)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.packs.cohorts.battle.muster import Band, members
from engine.packs.cohorts.pieces.contents import ship_of
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.warmaster.battle.naval import FightingShip
from engine.packs.warmaster.battle.values import Army, Captain, SideName
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.content.campaign import WarShip
from engine.packs.warmaster.fielding import captain_of, figures_of_unit, item_for
from engine.packs.warmaster.fighting import FightingSide
from engine.packs.warmaster.leading import role_of, staff
from engine.packs.warmaster.muster import in_order
from engine.packs.warmaster.pieces import carried, stands_of
from engine.packs.warmaster.standing import leader_post
from engine.state import State


def figures_of_ship(war: WarmasterContent, ship: Unit) -> WarShip:
    """How a ship of the base game fights."""
    return next(each for each in war.war_ships.values() if ship.type in each.bodies)


def fleet_of(state: State, side: SideName, bands: Sequence[Band]) -> FightingSide:
    """A side's ships in roster order, and the characters aboard as an army without units."""
    war = state.module.content(WarmasterContent)
    pieces = list(_reporting(state, bands))
    ships = [piece for piece in pieces if isinstance(piece, Unit) and piece.arm == "ship"]
    aboard = [each for each in pieces if isinstance(each, Character) and _in_fleet(state, each)]
    posts = {each.id: leader_post(state.world, each).commander for each in aboard}
    led = staff(war, aboard, [id for id, commands in posts.items() if commands])
    captains = [
        captain_of(state, each, "general" if each is led.general else role_of(war, each))
        for each in ((led.general, *led.others) if led.general else led.others)
    ]
    army = Army(side=side, troops=(), captains=tuple(captains))
    return FightingSide(
        army=army,
        ships=tuple(_ship(state, war, side, ship, captains) for ship in ships),
        aboard={each.place: ship.place for each in aboard if (ship := ship_of(state.world, each))},
    )


def _reporting(state: State, bands: Sequence[Band]) -> Iterator[Character | Unit]:
    for band in in_order(bands):
        within = [piece for piece in members(state.world, band) if piece.slot]
        yield from sorted(within, key=lambda piece: (piece.slot, piece.id))


def _in_fleet(state: State, character: Character) -> bool:
    return ship_of(state.world, character) is not None


def _ship(
    state: State,
    war: WarmasterContent,
    side: SideName,
    ship: Unit,
    captains: Sequence[Captain],
) -> FightingShip:
    figures = figures_of_ship(war, ship)
    world = state.world
    bonus = sum(
        captain.bonus
        for captain in captains
        if captain.piece and _aboard(state, world.get(Character, captain.piece.id), ship)
    )
    return FightingShip(
        side=side,
        piece=ship.place,
        name=ship.name,
        type=figures.key,
        attacks=figures.attacks,
        hits=figures.hits,
        armour=figures.armour,
        full_stands=figures.stands,
        stands=stands_of(figures.stands, ship.wounds),
        bonus=bonus,
        banner=_banner(state, war, ship),
    )


def _aboard(state: State, piece: Character | Unit, ship: Unit) -> bool:
    found = ship_of(state.world, piece)
    return found is not None and found.id == ship.id


def _banner(state: State, war: WarmasterContent, ship: Unit) -> int:
    """What a Battle Banner that a unit aboard carries gives each stand of its ship."""
    for unit in state.world.by(Unit, "holder", ship.holder):
        if unit.arm == "ship" or not _aboard(state, unit, ship):
            continue
        item = item_for(war, carried(state.world, unit), figures_of_unit(state, unit))
        if item and item.effect.does == "more attacks":
            return item.effect.by
    return 0
