"""What each city does with its actions: soldiers, villages, guilds, walls, people, works."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.module.natures import USUAL, Wish
from engine.names import NAME_LENGTH
from engine.orders import Order
from engine.packs.cohorts.battle.usual import worth
from engine.packs.cohorts.cities.acting import AttractPopulation, ConscriptRecruits
from engine.packs.cohorts.cities.improvements import BuildImprovement
from engine.packs.cohorts.cities.making import MakeEquipment, makeable, obstacles
from engine.packs.cohorts.cities.roads import BuildRoad
from engine.packs.cohorts.cities.towers import (
    BuildCastle,
    BuildGuardTower,
    BuildWatchTower,
    BuildWizardTower,
)
from engine.packs.cohorts.cities.training import TrainMilitaryUnits, waiting_in
from engine.packs.cohorts.cities.villages import ConstructVillage, ImproveVillage, RelocateVillage
from engine.packs.cohorts.cities.walls import BuildWalls
from engine.packs.cohorts.content import Armor, Gear, Weapon
from engine.packs.cohorts.content.items import Made
from engine.packs.cohorts.guilds.founding import BuildGuild
from engine.packs.cohorts.guilds.raising import ImproveGuild
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.possessions import count, held
from engine.packs.cohorts.pieces.records import City, Possession, Province, Unit, Village
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.guilds import foundable
from engine.packs.cohorts.rivals.realm import Realm
from engine.rivals import Reason

COMPANY: Final = 40
"""Recruits that make a unit worth training."""
_WHOLE: Final = 150
"""Soldiers of a unit at most: several fight better than one."""
_STOCK: Final = 120
"""As many of a piece of equipment a city wants to have ready."""
_UNGUARDED: Final = 30
"""How much more soldiers are worth to a city that has none, be its lord as peaceful as may be."""
_FEW: Final = 4500
"""Below so many people a city conscripts nobody."""
_WALLS: Final = (7, 5, 3, 2)
"""What walls are worth, by the level that stands."""
_LINES: Final = 5
"""The battle slots of the first ranks, over which units are spread."""


@dataclass(frozen=True, slots=True)
class Work:
    """Something that a city may do with an action."""

    worth: float
    order: type[Order]
    reason: Reason
    values: dict[str, Any]


def works(realm: Realm, desk: Desk) -> None:
    """Spend the actions of all cities, each time on what is worth most and can be done."""
    for city in realm.cities():
        if city.besieged and not city.actions:
            continue
        _spend(realm, desk, city)


def _spend(realm: Realm, desk: Desk, city: City) -> None:
    while city.actions > 0:
        wanted = sorted(_wanted(realm, city), key=lambda work: -work.worth)
        taken = next((work for work in wanted if _begun(desk, city, work)), None)
        if taken is None:
            return
        if taken.order is ImproveGuild:
            realm.raised[taken.values["guild"].id] = None
        city = realm.world.get(City, city.id)


def _begun(desk: Desk, city: City, work: Work) -> bool:
    return desk.first(work.order, work.reason, {"city": ref(city), **work.values})


def _wanted(realm: Realm, city: City) -> Iterator[Work]:
    yield from _soldiers(realm, city)
    yield from _guilds(realm, city)
    yield from _land(realm, city)
    yield from _people(realm, city)
    yield from _smiths(realm, city)
    yield from _walls(realm, city)


def _work(
    realm: Realm, wish: Wish, worth: float, order: type[Order], why: str, city: City, **values: Any
) -> Work:
    chance = realm.drawn(f"city:{city.id}", " ".join(order.path), 4)
    weight = worth * (1 + realm.wants(wish)) / (1 + USUAL) + chance / 2
    about = values.pop("about", city)
    return Work(weight, order, Reason(why, (about.place,)), values)


# ---------------------------------------------------------------- people and soldiers


def _soldiers(realm: Realm, city: City) -> Iterator[Work]:
    """Units from the recruits that wait, with the best that lies in the city for each of them."""
    number = sum(1 for _ in realm.world.by(Unit, "player", realm.player))
    for race, waiting in waiting_in(realm.state, city)[:2]:
        if waiting >= COMPANY:
            armed = max((each.count for each in _weapons(realm, city)), default=0)
            size = min(waiting, _WHOLE, armed if armed >= COMPANY else _WHOLE)
            values = {
                "race": race.key,
                "quantity": size,
                "name": f"{city.name[:20]} Foot {realm.turn}-{number + 1}",
                "slot": 1 + number % _LINES,
                "equipment": tuple(_arms(realm, city, size)),
            }
            worth_ = 6 + 4 * (armed >= COMPANY) + 3 * bool(realm.sighted) + 4 * (number < 3)
            if not realm.garrison(city) and city.actions > 1:
                worth_ += _UNGUARDED
            yield _work(realm, "war", worth_, TrainMilitaryUnits, "recruits", city, **values)


def _weapons(realm: Realm, city: City) -> Iterator[Possession]:
    """What lies in a city that soldiers fight with hand to hand."""
    for each in held(realm.world, city.place):
        item = realm.content.item(each.item)
        if isinstance(item, Weapon) and 1 in item.hands and "shield" not in item.classes:
            yield each


def _arms(realm: Realm, city: City, soldiers: int) -> Iterator[str]:
    """The best arms of each kind of which a city has enough for so many."""
    content, best = realm.content, dict[str, tuple[float, str]]()
    for each in held(realm.world, city.place):
        if each.count < soldiers:
            continue
        match content.item(each.item):
            case Weapon() | Armor() | Gear() as item:
                kind = _kind(item)
            case _:
                continue
        if kind == "transport":
            continue
        rated = (worth(content, {"": each.item}), each.item)
        best[kind] = max(best.get(kind, rated), rated)
    return iter(item for _, item in best.values())


def _people(realm: Realm, city: City) -> Iterator[Work]:
    people = head_count(city)
    yield _work(realm, "people", 5, AttractPopulation, "grow", city)
    waiting = sum(number for _, number in waiting_in(realm.state, city))
    if people > _FEW and waiting < COMPANY:
        need = 5 + 3 * bool(realm.sighted) + people // 4000
        yield _work(realm, "war", need, ConscriptRecruits, "few_soldiers", city)


# ---------------------------------------------------------------- land


def _land(realm: Realm, city: City) -> Iterator[Work]:
    world, content = realm.world, realm.content
    for province in world.by(Province, "barony", city.barony):
        village = world.first(Village, "province", province.id)
        needed = max((content.resources[each].level for each in province.deposits), default=0)
        if village is None and province.deposits and province.id != city.province:
            food = any(content.resources[each].class_ == "food" for each in province.deposits)
            values = {"province": ref(province), "about": province}
            worth_ = 6 + 2 * food + _wanted_for_guilds(realm, city, province)
            yield _work(realm, "land", worth_, ConstructVillage, "deposits", city, **values)
        elif village and village.knows("level"):
            values = {"village": ref(village), "about": village}
            worth_ = 6 if village.level < needed else 2 - village.level / 2
            yield _work(realm, "land", worth_, ImproveVillage, "village", city, **values)
            if not province.deposits and (spot := _rich(realm, city)):
                values = {"village": ref(village), "province": ref(spot), "about": village}
                yield _work(realm, "land", 2, RelocateVillage, "better_land", city, **values)
    yield _work(realm, "land", 2, BuildRoad, "roads", city)


def _rich(realm: Realm, city: City) -> Province | None:
    """Land of a barony with deposits that nobody works."""
    return next(
        (
            each
            for each in realm.world.by(Province, "barony", city.barony)
            if each.deposits and each.id != city.province
            if realm.world.first(Village, "province", each.id) is None
        ),
        None,
    )


def _wanted_for_guilds(realm: Realm, city: City, province: Province) -> int:
    """Whether deposits are among those that guilds or the smithy ask for."""
    rare = [realm.content.resources[each].availability for each in province.deposits]
    return 2 if any(each != "common" for each in rare) else 0


# ---------------------------------------------------------------- guilds and works


def _guilds(realm: Realm, city: City) -> Iterator[Work]:
    world, content = realm.world, realm.content
    for hero in (h for h in realm.heroes() if province_of(world, h.place) == city.province):
        for key in foundable(realm, hero, city):
            plain = content.guilds[key].name
            full = f"{city.name} {plain}"
            values = {
                "type": key,
                "name": full if len(full) <= NAME_LENGTH else plain[:NAME_LENGTH],
                "founder": ref(hero),
                "about": hero,
            }
            yield _work(realm, "lore", 14, BuildGuild, "founder", city, **values)
    for guild in realm.guilds(city):
        values = {"guild": ref(guild), "about": guild}
        yield _work(realm, "lore", 5, ImproveGuild, "guild", city, **values)


def _smiths(realm: Realm, city: City) -> Iterator[Work]:
    world, content = realm.world, realm.content
    for key, works_ in content.improvements.items():
        level = city.improvements.get(key, 0)
        if level < works_.levels:
            early = {"barracks": 5, "smithy": 5, "livery": 4, "lumber_mill": 4}.get(key, 2)
            values = {"improvement": key}
            worth_ = early - 1.5 * level
            yield _work(realm, "gold", worth_, BuildImprovement, "works", city, **values)
    bare = not any(each.count >= COMPANY for each in _weapons(realm, city))
    made = [item for item in makeable(content) if _lacks(realm, city, item.key)]
    best: dict[str, tuple[float, str]] = {}
    for item in made:
        if next(obstacles(world, content, city, item), None) is None:
            kind, rated = _kind(item), (worth(content, {"": item.key}), item.key)
            best[kind] = max(best.get(kind, rated), rated)
    for kind, (_, key) in best.items():
        urgent = 3 * bool(waiting_in(realm.state, city)) + 6 * (kind == "arms" and bare)
        yield _work(realm, "war", 2 + urgent, MakeEquipment, "arms", city, item=key)


def _kind(item: Made) -> str:
    """What of one kind of equipment only the best is made."""
    match item:
        case Weapon():
            return "shield" if "shield" in item.classes else "arms" if 1 in item.hands else "long"
        case Gear():
            return item.place
        case _:
            return item.made_in + type(item).__name__


def _lacks(realm: Realm, city: City, item: str) -> bool:
    return count(realm.world, city.place, item) < _STOCK


def _walls(realm: Realm, city: City) -> Iterator[Work]:
    home = realm.world.get(Province, city.province)
    if home.fortification < len(_WALLS):
        worth_ = _WALLS[home.fortification] + 3 * bool(realm.sighted)
        yield _work(realm, "people", worth_, BuildWalls, "walls", city, province=ref(home))
    yield _work(realm, "guile", 2, BuildWatchTower, "lookout", city)
    yield _work(realm, "lore", 2, BuildWizardTower, "lookout", city)
    yield _work(realm, "war", 1, BuildGuardTower, "lookout", city)
    yield _work(realm, "war", 2, BuildCastle, "castle", city)
