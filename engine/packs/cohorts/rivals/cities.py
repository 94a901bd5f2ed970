"""What each city does with its actions: soldiers, villages, guilds, walls, people, works."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.module.natures import USUAL, Wish
from engine.names import NAME_LENGTH
from engine.orders import Order
from engine.packs.cohorts.cities.acting import AttractPopulation, ConscriptRecruits
from engine.packs.cohorts.cities.improvements import BuildImprovement
from engine.packs.cohorts.cities.making import MakeEquipment, makeable, most, obstacles
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
from engine.packs.cohorts.content.items import Made
from engine.packs.cohorts.guilds.founding import BuildGuild
from engine.packs.cohorts.guilds.raising import ImproveGuild
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.possessions import count
from engine.packs.cohorts.pieces.records import (
    City,
    Province,
    Tower,
    Unit,
    Village,
)
from engine.packs.cohorts.rivals.arming import (
    COMPANY,
    FRONT,
    makes_weapons,
    slot_for,
    talents_for,
    weapons_in,
)
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.guilds import foundable
from engine.packs.cohorts.rivals.naming import unit_name
from engine.packs.cohorts.rivals.realm import RivalView, war_aims
from engine.packs.cohorts.things.arms import is_weapon, kind_of, outfit, worth
from engine.rivals import Reason

_WHOLE: Final = 200
"""Soldiers of a unit at most: several fight better than one."""
_GUARD: Final = 60
"""Soldiers that guard a city though there is no weapon for them."""
_STOCK: Final = 220
"""As many of a piece of equipment a city wants to have ready."""
_FOR_A_WAR: Final = 5
"""How much more soldiers and their arms are worth in a war for a city."""
_NO_WEAPONS: Final = 10
"""How much more weapons are worth to a city in which recruits wait and none lie."""
_UNGUARDED: Final = 30
"""How much more soldiers are worth to a city that has none, be its lord as peaceful as may be."""
_FEW: Final = 4500
"""Number of people below which a city conscripts nobody."""
_WALLS: Final = (5, 3, 1, 0)
"""What walls are worth more than they are else, by the level that stands."""
TOWERS: Final[Sequence[tuple[Wish, type[Order], str, str]]] = (
    ("guile", BuildWatchTower, "lookout", "watch"),
    ("lore", BuildWizardTower, "lookout", "wizard"),
    ("war", BuildGuardTower, "lookout", "guard"),
    ("war", BuildCastle, "castle", "castle"),
)
"""What a barony builds: the wish that it serves, the order, its reason, and the kind."""
_ENOUGH_TOWERS: Final = 3
"""By so much less another tower of a kind is worth to a barony."""
_ENOUGH_WORKED: Final = 4
"""By so much less a village is worth that reaches all deposits of its land."""
_EARLY: Final = {"barracks": 3, "smithy": 3, "livery": 2, "lumber_mill": 2}
_LATER: Final = 1.5
"""By so much less each further level of an improvement is worth."""


@dataclass(frozen=True, slots=True)
class Work:
    """Something that a city may do with an action."""

    worth: float
    order: type[Order]
    reason: Reason
    values: dict[str, Any]


Soldiers = Callable[[RivalView, City], Iterator[Work]]
"""What units a city may train."""


def works(realm: RivalView, desk: Desk, soldiers: Soldiers) -> None:
    """Spend the actions of all cities, each time on what is worth most and can be done."""
    for city in realm.cities():
        if city.actions and realm.heeds(city, "works"):
            _spend(realm, desk, city, soldiers)


def _spend(realm: RivalView, desk: Desk, city: City, soldiers: Soldiers) -> None:
    while city.actions > 0:
        wanted = sorted(_wanted(realm, city, soldiers), key=lambda work: -work.worth)
        taken = next((work for work in wanted if _begun(desk, city, work)), None)
        if taken is None:
            return
        if taken.order is ImproveGuild:
            realm.raised[taken.values["guild"].id] = None
        city = realm.world.get(City, city.id)


def _begun(desk: Desk, city: City, work: Work) -> bool:
    return desk.first(work.order, work.reason, {"city": ref(city), **work.values})


def _wanted(realm: RivalView, city: City, soldiers: Soldiers) -> Iterator[Work]:
    yield from soldiers(realm, city)
    yield from _guilds(realm, city)
    yield from _land(realm, city)
    yield from _people(realm, city)
    yield from _smiths(realm, city)
    yield from _walls(realm, city)


def _work(
    realm: RivalView,
    wish: Wish,
    order: type[Order],
    why: str,
    city: City,
    more: float = 0,
    **values: Any,
) -> Work:
    """A work worth what the module says of its order, and now so much `more`."""
    chance = realm.drawn(f"city:{city.id}", " ".join(order.path), 4)
    worth_ = realm.worth(order) + more + realm.points(order)
    weight = worth_ * (1 + realm.wants(wish)) / (1 + USUAL) + chance / 2
    about = values.pop("about", city)
    return Work(weight, order, Reason(why, (about.place,)), values)


# ---------------------------------------------------------------- people and soldiers


def soldiers(realm: RivalView, city: City) -> Iterator[Work]:
    """Units from the recruits that wait, with the best that lies in the city for each of them.

    Nobody is sent to war with bare hands, but for the first guard of a bare city, and where no
    city of the player can make a weapon.
    """
    number = sum(1 for _ in realm.world.by(Unit, "player", realm.player))
    armed = weapons_in(realm, city)
    bare = not realm.garrison(city)
    helpless = not (realm.bears_arms and any(makes_weapons(realm, e) for e in realm.cities()))
    for race, waiting in waiting_in(realm.state, city)[:2]:
        if waiting < COMPANY or not (armed >= COMPANY or bare or helpless):
            continue
        few = armed if armed >= COMPANY else _GUARD
        size = min(waiting, _WHOLE, _WHOLE if helpless and armed < COMPANY else few)
        equipment = outfit(realm.world, realm.content, city.place, size)
        values = {
            "race": race.key,
            "quantity": size,
            "name": unit_name(realm, city, _called(realm, equipment)),
            "slot": slot_for(realm.content, equipment, number),
            "equipment": equipment,
            "talents": tuple(talents_for(realm, city, equipment)[:1]),
        }
        more = 4 * (armed >= COMPANY) + _needed(realm) + 4 * (number < 3)
        if bare and city.actions > 1:
            more += _UNGUARDED
        yield _work(realm, "war", TrainMilitaryUnits, "recruits", city, more, **values)


def _needed(realm: RivalView) -> int:
    """How much more soldiers are worth to who sees enemies, and to who wants a city by a war."""
    return 3 * bool(realm.sighted) + _FOR_A_WAR * bool(war_aims(realm))


def _called(realm: RivalView, equipment: Sequence[str]) -> str:
    """What units with such arms are called."""
    if any(each in realm.content.mounts for each in equipment):
        return "Riders"
    if not any(is_weapon(realm.content.item(each)) for each in equipment):
        return "Watch"
    return "Archers" if slot_for(realm.content, equipment, 0) > FRONT else "Foot"


def _people(realm: RivalView, city: City) -> Iterator[Work]:
    people = head_count(city)
    yield _work(realm, "people", AttractPopulation, "grow", city)
    waiting = sum(number for _, number in waiting_in(realm.state, city))
    if people > _FEW and waiting < COMPANY:
        more = _needed(realm) + people // 4000
        yield _work(realm, "war", ConscriptRecruits, "few_soldiers", city, more)


# ---------------------------------------------------------------- land


def _land(realm: RivalView, city: City) -> Iterator[Work]:
    world, content = realm.world, realm.content
    for province in world.by(Province, "barony", city.barony):
        village = world.first(Village, "province", province.id)
        needed = max((content.resources[each].level for each in province.deposits), default=0)
        if village is None and province.deposits and province.id != city.province:
            food = any(content.resources[each].class_ == "food" for each in province.deposits)
            values = {"province": ref(province), "about": province}
            more = 2 * food + _wanted_for_guilds(realm, city, province)
            yield _work(realm, "land", ConstructVillage, "deposits", city, more, **values)
        elif village and village.knows("level"):
            values = {"village": ref(village), "about": village}
            more = _wanted_for_guilds(realm, city, province)
            if village.level >= needed:
                more = -_ENOUGH_WORKED - village.level / 2
            yield _work(realm, "land", ImproveVillage, "village", city, more, **values)
            if not province.deposits and (spot := _rich(realm, city)):
                values = {"village": ref(village), "province": ref(spot), "about": village}
                yield _work(realm, "land", RelocateVillage, "better_land", city, 0, **values)
    yield _work(realm, "land", BuildRoad, "roads", city)


def _rich(realm: RivalView, city: City) -> Province | None:
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


def _wanted_for_guilds(realm: RivalView, city: City, province: Province) -> int:
    """Whether deposits are among those that guilds or the smithy ask for."""
    rare = [realm.content.resources[each].availability for each in province.deposits]
    return 3 if any(each != "common" for each in rare) else 0


# ---------------------------------------------------------------- guilds and works


def _guilds(realm: RivalView, city: City) -> Iterator[Work]:
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
            yield _work(realm, "lore", BuildGuild, "founder", city, 0, **values)
    for guild in realm.guilds(city):
        if guild.id in realm.raised:
            continue
        values = {"guild": ref(guild), "about": guild}
        yield _work(realm, "lore", ImproveGuild, "guild", city, 0, **values)


def _smiths(realm: RivalView, city: City) -> Iterator[Work]:
    world, content = realm.world, realm.content
    for key, works_ in content.improvements.items():
        level = city.improvements.get(key, 0)
        if level < works_.levels:
            more = _EARLY.get(key, 0) - _LATER * level
            values = {"improvement": key}
            yield _work(realm, "gold", BuildImprovement, "works", city, more, **values)
    waiting = sum(number for _, number in waiting_in(realm.state, city)) >= COMPANY
    lacking = weapons_in(realm, city) < COMPANY
    made = [item for item in makeable(content) if _lacks(realm, city, item.key)]
    best: dict[str, tuple[float, str]] = {}
    for item in made:
        if next(obstacles(world, content, city, item), None) is None:
            kind = kind_of(item)
            rated = (worth(content, {"": item.key}) * _batch(realm, city, item), item.key)
            best[kind] = max(best.get(kind, rated), rated)
    for kind, (_, key) in best.items():
        armed = kind in ("arms", "long", "shots")
        more = 3 * waiting + _NO_WEAPONS * (armed and lacking and waiting)
        more += _FOR_A_WAR * bool(war_aims(realm)) * waiting
        yield _work(realm, "war", MakeEquipment, "arms", city, more, item=key)


def _batch(realm: RivalView, city: City, item: Made) -> int:
    """For how many of a unit the items are enough that an action makes."""
    return min(_WHOLE, most(realm.world, realm.content, city, item))


def _lacks(realm: RivalView, city: City, item: str) -> bool:
    return count(realm.world, city.place, item) < _STOCK


def _walls(realm: RivalView, city: City) -> Iterator[Work]:
    home = realm.world.get(Province, city.province)
    if home.fortification < len(_WALLS):
        more = _WALLS[home.fortification] + 3 * bool(realm.sighted)
        yield _work(realm, "people", BuildWalls, "walls", city, more, province=ref(home))
    lands = [each.id for each in realm.world.by(Province, "barony", city.barony)]
    towers = [each.type for spot in lands for each in realm.world.by(Tower, "province", spot)]
    for wish, order, why, kind in TOWERS:
        fewer = -_ENOUGH_TOWERS * towers.count(kind)
        yield _work(realm, wish, order, why, city, fewer)
