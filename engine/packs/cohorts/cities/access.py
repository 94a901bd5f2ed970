"""Which resources a city has: the deposits its barony works, and what baronies below it pass on.

Access is a yes or no per resource and is never used up. What cities make of it stands with their
orders. Sources: cohorts.city.resource-access, cohorts.world.resource-village-level.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.facts import facts
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.ownership import city_of, faction_of, relation
from engine.packs.cohorts.records import (
    Barony,
    City,
    Kingdom,
    Province,
    Territory,
    Village,
)
from engine.world import Record, World


@facts
class Tribute(Record):
    """What a capital has access to, as its faction knows it; its id is the city's.

    Only views hold these. The truth derives access from the map, which no view has whole.
    """

    kind = "tribute"

    resources: tuple[str, ...]


def worked(content: Content, province: Province, level: int) -> Iterator[str]:
    """The deposits of a province that a village of this level gathers, one entry per copy."""
    for resource in province.deposits:
        if content.resources[resource].level <= level:
            yield resource


def copies(world: World, content: Content, city: City) -> dict[str, int]:
    """How many copies of each resource a city has, by name.

    Deposits worked by the barony's villages and those of the capital's own province, which it
    works as a village of the highest level. A territory's or kingdom's wealth is no copy.
    """
    found: dict[str, int] = {}
    for province in world.by(Province, "barony", city.barony):
        level = _working_level(world, content, city, province)
        for resource in worked(content, province, level) if level else ():
            found[resource] = found.get(resource, 0) + 1
    return dict(sorted(found.items()))


def _working_level(world: World, content: Content, city: City, province: Province) -> int:
    if province.id == city.province:
        return content.cities.capital_works_as_village_level
    village = world.first(Village, "province", province.id)
    return village.level if village else 0


def access(world: World, content: Content, city: City) -> tuple[str, ...]:
    """The resources a city can use, in alphabetical order.

    Its own, and for the capital of a territory or kingdom what the baronies below it have
    themselves, unless they are held by a faction at war with it (cohorts.world.territories,
    cohorts.world.kingdoms).
    """
    found = copies(world, content, city)
    tribute = world.find(Tribute, city.id)
    found.update(dict.fromkeys(tribute.resources if tribute else (), 1))
    mine = faction_of(world, city)
    for barony in _below(world, city):
        lower = city_of(world, barony.id)
        if tribute and not (lower and lower.knows("population")):
            continue  # what this view does not hold of it, the tribute tells
        if lower and relation(world, mine, faction_of(world, lower)) != "at_war":
            found.update(copies(world, content, lower))
    return tuple(sorted(found))


def show_tributes(rules: Rules, world: World, faction: int, seen: World) -> None:
    """Tell a faction what its capitals draw from baronies that it may know nothing else of."""
    content = rules.module.content(Content)
    for city in world.all(City):
        if faction_of(world, city) == faction and next(_below(world, city), None):
            seen.put(Tribute(id=city.id, resources=access(world, content, city)))


def foods(content: Content, resources: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the resources that are food (cohorts.city.food-type)."""
    return tuple(each for each in resources if content.resources[each].class_ == "food")


def food_deposits(world: World, content: Content, city: City) -> int:
    """How many food deposits the city's barony works, also several of a kind.

    Source: cohorts.city.population-limit.
    """
    own = copies(world, content, city)
    return sum(own[food] for food in foods(content, tuple(own)))


def _below(world: World, city: City) -> Iterator[Barony]:
    """The baronies whose wealth flows to a territory or kingdom capital, without its own."""
    barony = world.find(Barony, city.barony)
    territory = world.find(Territory, barony.territory) if barony else None
    kingdom = world.find(Kingdom, territory.kingdom) if territory else None
    if kingdom and _rules_from(city, kingdom):
        realm = list(world.by(Territory, "kingdom", kingdom.id))
    elif territory and _rules_from(city, territory):
        realm = [territory]
    else:
        return
    for part in realm:
        for below in world.by(Barony, "territory", part.id):
            if below.id != city.barony:
                yield below


def _rules_from(city: City, realm: Territory | Kingdom) -> bool:
    # A view that does not name the capital does not know that city, so it is none of one's own.
    return realm.knows("capital") and realm.capital == city.id
