"""What a player sees to at home: the fallen, who keeps a city, and teammates."""

from __future__ import annotations

from typing import Final

from engine.campaign import Player
from engine.packs.cohorts.characters.renown import TransferRenown
from engine.packs.cohorts.cities.handing import TransferCity
from engine.packs.cohorts.content import Weapon
from engine.packs.cohorts.pieces.ownership import of_player
from engine.packs.cohorts.pieces.positions import renown_of
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Character, City, Stack, Unit
from engine.packs.cohorts.pieces.territories import Territory
from engine.packs.cohorts.production.orders import SendItems, SendReinforcements, SendUnit
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.heroes import hires
from engine.packs.cohorts.rivals.musters import is_host
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.stacks.banners import SetBanner, holds
from engine.packs.cohorts.stacks.equipping import StripUnit
from engine.packs.cohorts.stacks.leaving import BuryUnit, GiftUnit
from engine.packs.cohorts.stacks.messages import ChangeMessage
from engine.rivals import Reason

_PLENTY: Final = 150
"""Number of arms of a kind from which a city gives half away."""


def convoys(realm: RivalView, desk: Desk, rally: int) -> None:
    """Leave somebody in bare cities, and send what others can spare to where hosts gather."""
    for city in realm.cities():
        if not realm.garrison(city):
            _leave_some(realm, desk, city)
    to = realm.world.first(City, "province", rally)
    if to is None:
        return
    for city in realm.cities():
        if city.id == to.id:
            continue
        ends = {"city": ref(city), "target": ref(to)}
        reason = Reason("gather", (to.place,))
        garrison = realm.garrison(city)
        if len(garrison) > 1:
            desk.give(SendReinforcements, reason, {**ends, "unit": ref(garrison[-1])})
        for each in held(realm.world, city.place):
            if each.count >= _PLENTY and isinstance(realm.content.item(each.item), Weapon):
                values = {**ends, "item": each.item, "count": each.count // 2}
                if desk.give(SendItems, reason, values):
                    break


def _leave_some(realm: RivalView, desk: Desk, city: City) -> None:
    """Have the smallest unit of a host that stands by go into a city that has nobody."""
    near = (stack for stack in realm.stacks() if stack.province == city.province)
    hosts = ([each for each in realm.fighters(s) if isinstance(each, Unit)] for s in near)
    large = max(hosts, key=len, default=list[Unit]())
    if len(large) > 1:
        least = min(large, key=lambda unit: (unit.soldiers * unit.level, unit.id))
        values = {"unit": ref(least), "target": ref(city)}
        desk.give(SendUnit, Reason("bare", (city.place,)), values)


_WISER: Final = 3
"""Levels above which a lord should not sit at home while somebody else could."""
_RICH: Final = 3
"""Cities from which on a player gives one to a teammate who has none."""
_ALMS: Final = 4
"""A player shares renown with a teammate who has not a fraction of this size of it."""


def keep(realm: RivalView, desk: Desk) -> None:
    """Do for the own people, cities and teammates what no action is needed for."""
    _fallen(realm, desk)
    for city in realm.cities():
        _lord(realm, desk, city)
    for mate in realm.world.by(Player, "faction", realm.faction):
        if mate.id != realm.player and mate.active:
            _share(realm, desk, mate)
            _join(realm, desk, mate)
    _colours(realm, desk)


def _fallen(realm: RivalView, desk: Desk) -> None:
    """Take the arms of the first characters, who may yet be called back, and bury the others."""
    for hero in list(realm.world.by(Character, "player", realm.player)):
        if not hero.dead or not _with_us(realm, hero):
            continue
        if not hero.starting:
            values = {"piece": ref(hero), "sure": True}
            desk.give(BuryUnit, Reason("fallen", (hero.place,)), values)
        elif hero.equipment:
            desk.give(StripUnit, Reason("fallen", (hero.place,)), {"piece": ref(hero)})


def _with_us(realm: RivalView, piece: Character | Unit) -> bool:
    """Whether a piece lies in a stack or city of the player."""
    spot = realm.world.at(piece.holder)
    return isinstance(spot, Stack | City) and of_player(realm.world, spot, realm.player)


def _lord(realm: RivalView, desk: Desk, city: City) -> None:
    """Have somebody keep a city who is not missed elsewhere, if the best of all sits there."""
    lord = realm.world.find(Character, city.baron)
    here = realm.world.by(Character, "holder", city.place)
    free = [each for each in here if each in realm.heroes() and each.id not in realm.barons]
    heir = min(free, key=lambda each: (each.level, each.id), default=None)
    if lord and heir and lord.holder == city.place and lord.level >= heir.level + _WISER:
        values = {"city": ref(city), "character": ref(heir)}
        desk.give(TransferCity, Reason("needed_abroad", (lord.place,)), values)


def _share(realm: RivalView, desk: Desk, mate: Player) -> None:
    """Give a teammate without a city one of many, and renown to who has little."""
    world = realm.world
    people = [each for each in world.by(Character, "player", mate.id) if not each.dead]
    homeless = not any(of_player(world, city, mate.id) for city in world.all(City))
    free = [each for each in people if not each.captor]
    if homeless and free and len(realm.cities()) >= _RICH:
        city = max(realm.cities(), key=lambda each: (len(realm.guilds(each)) == 0, each.id))
        values = {"city": ref(city), "character": ref(free[0])}
        desk.give(TransferCity, Reason("teammate", (mate.place,)), values)
    own = renown_of(world, realm.player)
    if not hires(realm) and renown_of(world, mate.id) * _ALMS < own:
        values = {"target": ref(mate), "amount": own // _ALMS}
        desk.give(TransferRenown, Reason("teammate", (mate.place,)), values)


def _join(realm: RivalView, desk: Desk, mate: Player) -> None:
    """Give a straggler to the larger host of a teammate that stands beside it."""
    for stack in realm.stacks():
        own = [each for each in realm.fighters(stack) if isinstance(each, Unit)]
        for host in realm.world.by(Stack, "player", mate.id):
            units = list(realm.world.by(Unit, "holder", host.place))
            if len(own) == 1 < len(units) and host.province == stack.province:
                values = {"piece": ref(own[0]), "target": ref(mate), "stack": ref(host)}
                if desk.give(GiftUnit, Reason("join_forces", (host.place,)), values):
                    break


def _colours(realm: RivalView, desk: Desk) -> None:
    """Have hosts fly the banner of a territory that the faction holds, and taunt enemies."""
    lands = [each for each in realm.world.all(Territory) if holds(realm.world, realm.faction, each)]
    for stack in realm.stacks():
        if lands and not stack.banner and is_host(realm, stack):
            land = lands[stack.id % len(lands)]
            values = {"stack": ref(stack), "territory": ref(land)}
            desk.give(SetBanner, Reason("banner", (land.place,)), values)
    cries = realm.content.rival_play.cries
    at_war = any(realm.stands(each) == "at_war" for each in realm.rivals)
    for stack in realm.stacks():
        if cries and at_war and not stack.message and is_host(realm, stack):
            cry = cries[realm.drawn(f"stack:{stack.id}", "cry", len(cries)) - 1]
            values = {"bearer": ref(stack), "message": cry}
            desk.give(ChangeMessage, Reason("taunt", (stack.place,)), values)
