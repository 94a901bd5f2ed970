"""What cities send each other in production: soldiers and arms to where hosts gather."""

from __future__ import annotations

from typing import Final

from engine.packs.cohorts.content import Weapon
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import City, Unit
from engine.packs.cohorts.production.orders import SendItems, SendReinforcements, SendUnit
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.realm import RivalView
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
