"""Looking into foreign cities: which are worth it, who goes near, and the spies' missions.

What a city keeps inside nobody sees from outside, and a war is won or lost by it. So a party with
a spy goes within reach of a city that may be fought over, and stays until it was looked into.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.packs.cohorts.covert.odds import reach
from engine.packs.cohorts.covert.spying import SpyCity
from engine.packs.cohorts.diplomacy.hostility import calm
from engine.packs.cohorts.knowledge.nearness import around
from engine.packs.cohorts.pieces.ownership import cities_of, province_of
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Unit
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.goals import Goal
from engine.packs.cohorts.rivals.realm import RivalView, war_aims
from engine.rivals import Reason

_SPY: Final = "spy"
"""The skill of spies."""
_READY: Final = 7
"""The first turn in which anybody looks into the cities of those with whom there is no war."""
_NEAR: Final = 12
"""Provinces between an own city and one that is worth a look."""
_ABROAD: Final = 20
"""Provinces that a party goes for a look."""
_NEWS: Final = 1
"""Turns after which an enemy's city is looked into again ..."""
_OLD: Final = 2
"""... and one of somebody with whom there is no war."""
_IN_WAR: Final = 400
_IN_PEACE: Final = 200
"""What a look is worth to a party: more than unknown land, however much of that there is."""


def unread(realm: RivalView, city: City) -> bool:
    """Whether a wild city is left alone until somebody has looked into it.

    The seat of a realm may be guarded far better than other cities, and guards who have won a
    battle are better than they were taken for. Only who tries battles thinks of that.
    """
    if not realm.skill.tries_battles or realm.owner(city.province):
        return False
    seen = realm.last_seen(city.place)
    guards = [each for each in seen.members if each.place.kind == Unit.kind] if seen else []
    if guards:
        return any(each.read is None or each.read.level is None for each in guards)
    return city.id in realm.seats and not (seen and seen.searched)


def wanted(realm: RivalView) -> list[City]:
    """The cities into which it would look, enemies' first, then those it knows least, the nearest.

    Of each faction only one, and where there is no war only now and then, for spies are caught.
    """
    own = cities_of(realm.world, realm.faction)
    aims = war_aims(realm)
    ranked: list[tuple[bool, bool, int, int, int, City]] = []
    looked: dict[int, None] = {}
    known = (each for each in realm.world.all(City) if each.knows("province"))
    for city in known if own else ():
        owner = realm.owner(city.province)
        foreign = owner in realm.rivals and realm.stands(owner) != "allied"
        dark = unread(realm, city)
        if not (foreign or dark) or calm(realm.world, city.province):
            continue
        peace = realm.stands(owner) != "at_war"
        far = min(realm.far(each.province, city.province) for each in own)
        seen = realm.last_seen(city.place)
        if seen and not dark and realm.turn - seen.turn <= (_OLD if peace else _NEWS):
            looked[owner] = None
        elif far <= _NEAR and realm.turn >= _READY * peace:
            last = seen.turn if seen else 0
            ranked.append((peace, city.id not in aims, last, far, city.id, city))
    found: list[City] = []
    for peace, *_, city in sorted(ranked, key=lambda each: each[:-1]):
        owner = realm.owner(city.province)
        if not (peace and owner in looked) and all(realm.owner(e.province) != owner for e in found):
            found.append(city)
    return found


def looks(realm: RivalView, stack: Stack) -> Iterator[Goal]:
    """Where a party with a spy could go to look into a city, and stay until it has."""
    people = (each for each in realm.fighters(stack) if isinstance(each, Character))
    reaches = [reach(realm.world, realm.content, each) for each in people if is_spy(each)]
    if not reaches:
        return
    within = max(reaches)
    for city in wanted(realm):
        spots = sorted(_beside(realm, city, within), key=lambda s: realm.far(stack.province, s))
        if spots and realm.far(stack.province, spots[0]) <= _ABROAD:
            war = realm.stands(realm.owner(city.province)) == "at_war"
            reason, worth = Reason("looks", (city.place,)), _IN_WAR if war else _IN_PEACE
            yield Goal(f"look {city.id}", worth, tuple(spots), reason, stays=True)


def _beside(realm: RivalView, city: City, within: int) -> Iterator[int]:
    """The known land within reach of a city, except in the barony of the city."""
    terrains = realm.content.terrains
    for spot, far in around(realm.world, city.province):
        if far > within:
            return
        land = realm.world.find(Province, spot)
        if land is None or terrains[land.terrain].is_water:
            continue
        at_its_walls = land.knows("barony") and land.barony == city.barony
        if not (at_its_walls or calm(realm.world, spot)):
            yield spot


def is_spy(hero: Character) -> bool:
    """Whether a character is trained as a spy."""
    return bool(hero.skills.get(_SPY))


def spies(realm: RivalView, desk: Desk, hero: Character) -> bool:
    """Have a spy abroad look into a city within reach; whether there was one."""
    if not (is_spy(hero) and isinstance(realm.world.at(hero.holder), Stack)):
        return False
    here, most = province_of(realm.world, hero.place), reach(realm.world, realm.content, hero)
    for city in wanted(realm) if not calm(realm.world, here) else ():
        key = ("look", city.id)
        if key in realm.claimed or realm.far(here, city.province) > most:
            continue
        values = {"character": ref(hero), "target": ref(city)}
        if desk.give(SpyCity, Reason("secrets", (hero.place,)), values, bold=True):
            realm.claimed[key] = None
            return True
    return False
