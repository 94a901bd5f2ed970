"""Which resources a city has: worked deposits, what it receives, what baronies below it pass on.

Access is a yes or no per resource and is never used up; what is open for trade or traded away does
not count. What cities make of it stands with their orders, the books of trade in `trade.books`.
Sources: cohorts.city.resource-access, cohorts.world.resource-village-level.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.facts import facts
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import cities_of, city_of, faction_of, relation
from engine.packs.cohorts.pieces.records import City, Province, Village
from engine.packs.cohorts.pieces.territories import Barony, Kingdom, Territory
from engine.packs.cohorts.trade.books import minus, open_copies, received, traded_away
from engine.world import Record, World


@facts
class Tribute(Record):
    """What a capital draws from baronies of other factions below it; its id is the city's.

    Only views hold these. The truth derives it from the map and the books, of which a view has
    only its own faction's part.
    """

    laid = True

    resources: tuple[str, ...]


def worked(content: Content, province: Province, level: int) -> Iterator[str]:
    """The deposits of a province that a village of this level gathers, one entry per copy."""
    for resource in province.deposits:
        if content.resources[resource].level <= level:
            yield resource


def copies(world: World, content: Content, city: City) -> Mapping[str, int]:
    """How many copies of each resource a city has, by name, whatever it does with them.

    Deposits worked by the barony's villages and those of the capital's own province, which it
    works as a village of the highest level. A territory's or kingdom's wealth is no copy.
    """
    return world.recall(city, "copies", lambda: _copies(world, content, city))


def _copies(world: World, content: Content, city: City) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for province in world.by(Province, "barony", city.barony):
        if not province.deposits:
            continue
        level = working_level(world, content, city, province)
        for resource in worked(content, province, level) if level else ():
            found[resource] = found.get(resource, 0) + 1
    return dict(sorted(found.items()))


def working_level(world: World, content: Content, city: City, province: Province) -> int:
    """The level at which a province of its barony is worked for a city, 0 if it is not."""
    if province.id == city.province:
        return content.cities.capital_works_as_village_level
    village = world.first(Village, "province", province.id)
    return village.level if village else 0


def own_use(world: World, content: Content, city: City) -> dict[str, int]:
    """The copies that a city has neither set open nor traded away; only these can be opened.

    Source: cohorts.order.trade-bookkeeping.
    """
    kept = minus(copies(world, content, city), open_copies(world, city.id))
    return minus(kept, traded_away(world, city.id))


def access(world: World, content: Content, city: City) -> tuple[str, ...]:
    """The resources a city can use, in alphabetical order.

    Its own and those it receives, and for the capital of a territory or kingdom those of the
    baronies below it, unless they are held by a faction at war with it (cohorts.world.territories,
    cohorts.world.kingdoms, cohorts.guild.merchant).
    """
    return world.recall(city, "access", lambda: _access(world, content, city))


def _access(world: World, content: Content, city: City) -> tuple[str, ...]:
    found = _at_hand(world, content, city)
    tribute = world.find(Tribute, city.id)
    found.update(dict.fromkeys(tribute.resources if tribute else ()))
    for lower in _paying(world, city):
        if lower.knows("population"):  # else the tribute tells it
            found.update(_at_hand(world, content, lower))
    return tuple(sorted(found))


def show_tributes(rules: Rules, world: World, faction: int, seen: World) -> None:
    """Tell a faction what its capitals draw from baronies that it may know nothing else of."""
    content = rules.module.content(Content)
    for city in cities_of(world, faction):
        drawn: dict[str, None] = {}
        for lower in _paying(world, city):
            if faction_of(world, lower) != faction:
                drawn.update(_at_hand(world, content, lower))
        if drawn:
            seen.put(Tribute(id=city.id, resources=tuple(sorted(drawn))))


def _at_hand(world: World, content: Content, city: City) -> dict[str, None]:
    """What a city has without the baronies below it."""
    own = own_use(world, content, city)
    return dict.fromkeys((*own, *received(world, city.id)))


def _paying(world: World, city: City) -> Iterator[City]:
    """The cities of the baronies below that are not at war with it; on a view as far as known."""
    mine = faction_of(world, city)
    for barony in _below(world, city):
        lower = city_of(world, barony.id)
        if lower is None:
            continue
        known = lower.knows("baron")
        if not known or relation(world, mine, faction_of(world, lower)) != "at_war":
            yield lower


def foods(content: Content, resources: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the resources that are food (cohorts.city.food-type)."""
    return tuple(each for each in resources if content.resources[each].class_ == "food")


def food_deposits(world: World, content: Content, city: City) -> int:
    """How many food deposits a city works for itself, also several of a kind.

    Those open for trade or traded away feed nobody here (cohorts.city.population-limit).
    """
    own = own_use(world, content, city)
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
